import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { ConnectorControl } from '../../domain/ingestion/connector-control.ts';
import type { Connector, ConnectorEvent } from '../../domain/ingestion/connector-state.ts';
import type { HealthUpdate, LeaseToken, StoredSession } from '../../domain/ingestion/ports.ts';
import type { OpenCredential, SupplierRecord } from '../../domain/ingestion/supplier-ports.ts';
import type { ReplyTo } from '../runtime/handle.ts';
import type { HeldLease, LeaseClock } from './held-lease.ts';

/**
 * What the actors of a connector understand. Each union is closed: a handler that forgets a case
 * does not compile.
 */

/** A session token with the instant from which it is no longer used. */
export interface Session {
  readonly token: string;
  readonly expiresAt: Date;
}

/** To the session actor of a credential. */
export type SessionMessage =
  /**
   * Wants a token; one refresh at a time serves all who ask under one lease, which a new session is
   * opened and stored under. The signal is that of the page: once it is aborted nothing is signed
   * in.
   */
  | {
      readonly kind: 'acquire';
      readonly lease: HeldLease;
      readonly signal: AbortSignal;
      readonly replyTo: ReplyTo<Session>;
    }
  /** The supplier refused this token. */
  | { readonly kind: 'refused'; readonly token: string }
  /** What earlier lives have stored, as the outcome of that attempt. */
  | { readonly kind: 'loaded'; readonly attemptId: number; readonly kept: StoredSession | undefined }
  | { readonly kind: 'signed_in'; readonly attemptId: number; readonly session: StoredSession & Session }
  | { readonly kind: 'sign_in_failed'; readonly attemptId: number; readonly error: unknown };

/** How a credential's connector answers when asked for its status. */
export interface ConnectorStatus {
  readonly credentialId: string;
  readonly label: string;
  readonly connector: Connector;
}

/** To which question to the store about the lease this is the answer, and when that was asked. */
interface LeaseAnswer {
  readonly question: number;
  readonly asked: LeaseClock;
}

/** What happened to the lease on a credential. */
export type LeaseMessage =
  /** It is time to take the lease, or to keep it. */
  | { readonly kind: 'lease_due' }
  /** Taken or kept, for so long after it was asked for. */
  | (LeaseAnswer & { readonly kind: 'lease_held'; readonly token: LeaseToken; readonly isRenewal: boolean })
  /** Another process holds it, or none could be had. */
  | (LeaseAnswer & { readonly kind: 'lease_missed' })
  /** The store did not say. */
  | (LeaseAnswer & { readonly kind: 'lease_unknown'; readonly error: unknown })
  /** It has expired by our own clock. */
  | { readonly kind: 'lease_over' };

/** What became of announcing the next look of a credential. */
export type PlanMessage =
  /** The store took the plan of the keeper's life. */
  | { readonly kind: 'plan_saved'; readonly plannedMs: number; readonly life: number }
  | { readonly kind: 'plan_save_failed'; readonly life: number; readonly error: unknown }
  | { readonly kind: 'retry_save_plan' };

/** To the connector actor of a credential. */
export type CredentialMessage =
  | LeaseMessage
  | Extract<
      ConnectorEvent,
      {
        kind:
          | 'backoff_elapsed'
          | 'page_done'
          | 'page_failed'
          | 'recover_failed'
          | 'recover_again'
          | 'gave_up'
          | 'give_up_failed';
      }
    >
  | (Extract<ConnectorEvent, { kind: 'recovered' }> & { readonly completedAt: Date | undefined })
  | { readonly kind: 'due' }
  | Omit<Extract<ConnectorEvent, { kind: 'due_checked' }>, 'runId'>
  /** A supplier's answer, or silence, to any request of the credential under that lease. */
  | { readonly kind: 'answered'; readonly answer: AnswerClass; readonly lease: LeaseToken }
  /** The operator's orders are now these; answered when they are in force. */
  | { readonly kind: 'control'; readonly control: ConnectorControl; readonly replyTo: ReplyTo<void> | undefined }
  /**
   * A caller waits for parts in the credential's queue, or for bulk data newer than the instant.
   */
  | { readonly kind: 'wanted'; readonly since: Date }
  | { readonly kind: 'health_saved'; readonly write: number; readonly health: HealthUpdate['health'] }
  | { readonly kind: 'health_save_failed'; readonly write: number; readonly error: unknown }
  | { readonly kind: 'retry_save_health' }
  | PlanMessage
  /** The store took the end of a tick, or that news are no longer wanted. */
  | { readonly kind: 'noted' }
  /** The store did not take that news are no longer wanted; it is told again. */
  | { readonly kind: 'note_failed'; readonly error: unknown }
  /** Time to look whether the gauges are still this process's to tell. */
  | { readonly kind: 'measure' }
  | { readonly kind: 'status'; readonly replyTo: ReplyTo<ConnectorStatus> };

/** What the actor of a supplier is told when something of it has changed. */
export type SupplierCommand =
  /** Credentials or orders may have changed; answered when what holds now is in force. */
  | { readonly kind: 'reload'; readonly replyTo: ReplyTo<void> | undefined }
  /** Orders were given, or ended; answered when what holds now is in force. */
  | { readonly kind: 'orders_changed'; readonly replyTo: ReplyTo<void> | undefined }
  /** Callers wait for news of its credentials. */
  | { readonly kind: 'wanted' };

/** The orders that were read, and the number of the load that brought them. */
export interface LoadedOrders {
  readonly control: ConnectorControl;
  readonly ordersLoad: number;
}

/** To the actor of a supplier. */
export type SupplierMessage =
  | SupplierCommand
  | (LoadedOrders & {
      readonly kind: 'loaded';
      readonly credentials: readonly OpenCredential[];
      /** Since when news of a credential are wanted. */
      readonly wanted: ReadonlyMap<string, Date>;
      /** The number of the load that brought it. */
      readonly load: number;
      readonly replyTo: ReplyTo<void> | undefined;
    })
  | (LoadedOrders & { readonly kind: 'orders_loaded'; readonly replyTo: ReplyTo<void> | undefined })
  | { readonly kind: 'wanted_loaded'; readonly wanted: ReadonlyMap<string, Date> }
  | { readonly kind: 'load_failed'; readonly error: unknown; readonly replyTo: ReplyTo<void> | undefined }
  /** The connectors of its credentials. */
  | { readonly kind: 'statuses'; readonly replyTo: ReplyTo<readonly ConnectorStatus[]> };

/** To the actor above all suppliers. */
export type SuppliersMessage =
  /**
   * Suppliers, credentials or orders may have changed; answered when what holds now of this
   * supplier, or of all, is in force.
   */
  | { readonly kind: 'reload'; readonly supplierId: string | undefined; readonly replyTo: ReplyTo<void> | undefined }
  /** For one supplier alone; one that is not known here yet is looked for. */
  | { readonly kind: 'command'; readonly supplierId: string; readonly command: SupplierCommand }
  | {
      readonly kind: 'loaded';
      readonly suppliers: readonly SupplierRecord[];
      /** The number of the load that brought it. */
      readonly load: number;
      readonly supplierId: string | undefined;
      readonly replyTo: ReplyTo<void> | undefined;
    }
  | { readonly kind: 'load_failed'; readonly error: unknown; readonly replyTo: ReplyTo<void> | undefined }
  | {
      readonly kind: 'statuses';
      readonly supplierId: string;
      readonly replyTo: ReplyTo<readonly ConnectorStatus[]>;
    };
