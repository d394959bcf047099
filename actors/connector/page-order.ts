import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { ConnectorControl } from '../../domain/ingestion/connector-control.ts';
import type { LeaseToken } from '../../domain/ingestion/ports.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { HeldLease } from './held-lease.ts';

/**
 * Does one page of a tick under a lease; tells `onAnswer` of every answer on the way that counts.
 * Resolves with the tick after it.
 */
export type IngestPage = (page: PageOrder, signal: AbortSignal) => Promise<Tick>;

/**
 * Called with the class of an answer of the supplier, or its silence, and the lease of the request.
 * A refused session does not count while a new one is tried.
 */
export type OnAnswer = (answer: AnswerClass, lease: LeaseToken) => void;

/** What a page is done with. */
export interface PageOrder {
  readonly tick: Tick;
  readonly lease: HeldLease;
  readonly context: WriteContext;
  readonly onAnswer: OnAnswer;
  /** The orders that hold at this moment. */
  readonly control: () => ConnectorControl;
}
