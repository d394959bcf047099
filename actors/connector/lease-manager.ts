import { withDeadline } from '../../concurrency/deadline.ts';
import { askEveryMs, holderCountsOnMs, leaseAnswerMs } from '../../domain/ingestion/lease-rules.ts';
import type { ConnectorLeases, LeaseToken } from '../../domain/ingestion/ports.ts';
import type { Context } from '../runtime/handle.ts';
import { heldLease, type LeaseClock, type LeaseControl } from './held-lease.ts';
import type { CredentialMessage, LeaseMessage } from './messages.ts';

/**
 * Keeps a credential's connector to one process of the cluster. The lease is asked for when the
 * connector starts, renewed three times within its life, and counted as lost by the holder's own
 * clocks before it can be over by the store's, so that two processes never work for one credential
 * at once. When the holder dies another has it within ten seconds
 * (`domain/ingestion/lease-rules.ts`); when the store is down everybody stops, which costs nothing,
 * because nothing could be checkpointed. One question to the store is under way at a time, and an
 * answer to any other is dropped.
 */

/** How leases are taken. */
export interface OwnershipRules {
  /** The identity of this process; stable across restarts where it can be unique. */
  readonly owner: string;
  readonly ttlMs: number;
  /**
   * Milliseconds that go on while the process is stopped and are never set; left out: the process's
   * own.
   */
  readonly monotonicMs?: () => number;
}

/** What is known of the lease. */
export interface Ownership {
  /** Undefined: another process has it, or none. */
  readonly lease: LeaseControl | undefined;
  /** The number of the latest question to the store. */
  readonly question: number;
}

/** Before the first answer of the store. */
export const noLease: Ownership = { lease: undefined, question: 0 };

type Ctx = Context<CredentialMessage>;

/** Acquires, renews and releases the lease of one credential. */
export interface LeaseManager {
  /** Asks the store. */
  ask(ownership: Ownership, context: Ctx): Ownership;
  /** Handles a message; schedules the next request. */
  after(message: Exclude<LeaseMessage, { kind: 'lease_due' }>, ownership: Ownership, context: Ctx): Ownership;
  /**
   * Releases the lease, once the question that is under way has come to its end: an answer that
   * came after the release would hold the lease for nobody.
   */
  release(ownership: Ownership): Promise<void>;
}

const expectEnd = (lease: LeaseControl, context: Ctx): void =>
  context.schedule('lease_end', lease.remainingMs(), { kind: 'lease_over' });

const lose = ({ lease, question }: Ownership): Ownership => {
  lease?.expireNow();
  return { lease: undefined, question };
};

const clockOf =
  ({ monotonicMs }: Required<OwnershipRules>, context: Ctx) =>
  (): LeaseClock => ({ wallMs: context.now().getTime(), monotonicMs: monotonicMs() });

/** Takes an answer that the lease is held: it goes on, or is a new one. */
const hold = (
  { token, asked, isRenewal }: Extract<LeaseMessage, { kind: 'lease_held' }>,
  ownership: Ownership,
  rules: Required<OwnershipRules>,
  context: Ctx,
): Ownership => {
  const { lease, question } = ownership;
  if (lease?.token === token) {
    lease.extend(asked);
    expectEnd(lease, context);
    return lease.remainingMs() > 0 ? ownership : lose(ownership);
  }
  // It was over for its holder before it was renewed: what was done under it may still be on its
  // way to the store.
  if (isRenewal) return ownership;
  const onOver = (): void => void context.self.tell({ kind: 'lease_over' });
  const lifeMs = holderCountsOnMs(rules.ttlMs);
  const next = heldLease({ token, from: asked, lifeMs, clock: clockOf(rules, context), onOver });
  expectEnd(next, context);
  return next.remainingMs() > 0 ? { lease: next, question } : lose({ lease: next, question });
};

const whenOver = (ownership: Ownership, context: Ctx): Ownership => {
  const { lease } = ownership;
  if (lease === undefined || lease.remainingMs() <= 0) return lose(ownership);
  // Timers count whole milliseconds, so they may fire up to two of them early by the clock.
  expectEnd(lease, context);
  return ownership;
};

/** Questions to the store about one lease. */
interface LeaseQuestions {
  /** Acquires the lease, or renews one that is held; undefined when it is not to be had. */
  ask(lease: LeaseControl | undefined): Promise<LeaseToken | undefined>;
  /** What the latest question came to; one without an answer leaves the lease as it was. */
  latest(): Promise<LeaseToken | undefined>;
}

const leaseQuestions = (credentialId: string, leases: ConnectorLeases, rules: OwnershipRules): LeaseQuestions => {
  const { owner, ttlMs } = rules;
  let latest: Promise<LeaseToken | undefined> = Promise.resolve(undefined);
  const acquireOrRenew = async (lease: LeaseControl | undefined) => {
    if (lease === undefined) return leases.acquire(credentialId, owner, ttlMs);
    return (await leases.renew(credentialId, lease.token, ttlMs)) ? lease.token : undefined;
  };
  return {
    ask: (lease) => {
      const answer = withDeadline({ what: 'the lease', ms: leaseAnswerMs(ttlMs) }, () => acquireOrRenew(lease));
      latest = answer.catch(() => lease?.token);
      return answer;
    },
    latest: () => latest,
  };
};

/** Makes the lease manager of one credential. */
export const createLeaseManager = (
  credentialId: string,
  leases: ConnectorLeases,
  given: OwnershipRules,
): LeaseManager => {
  const rules = { monotonicMs: () => performance.now(), ...given };
  const { ttlMs, monotonicMs } = rules;
  const questions = leaseQuestions(credentialId, leases, rules);

  return {
    ask: ({ lease, question: last }, context) => {
      const question = last + 1;
      const asked = clockOf(rules, context)();
      context.perform(
        () => questions.ask(lease),
        (token) =>
          token === undefined
            ? { kind: 'lease_missed', question, asked }
            : { kind: 'lease_held', question, asked, token, isRenewal: lease !== undefined },
        (error) => ({ kind: 'lease_unknown', question, asked, error }),
      );
      return { lease, question };
    },

    after: (message, ownership, context) => {
      if (message.kind === 'lease_over') return whenOver(ownership, context);
      if (message.question !== ownership.question) return ownership;
      const sinceMs = monotonicMs() - message.asked.monotonicMs;
      context.schedule('lease', Math.max(0, askEveryMs(ttlMs) - sinceMs), { kind: 'lease_due' });
      switch (message.kind) {
        case 'lease_held':
          return hold(message, ownership, rules, context);
        case 'lease_missed':
          return lose(ownership);
        case 'lease_unknown':
          return ownership;
      }
    },

    release: async ({ lease }) => {
      lease?.expireNow();
      const token = (await questions.latest()) ?? lease?.token;
      if (token !== undefined) await leases.release(credentialId, token);
    },
  };
};
