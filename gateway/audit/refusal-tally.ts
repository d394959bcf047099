import type { AuditEntry } from '../../domain/audit/record.ts';
import type { FailureKind } from '../../domain/errors.ts';

/** Somebody who was turned away before anything was done. */
export interface Refusal {
  /** `anonymous` for an unknown caller. */
  readonly actor: string;
  readonly customerId: string | undefined;
  /** The address of the peer. */
  readonly origin: string | undefined;
  readonly requestId: string;
  readonly operation: string;
  readonly reason: FailureKind;
}

/** Dependencies of the tally. */
export interface RefusalTallyDependencies {
  readonly append: (entry: AuditEntry) => Promise<void>;
  /** The injected clock. */
  readonly now: () => Date;
  /** Refusals of one caller for one reason within so long are one record. */
  readonly windowMs?: number;
  /** Callers that are told apart at a time; those beyond are counted together. */
  readonly maxSubjects?: number;
}

/** Counts refusals, so that a caller with many of them cannot fill the audit trail. */
export interface RefusalTally {
  count(refusal: Refusal): void;
  /**
   * Writes the counts of ended windows; `all`: of the current one too. Counts that cannot be
   * written are kept and written later.
   */
  flush(all?: boolean): Promise<void>;
}

interface Counted {
  readonly first: Refusal;
  readonly firstAt: Date;
  lastAt: Date;
  count: number;
  /** By name; those beyond a few are left out. */
  readonly operations: Map<string, number>;
}

const usualWindowMs = 60_000;
const usualSubjects = 60;
const maxOperations = 8;

/** Those who come when too many are told apart already. */
const others: Pick<Refusal, 'actor' | 'customerId' | 'origin'> = {
  actor: 'others',
  customerId: undefined,
  origin: undefined,
};

const keyOf = ({ actor, origin = '', reason }: Refusal): string => JSON.stringify([actor, origin, reason]);

const add = ({ operations }: Counted, operation: string, count: number): void => {
  const before = operations.get(operation);
  if (before !== undefined || operations.size < maxOperations) operations.set(operation, (before ?? 0) + count);
};

const entryOf = ({ first, firstAt, lastAt, count, operations }: Counted): AuditEntry => ({
  actor: first.actor,
  customerId: first.customerId,
  origin: first.origin,
  requestId: first.requestId,
  operation: first.reason === 'unauthenticated' ? 'login' : 'admission',
  target: undefined,
  outcome: 'refused',
  reason: first.reason,
  before: undefined,
  after: JSON.stringify({
    count,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
    operations: Object.fromEntries(operations),
  }),
});

const putBack = (counted: Map<string, Counted>, key: string, unwritten: Counted): void => {
  const since = counted.get(key);
  if (since !== undefined) {
    unwritten.count += since.count;
    unwritten.lastAt = since.lastAt;
    for (const [operation, count] of since.operations) add(unwritten, operation, count);
  }
  counted.set(key, unwritten);
};

/** Makes the tally of one process. */
export const createRefusalTally = (options: RefusalTallyDependencies): RefusalTally => {
  const { append, now, windowMs = usualWindowMs, maxSubjects = usualSubjects } = options;
  const counted = new Map<string, Counted>();

  const open = (refusal: Refusal): Counted => {
    const at = now();
    const opened = { first: refusal, firstAt: at, lastAt: at, count: 0, operations: new Map<string, number>() };
    counted.set(keyOf(refusal), opened);
    return opened;
  };

  /** The count of a caller, or of all those who are not told apart. */
  const countOf = (refusal: Refusal): Counted => {
    const known = counted.get(keyOf(refusal));
    if (known !== undefined) return known;
    if (counted.size < maxSubjects) return open(refusal);
    const together = { ...refusal, ...others };
    return counted.get(keyOf(together)) ?? open(together);
  };

  return {
    count: (refusal) => {
      const known = countOf(refusal);
      known.count += 1;
      known.lastAt = now();
      add(known, refusal.operation, 1);
    },
    flush: async (all = false) => {
      const overBefore = now().getTime() - windowMs;
      for (const [key, each] of [...counted]) {
        if (!all && each.firstAt.getTime() > overBefore) continue;
        counted.delete(key);
        try {
          await append(entryOf(each));
        } catch (error) {
          putBack(counted, key, each);
          throw error;
        }
      }
    },
  };
};
