import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { Connector, ConnectorEvent } from '../../domain/ingestion/connector.ts';
import type { ConnectorControl } from '../../domain/ingestion/connector-control.ts';
import type { KeptHealth, KeptSession, LeaseToken, OpenCredential, SupplierRecord } from '../../domain/ports.ts';
import type { ReplyTo } from '../runtime/handle.ts';

/** What the actors of a connector understand. Each union is closed: a handler that forgets a case does not compile. */

/** A session token with the instant from which it is no longer used. */
export interface Session {
  readonly token: string;
  readonly expiresAt: Date;
}

/** To the session actor of a credential. */
export type SessionMessage =
  /** Wants a token; one refresh at a time serves all who ask. The lease is what a new session is stored under. */
  | { readonly kind: 'acquire'; readonly lease: LeaseToken; readonly replyTo: ReplyTo<Session> }
  /** The supplier refused this token. */
  | { readonly kind: 'refused'; readonly token: string }
  /** What earlier lives have stored. */
  | { readonly kind: 'loaded'; readonly kept: KeptSession | undefined; readonly lease: LeaseToken }
  | { readonly kind: 'signed_in'; readonly session: KeptSession & Session }
  | { readonly kind: 'sign_in_failed'; readonly error: unknown };

/** How a credential's connector answers when asked for its status. */
export interface ConnectorStatus {
  readonly credentialId: string;
  readonly label: string;
  readonly connector: Connector;
}

/** What happened to the lease on a credential. */
export type LeaseMessage =
  /** It is time to take the lease, or to keep it. */
  | { readonly kind: 'lease_due' }
  /** Taken or kept, for so long after it was asked for. */
  | { readonly kind: 'lease_held'; readonly token: LeaseToken; readonly askedAt: Date }
  /** Another process holds it, or none could be had. */
  | { readonly kind: 'lease_missed'; readonly token: LeaseToken | undefined }
  /** The store did not say. */
  | { readonly kind: 'lease_unknown'; readonly error: unknown }
  /** By our own clock it is over. */
  | { readonly kind: 'lease_over' };

/** To the connector actor of a credential. */
export type CredentialMessage =
  | LeaseMessage
  | Extract<ConnectorEvent, { kind: 'rested' | 'page_done' | 'page_failed' }>
  | (Extract<ConnectorEvent, { kind: 'recovered' }> & { readonly completedAt: Date | undefined })
  | { readonly kind: 'recover_failed'; readonly error: unknown }
  | { readonly kind: 'recover_again' }
  /** The store did not take the end of a tick that was given up. */
  | { readonly kind: 'give_up_failed'; readonly error: unknown }
  | { readonly kind: 'due' }
  | { readonly kind: 'sought'; readonly isAnyDue: boolean; readonly nextDueAt: Date | undefined }
  /** A supplier's answer, or silence, to any request of the credential. */
  | { readonly kind: 'answered'; readonly answer: AnswerClass }
  /** The operator's orders are now these; answered when they are in force. */
  | { readonly kind: 'control'; readonly control: ConnectorControl; readonly replyTo: ReplyTo<void> | undefined }
  /** Somebody waits for parts in the credential's queue, or for news of all that it reads in bulk since the instant. */
  | { readonly kind: 'wanted'; readonly since: Date }
  | { readonly kind: 'health_kept'; readonly health: KeptHealth['health'] }
  | { readonly kind: 'health_unkept'; readonly error: unknown }
  | { readonly kind: 'keep_health_again' }
  /** The store took a plan or the end of a tick. */
  | { readonly kind: 'noted' }
  /** The store did not take a plan; the connector goes on without. */
  | { readonly kind: 'note_failed'; readonly error: unknown }
  /** Time to measure the age of the last completed tick. */
  | { readonly kind: 'measure' }
  | { readonly kind: 'status'; readonly replyTo: ReplyTo<ConnectorStatus> };

/** To the actor of a supplier. */
export type SupplierMessage =
  /** Credentials or orders may have changed; answered when what holds now is in force. */
  | { readonly kind: 'reload'; readonly replyTo: ReplyTo<void> | undefined }
  | {
      readonly kind: 'loaded';
      readonly credentials: readonly OpenCredential[];
      readonly control: ConnectorControl;
      /** Since when news of a credential are wanted. */
      readonly wanted: ReadonlyMap<string, Date>;
      readonly replyTo: ReplyTo<void> | undefined;
    }
  | { readonly kind: 'load_failed'; readonly error: unknown; readonly replyTo: ReplyTo<void> | undefined }
  /** The connectors of its credentials. */
  | { readonly kind: 'statuses'; readonly replyTo: ReplyTo<readonly ConnectorStatus[]> };

/** To the actor above all suppliers. */
export type SuppliersMessage =
  /** Suppliers, credentials or orders may have changed; answered when what holds now of this supplier, or of all, is in force. */
  | { readonly kind: 'reload'; readonly supplierId: string | undefined; readonly replyTo: ReplyTo<void> | undefined }
  | {
      readonly kind: 'loaded';
      readonly suppliers: readonly SupplierRecord[];
      readonly supplierId: string | undefined;
      readonly replyTo: ReplyTo<void> | undefined;
    }
  | { readonly kind: 'load_failed'; readonly error: unknown; readonly replyTo: ReplyTo<void> | undefined }
  | {
      readonly kind: 'statuses';
      readonly supplierId: string;
      readonly replyTo: ReplyTo<readonly ConnectorStatus[]>;
    };
