import type { AuditedAction } from './audit/record.ts';

/** Who and what a write is done for; stored with every event. */
export interface WriteContext {
  readonly correlationId: string;
  readonly traceparent: string | undefined;
  /** The act of an operator that it is part of, which is recorded with it; left out: none. */
  readonly act?: AuditedAction | undefined;
}

/** The request that work is done for, maybe long after it: the work's events and spans name it. */
export type Cause = Pick<WriteContext, 'correlationId' | 'traceparent'>;

/** Lets a caller give up: aborted reads cancel their statement in the database. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** A place in a list that is in the order of creation, newest first. */
export interface CreationMark {
  readonly createdAt: Date;
  readonly id: string;
}

/** Who changes a credential, and for which request. */
export interface Change {
  /** The key of the operator. */
  readonly by: string;
  readonly context: WriteContext;
}
