/**
 * The budgets of one endpoint of one credential, as one process spends them.
 *
 * Units come from the shared store, a few at a time (a lease), and are spent here without asking
 * again; what is not spent within the slack that the budget's pace allows for is let go. The store
 * may give units out for an instant a little ahead, so that a waiting request need not ask again
 * and the rate is used to the full.
 *
 * When the store fails, or takes longer than its units could be used for, the process goes on alone
 * at once, at half of its share of the rate and with nothing to start from: its first unit comes
 * one interval after the outage was noticed. Before every unit that it gives itself it asks the
 * store again. When the store is back, and this process has given itself a unit or another may
 * have, it is told to take the budgets for used up, so that what was spent alone and a fresh burst
 * cannot come together in one window. An answer that comes too late spends nothing: its units go
 * back, unless one was given without the store meanwhile or others share the key, whom that could
 * give more than there is.
 *
 * What the supplier says is left is held to here alone, beside the store: the process that asks is
 * the one that is told.
 *
 * Guarantee: with `sharers` processes on one key, whose store is down for all or for none of them,
 * the supplier sees at most `rate` units in any window of `periodMs`. A process that alone is cut
 * off from the store does not go on for longer than its lease on the credential
 * (`lease-manager.ts`), before which no other process begins. Where a period has less than two
 * units for each of several sharers, their halves cannot be kept apart without the store, and
 * nothing is asked until it is back.
 *
 * Known limit: what a process spends alone is lost when it is killed before the store is back. Its
 * successor comes no sooner than its lease ends, in which time a burst of any period up to some
 * minutes comes back anyway; a window of a longer period may see up to one burst more, 3 % of the
 * rate.
 */
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import { rateAdjustmentOf } from '../../domain/ingestion/learned-rate.ts';
import { budgetOf, type Pace, paceOf } from '../../domain/ingestion/rate-budget.ts';
import {
  type BudgetDependencies,
  type BudgetSource,
  createBudgetSource,
  type OrderedLimit,
  usableMsOf,
} from './budget-source.ts';
import { createReportedBudget } from './reported-budget.ts';
import type { OrderedBudget } from './store-questions.ts';
import type { EndpointBudgets, RemainingBudget } from './suppliers/supplier-client.ts';

/** Waiting requests poll this often, in case the supplier or an operator has changed a limit. */
const longestPauseMs = 1_000;

/** Units in hand. */
interface Lease {
  readonly units: number;
  readonly until: number;
}

const nothing: Lease = { units: 0, until: 0 };

/** What one process holds of the budgets of an endpoint. */
interface Holdings {
  readonly source: BudgetSource;
  readonly paces: readonly Pace[];
  readonly usableMs: number;
  readonly reported: ReturnType<typeof createReportedBudget>;
  ordered: OrderedBudget | undefined;
  notBefore: number;
  lease: Lease;
  /** Grows with everything that makes units in hand worthless. */
  epoch: number;
}

type Clock = Pick<BudgetDependencies, 'now' | 'pause'>;

const forgetLease = (of: Holdings): void => {
  of.epoch += 1;
  of.lease = nothing;
  of.source.keepLate();
};

/** Whether nothing may be spent for a while, in milliseconds; 0: it may. */
const blockedMs = ({ notBefore, reported }: Holdings, nowMs: number): number =>
  Math.max(0, Math.max(notBefore, reported.nextMs(nowMs)) - nowMs);

const spend = ({ reported }: Holdings, units: number, nowMs: number): void => reported.spend(units, nowMs);

const takeLeased = (of: Holdings, cost: number, nowMs: number): boolean => {
  if (of.lease.units < cost || of.lease.until < nowMs || blockedMs(of, nowMs) > 0) return false;
  of.lease = { ...of.lease, units: of.lease.units - cost };
  return true;
};

/**
 * Units that are useful besides the needed ones: half of what may go at once, so that two processes
 * can do the same. None where the supplier has said what is left: they would be too old after it.
 */
const usefulUnits = ({ reported, ordered, paces }: Holdings, cost: number, nowMs: number): number => {
  if (reported.isInForce(nowMs)) return cost;
  const bursts = [...paces, ...(ordered === undefined ? [] : [ordered.pace])].map(({ burst }) => burst);
  return Math.max(cost, Math.floor(Math.min(...bursts) / 2));
};

/** Spends a cost, in its turn: from the lease, else from the source, for as long as that takes. */
const takeInTurn = async (of: Holdings, cost: number, signal: AbortSignal, { now, pause }: Clock): Promise<void> => {
  const nowMs = (): number => now().getTime();
  for (;;) {
    signal.throwIfAborted();
    if (takeLeased(of, cost, nowMs())) return spend(of, cost, nowMs());
    const blocked = blockedMs(of, nowMs());
    if (blocked > 0) {
      await pause(Math.min(blocked, longestPauseMs), signal);
      continue;
    }
    const since = of.epoch;
    const askedAt = nowMs();
    const { ordered, notBefore } = of;
    const answer = await of.source.ask({ cost, want: usefulUnits(of, cost, nowMs()), ordered, notBefore });
    if (answer.kind === 'refused') {
      await pause(Math.min(answer.waitMs, longestPauseMs), signal);
      continue;
    }
    if (answer.waitMs > 0) await pause(answer.waitMs, signal);
    // The wait began when the store said so, which may have been as soon as it was asked.
    const until = askedAt + answer.waitMs + of.usableMs;
    const isOutdated = since !== of.epoch || nowMs() > until;
    if (isOutdated) continue;
    of.lease = { units: answer.units - cost, until };
    return spend(of, cost, nowMs());
  }
};

const orderedBudget = ({ rate, periodMs, since }: OrderedLimit): OrderedBudget => ({
  pace: { ...paceOf(budgetOf(rate, periodMs)), since: since.getTime() },
  rate,
});

/** The budgets of one endpoint; see `Budget`. */
export interface EndpointBudget {
  take(cost: number, signal: AbortSignal): Promise<void>;
  refund(units: number): void;
  recordAnswer(answer: AnswerClass, remaining: readonly RemainingBudget[]): void;
  override(limit: OrderedLimit | undefined): void;
}

/** First come, first served: each takes when those before it have. */
const createQueue = (take: (cost: number, signal: AbortSignal) => Promise<void>) => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    isEmpty: (): boolean => waiting === 0,
    add: (cost: number, signal: AbortSignal): Promise<void> => {
      waiting += 1;
      const turn = last
        .then(() => take(cost, signal))
        .finally(() => {
          waiting -= 1;
        });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
};

/** Slows down after a throttle, here and in the store. */
const createThrottleLearner = (of: Holdings, key: string, { store, now }: BudgetDependencies) => {
  let dailyInARow = 0;
  return (answer: AnswerClass): void => {
    const adjustment = rateAdjustmentOf(answer, (of.paces[0]?.intervalMs ?? 0) / of.source.factor, dailyInARow);
    const isDaily = answer.kind === 'throttled' && answer.window === 'daily';
    dailyInARow = isDaily ? dailyInARow + 1 : 0;
    if (adjustment === undefined) return;
    of.notBefore = Math.max(of.notBefore, now().getTime() + adjustment.waitMs);
    forgetLease(of);
    // Held here already; other processes meet the same throttle when the store does not get to
    // know of this one.
    store.adjustRate(key, adjustment).catch(() => undefined);
  };
};

/** Makes the budgets of an endpoint. */
export const createEndpointBudget = (
  key: string,
  configured: EndpointBudgets,
  deps: BudgetDependencies,
): EndpointBudget => {
  const paces = configured.map(paceOf);
  const of: Holdings = {
    source: createBudgetSource(key, configured, paces, deps),
    paces,
    usableMs: usableMsOf(configured),
    reported: createReportedBudget(),
    ordered: undefined,
    notBefore: 0,
    lease: nothing,
    epoch: 0,
  };
  const nowMs = (): number => deps.now().getTime();
  const queue = createQueue((cost, signal) => takeInTurn(of, cost, signal, deps));
  const learnThrottle = createThrottleLearner(of, key, deps);

  return {
    take: (cost, signal) => {
      const tooMuch = paces.find(({ burst }) => burst < cost);
      if (tooMuch !== undefined)
        return Promise.reject(new RangeError(`a cost of ${cost} exceeds the burst of ${tooMuch.burst}`));
      if (!queue.isEmpty() || signal.aborted || !takeLeased(of, cost, nowMs())) return queue.add(cost, signal);
      spend(of, cost, nowMs());
      return Promise.resolve();
    },
    refund: (units) => {
      if (units <= 0) return;
      spend(of, -units, nowMs());
      // Lost when the store is away: then less is spent than might be.
      deps.store.refund(key, { paces, limit: of.ordered?.pace }, units).catch(() => undefined);
    },
    recordAnswer: (answer, remaining) => {
      learnThrottle(answer);
      of.reported.learn(remaining, nowMs());
    },
    override: (limit) => {
      if (limit?.since.getTime() === of.ordered?.pace.since) return;
      of.ordered = limit && orderedBudget(limit);
      forgetLease(of);
    },
  };
};
