import { withDeadline } from '../../concurrency/deadline.ts';
import type { AuditTrail } from '../../domain/audit/ports.ts';
import {
  type Actor,
  type AuditEntry,
  type AuditedAction,
  type AuditTarget,
  beginAuditedAction,
} from '../../domain/audit/record.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import type { Failure, FailureKind } from '../../domain/errors.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { Refusal, RefusalTally } from './refusal-tally.ts';

/** How long the answer to an operator waits for a record that is written after the act. */
const appendDeadlineMs = 5_000;

/** Longest path that a record names, in characters. */
const maxPath = 512;

/** What an act is begun with. */
export interface ActRequest {
  readonly caller: Caller;
  /** The address of the peer. */
  readonly origin: string | undefined;
  readonly requestId: string;
  readonly operation: string;
  /** What `If-Match` names; left out: the act is done whatever the state of what it changes. */
  readonly expected?: readonly string[] | undefined;
}

/**
 * Records what operators do, for an edge. Never rejects: a record that cannot be written after the
 * act goes into the log.
 */
export interface AuditDesk {
  /** Begins an audited action; the store that writes the change records it. */
  begin(request: ActRequest): AuditedAction;
  /** The act was done. One that was not recorded where it was stored is recorded now. */
  done(act: AuditedAction, path: string): Promise<void>;
  /**
   * The act came to nothing, for the reason. One that was recorded all the same was done, and its
   * answer failed.
   */
  failed(act: AuditedAction, path: string, failure: Failure): Promise<void>;
  /** The tag of the state of what operators change; throws `unavailable` without a database. */
  tagOf(target: AuditTarget, options?: ReadOptions): Promise<string | undefined>;
  /** Somebody was turned away. */
  refused(refusal: Refusal): void;
}

/** Dependencies of a desk. */
export interface AuditDeskDependencies {
  readonly trail: Pick<AuditTrail, 'append' | 'tagOf'>;
  readonly tally: Pick<RefusalTally, 'count'>;
  /** Called with a record that could not be written. */
  readonly onFailed: (error: unknown, entry: AuditEntry) => void;
}

const nobody = { actor: 'anonymous', customerId: undefined } as const;

/** The actor of a record for a caller; `anonymous` for an unknown caller. */
export const actorOf = (caller: Caller | undefined): Pick<Actor, 'actor' | 'customerId'> => {
  if (caller === undefined) return nobody;
  const { keyId, customerId } = caller;
  return { actor: keyId.startsWith('jwt:') ? keyId : `key:${keyId}`, customerId };
};

/**
 * Whether the call came from an unknown caller: its key is wrong, or its address has failed too
 * often.
 */
export const isUnauthenticatedCall = (kind: FailureKind): boolean => kind === 'unauthenticated' || kind === 'exhausted';

const afterwards = (act: AuditedAction, path: string): Omit<AuditEntry, 'outcome' | 'reason'> => ({
  actor: act.actor,
  customerId: act.customerId,
  origin: act.origin,
  requestId: act.requestId,
  operation: act.operation,
  target: { kind: 'path', id: path.slice(0, maxPath).toWellFormed() },
  before: undefined,
  after: undefined,
});

/** The fields that were refused, by name: what was given for them may be a secret. */
const fieldsOf = ({ violations }: Failure): string | undefined =>
  violations.length === 0 ? undefined : JSON.stringify({ fields: violations.map(({ field }) => field) });

/**
 * Records a call of an unknown caller, when its key or its address is the reason for the refusal.
 */
export const recordUnauthenticatedCall = (
  audit: Pick<AuditDesk, 'refused'> | undefined,
  { kind: reason }: Failure,
  request: Pick<Refusal, 'origin' | 'requestId' | 'operation'>,
): void => {
  if (isUnauthenticatedCall(reason)) audit?.refused({ ...actorOf(undefined), ...request, reason });
};

/** Makes the desk of one process. */
export const createAuditDesk = ({ trail, tally, onFailed }: AuditDeskDependencies): AuditDesk => {
  const append = async (entry: AuditEntry): Promise<void> => {
    try {
      await withDeadline({ what: 'audit record', ms: appendDeadlineMs }, () => trail.append(entry));
    } catch (error) {
      onFailed(error, entry);
    }
  };
  return {
    begin: ({ caller, ...request }) => beginAuditedAction({ ...actorOf(caller), ...request }),
    done: async (act, path) => {
      if (!act.isRecorded) await append({ ...afterwards(act, path), outcome: 'done', reason: undefined });
    },
    failed: async (act, path, failure) => {
      if (act.isRecorded) return;
      await append({ ...afterwards(act, path), outcome: 'failed', reason: failure.kind, after: fieldsOf(failure) });
    },
    tagOf: (target, options) => trail.tagOf(target, options),
    refused: tally.count,
  };
};
