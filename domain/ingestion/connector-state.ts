import type { AnswerClass } from './answer-class.ts';
import { type ConnectorControl, noControl } from './connector-control.ts';
import { type Health, type HealthRules, sound } from './credential-health.ts';
import type { TickHistory, TickIntervals } from './schedule.ts';
import type { Phase, Tick, TickKind } from './tick.ts';

/**
 * The state of a connector, what can happen to it and what it has its actor do; `connector.ts` is
 * the step between them.
 */

/** What the connector is at. */
export type Work =
  /** Another process works for the credential, or none does yet. */
  | { readonly kind: 'no_lease' }
  /** Looking for a tick that an earlier life left unfinished. */
  | { readonly kind: 'recovering'; readonly attemptId: number }
  /** Nothing to do until then. */
  | { readonly kind: 'idle'; readonly next: { readonly kind: TickKind; readonly at: Date } }
  /** Looking whether any part is due to be looked up. */
  | { readonly kind: 'checking_due'; readonly attemptId: number }
  /**
   * A page is being fetched, published and checkpointed; an interrupted page still has to finish.
   */
  | {
      readonly kind: 'ingesting';
      readonly attemptId: number;
      readonly tick: Tick;
      readonly attempt: number;
      readonly isInterrupted: boolean;
    }
  /** The page failed; it is tried again then. */
  | { readonly kind: 'backing_off'; readonly tick: Tick; readonly attempt: number; readonly until: Date }
  /** The end of a tick that was given up is being stored; nothing else begins before that. */
  | { readonly kind: 'giving_up'; readonly attemptId: number; readonly tick: Tick }
  /** Paused by an operator, with the tick to go on with. */
  | { readonly kind: 'held'; readonly tick: Tick | undefined }
  /** The one tick that it was started for has ended. */
  | { readonly kind: 'ended'; readonly tick: Tick };

/** Where the connector of a credential stands. */
export interface Connector {
  readonly work: Work;
  /** How many attempts were begun; the id of the latest. */
  readonly attempts: number;
  readonly health: Health;
  readonly control: ConnectorControl;
  readonly history: TickHistory;
  /** Since when a caller wants newer prices and stocks; left out: no caller does. */
  readonly wantedSince?: Date | undefined;
}

/** What happened. */
export type ConnectorEvent =
  /** This process now works for the credential. */
  | { readonly kind: 'lease_acquired' }
  /** The lease is lost. */
  | { readonly kind: 'lease_lost' }
  /** The store was asked for what earlier lives have left. */
  | {
      readonly kind: 'recovered';
      readonly attemptId: number;
      readonly unfinished: Tick | undefined;
      readonly history: TickHistory;
      readonly health: Health;
    }
  /** The store did not return the state that earlier processes left. */
  | { readonly kind: 'recover_failed'; readonly attemptId: number }
  /** Time to ask the store again for the state that earlier processes left. */
  | { readonly kind: 'recover_again' }
  /** It is time for the next tick; the run id is new. */
  | { readonly kind: 'due'; readonly runId: string }
  /**
   * Whether any part is due to be looked up, and otherwise when the next one is, as far as known.
   */
  | {
      readonly kind: 'due_checked';
      readonly attemptId: number;
      readonly isAnyDue: boolean;
      readonly nextDueAt: Date | undefined;
      readonly runId: string;
    }
  /** The back-off after a failure is over. */
  | { readonly kind: 'backoff_elapsed' }
  /** The observations of a page are acknowledged by the bus and the checkpoint is stored. */
  | { readonly kind: 'page_done'; readonly attemptId: number; readonly tick: Tick }
  /** A page could not be fetched, published or checkpointed. */
  | {
      readonly kind: 'page_failed';
      readonly attemptId: number;
      readonly reason: string;
      readonly retryAfterMs: number | undefined;
    }
  /** The end of the tick that was given up is stored. */
  | { readonly kind: 'gave_up'; readonly attemptId: number }
  /** The end of the tick that was given up could not be stored. */
  | { readonly kind: 'give_up_failed'; readonly attemptId: number }
  /** A supplier's answer, or silence, to any request of the credential; `chance` is 0 to 1. */
  | { readonly kind: 'answered'; readonly answer: AnswerClass; readonly chance: number }
  /** The operator's orders are now these. */
  | { readonly kind: 'controlled'; readonly control: ConnectorControl }
  /**
   * Somebody waits for what the credential reads: for parts in its queue, or for news of everything
   * since the instant.
   */
  | { readonly kind: 'wanted'; readonly since: Date };

/** What the actor has to begin. */
export type ConnectorAction =
  /** Load the state that earlier processes left. */
  | { readonly kind: 'recover'; readonly attemptId: number }
  | { readonly kind: 'wait'; readonly until: Date; readonly wake: 'due' | 'backoff_elapsed' | 'recover_again' }
  /** Announce when the credential will next be read. */
  | { readonly kind: 'plan'; readonly nextTickAt: Date }
  /** Check whether any part is due. */
  | { readonly kind: 'check_due'; readonly attemptId: number }
  /** A tick begins, or resumes after an earlier process left it. */
  | { readonly kind: 'begin'; readonly tick: Tick }
  /** Do a page, after the previous one has ended. */
  | { readonly kind: 'ingest_page'; readonly attemptId: number; readonly tick: Tick }
  /** Abort that page; it then fails. */
  | { readonly kind: 'interrupt_page'; readonly attemptId: number }
  /** Store and announce the end of a tick that was given up. */
  | { readonly kind: 'give_up'; readonly attemptId: number; readonly tick: Tick }
  /** Store the health, and announce it when it changed. */
  | { readonly kind: 'save_health'; readonly health: Health; readonly change: 'failed' | 'recovered' | undefined };

/** The rules of a connector. */
export interface ConnectorRules {
  readonly supplierId: string;
  readonly credentialId: string;
  /** The phases that the supplier has data for. */
  readonly phases: readonly Phase[];
  readonly intervals: TickIntervals;
  /** How soon to look again for parts that are due, when none was. */
  readonly idlePollMs: number;
  readonly maxAttempts: number;
  readonly backoff: { readonly initialMs: number; readonly maxMs: number };
  readonly health: HealthRules;
  /** Stops after one tick of this kind; undefined: runs until stopped. */
  readonly singleTick: TickKind | undefined;
}

/** A state with the work that follows from entering it. */
export interface ConnectorStep {
  readonly state: Connector;
  readonly actions: readonly ConnectorAction[];
}

/** The initial state of every connector. */
export const initialConnector: Connector = {
  work: { kind: 'no_lease' },
  attempts: 0,
  health: sound,
  control: noControl,
  history: {},
};
