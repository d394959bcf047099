/**
 * The budgets of one endpoint of one credential, as one process spends them.
 *
 * Units come from the shared store, a few at a time (a lease), and are spent here without asking
 * again; what is not spent within the slack that the budget's pace allows for is let go. The store
 * may give units out for an instant a little ahead, so that a waiting request need not ask again
 * and the rate is used to the full.
 *
 * When the store fails or takes too long, the process goes on alone at once, at half of its share
 * of the rate and with nothing to start from: its first unit comes one interval after the outage
 * was noticed. Before every unit that it gives itself it asks the store again. When the store is
 * back it is told to take the budgets for used up, so that what was spent alone and a fresh burst
 * cannot come together in one window.
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
import { abortable } from '../../concurrency/abortable.ts';
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { RateLimit } from '../../domain/ingestion/connector-control.ts';
import { rateAdjustmentOf } from '../../domain/ingestion/learned-rate.ts';
import type { BudgetAnswer, RateBudgetStore } from '../../domain/ingestion/ports.ts';
import {
  type BudgetState,
  budgetOf,
  decide,
  fallbackPace,
  maxAheadMs,
  type OrderedPace,
  type Pace,
  paceOf,
  slackMs,
  unusedBudgets,
} from '../../domain/ingestion/rate-budget.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { EndpointBudgets, RemainingBudget } from './suppliers/supplier-client.ts';
import { createUsageWindow } from './usage-window.ts';

/** What budgets need from outside. */
export interface BudgetDependencies {
  readonly store: RateBudgetStore;
  readonly now: () => Date;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called for every decision that was made without the store. */
  readonly onFallback: () => void;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** Processes that spend of these budgets at the same time, this one among them. */
  readonly sharers: number;
}

/** A limit that an operator has ordered. */
export interface OrderedLimit extends RateLimit {
  /** When it was ordered. */
  readonly since: Date;
}

/** The budgets of one endpoint; see `Budget`. */
export interface EndpointBudget {
  take(cost: number, signal: AbortSignal): Promise<void>;
  refund(units: number): void;
  recordAnswer(answer: AnswerClass, remaining: readonly RemainingBudget[]): void;
  override(limit: OrderedLimit | undefined): void;
  usage(): number;
}

/** The store must answer within this time; it takes a millisecond or two when it is well. */
const storeTimeoutMs = 100;

/** Waiting requests poll this often, in case the supplier or an operator has changed a limit. */
const longestPauseMs = 1_000;

/** The least time between two attempts to reach a store that is away. */
const probeEveryMs = 100;

/** The least window over which usage is told: a second's budget says nothing. */
const minUsageMs = 60_000;

/** Units in hand. */
interface Lease {
  readonly units: number;
  readonly until: number;
}

const nothing: Lease = { units: 0, until: 0 };

/** Spending without the store, since a moment at which everything counts as spent. */
interface LocalSpending {
  readonly state: BudgetState;
  /** Whether that moment is now. */
  readonly isNew: boolean;
  readonly probeAt: number;
}

/**
 * The remaining budget that the supplier reported until its window resets, spread over the time
 * until then.
 */
interface SupplierReportedBudget {
  readonly intervalMs: number;
  readonly until: number;
  /** Nothing is spent before. */
  readonly next: number;
}

/** Makes the budgets of an endpoint. */
export const createEndpointBudget = (
  key: string,
  configured: EndpointBudgets,
  { store, now, pause, onFallback, log, sharers }: BudgetDependencies,
): EndpointBudget => {
  /**
   * How long after its instant a unit may be used here; the rest of the slack is for the way to the
   * supplier.
   */
  const usableMs = Math.min(...configured.map(slackMs)) / 2;
  const plain = configured.map(paceOf);
  const used = configured.map(({ periodMs }) => createUsageWindow(Math.max(periodMs, minUsageMs)));
  let ordered: { readonly pace: OrderedPace; readonly rate: number } | undefined;
  let supplierBudget: SupplierReportedBudget | undefined;
  let factor = 1;
  let notBefore = 0;
  let dailyInARow = 0;
  let lease = nothing;
  let alone: LocalSpending | undefined;
  /** Units that may have been spent and that the store does not know of yet. */
  let spentOutside = 0;
  /** Grows with everything that makes units in hand worthless. */
  let epoch = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const nowMs = (): number => now().getTime();

  const forgetLease = (): void => {
    epoch += 1;
    lease = nothing;
  };

  const supplierBudgetInForce = (): SupplierReportedBudget | undefined =>
    supplierBudget !== undefined && supplierBudget.until > nowMs() ? supplierBudget : undefined;

  /** Whether nothing may be spent for a while, in milliseconds; 0: it may. */
  const blockedMs = (): number => Math.max(0, Math.max(notBefore, supplierBudgetInForce()?.next ?? 0) - nowMs());

  const spend = (units: number): void => {
    for (const window of used) window.add(units, nowMs());
    if (supplierBudget !== undefined)
      supplierBudget = {
        ...supplierBudget,
        next: Math.max(supplierBudget.next, nowMs()) + units * supplierBudget.intervalMs,
      };
  };

  const takeLeased = (cost: number): boolean => {
    if (lease.units < cost || lease.until < nowMs() || blockedMs() > 0) return false;
    lease = { ...lease, units: lease.units - cost };
    return true;
  };

  /**
   * Units that are useful besides the needed ones; granted units would be too old after the
   * supplier's wait time.
   */
  const wanted = (cost: number): number =>
    supplierBudgetInForce() === undefined
      ? leaseUnits(ordered === undefined ? plain : [...plain, ordered.pace], cost)
      : cost;

  const askStore = async (cost: number): Promise<BudgetAnswer | undefined> => {
    if (alone !== undefined && alone.probeAt > nowMs()) return undefined;
    const asking = {
      key,
      paces: plain,
      limit: ordered?.pace,
      cost,
      want: wanted(cost),
      aheadMs: maxAheadMs,
      sharers,
      spentOutside,
    };
    try {
      const answer = await within(storeTimeoutMs, store.take(asking), pause);
      if (alone !== undefined) log.info('budget.store.recovered', { key });
      alone = undefined;
      spentOutside = 0;
      factor = answer.factor;
      return answer;
    } catch (error) {
      if (alone === undefined) log.warn('budget.store.failed', { key, err: error });
      const probeAt = nowMs() + probeEveryMs;
      alone = alone === undefined ? { state: unusedBudgets, isNew: true, probeAt } : { ...alone, probeAt };
      // Each of those who share the key may have spent one at this very moment.
      spentOutside = sharers;
      return undefined;
    }
  };

  /** Decides without the store. */
  const decideLocally = (cost: number): BudgetAnswer => {
    onFallback();
    const minRate = Math.min(ordered?.rate ?? Number.POSITIVE_INFINITY, ...configured.map(({ rate }) => rate));
    if (sharers > 1 && minRate < 2 * sharers) return { kind: 'refused', waitMs: probeEveryMs, factor };
    const asking = {
      paces: plain.map((pace) => fallbackPace(pace, sharers)),
      limit: ordered && fallbackPace(ordered.pace, sharers),
      cost,
      want: cost,
      aheadMs: 0,
      sharers: 1,
      spentOutside: alone?.isNew ? 1 : 0,
      notBefore,
    };
    const decision = decide(alone?.state ?? unusedBudgets, asking, nowMs());
    const { state } = decision;
    if (decision.kind === 'refused') {
      if (alone !== undefined) alone = { ...alone, state, isNew: false };
      return { kind: 'refused', waitMs: Math.min(decision.waitMs, probeEveryMs), factor };
    }
    alone = { state, isNew: false, probeAt: 0 };
    return { kind: 'granted', units: cost, waitMs: 0, factor };
  };

  const takeInTurn = async (cost: number, signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      if (takeLeased(cost)) return spend(cost);
      if (blockedMs() > 0) {
        await pause(Math.min(blockedMs(), longestPauseMs), signal);
        continue;
      }
      const since = epoch;
      const askedAt = nowMs();
      const answer = (await askStore(cost)) ?? decideLocally(cost);
      if (answer.kind === 'refused') {
        await pause(Math.min(answer.waitMs, longestPauseMs), signal);
        continue;
      }
      if (answer.waitMs > 0) await pause(answer.waitMs, signal);
      // The wait began when the store said so, which may have been as soon as it was asked.
      const until = askedAt + answer.waitMs + usableMs;
      const isOutdated = since !== epoch || nowMs() > until;
      if (isOutdated) continue;
      lease = { units: answer.units - cost, until };
      return spend(cost);
    }
  };

  return {
    take: (cost, signal) => {
      const tooMuch = plain.find(({ burst }) => burst < cost);
      if (tooMuch !== undefined)
        return Promise.reject(new RangeError(`a cost of ${cost} exceeds the burst of ${tooMuch.burst}`));
      if (waiting === 0 && !signal.aborted && takeLeased(cost)) {
        spend(cost);
        return Promise.resolve();
      }
      waiting += 1;
      const turn = queue
        .then(() => takeInTurn(cost, signal))
        .finally(() => {
          waiting -= 1;
        });
      queue = turn.catch(() => undefined);
      return turn;
    },

    refund: (units) => {
      if (units <= 0) return;
      spend(-units);
      // Lost when the store is away: then less is spent than might be.
      store.refund(key, { paces: plain, limit: ordered?.pace }, units).catch(() => undefined);
    },

    recordAnswer: (answer, remaining) => {
      const lesson = rateAdjustmentOf(answer, (plain[0]?.intervalMs ?? 0) / factor, dailyInARow);
      const isDaily = answer.kind === 'throttled' && answer.window === 'daily';
      dailyInARow = isDaily ? dailyInARow + 1 : 0;
      if (lesson !== undefined) {
        notBefore = Math.max(notBefore, nowMs() + lesson.waitMs);
        forgetLease();
        // Held here already; other processes meet the same throttle when the store does not get to
        // know of this one.
        store.adjustRate(key, lesson).catch(() => undefined);
      }
      const tightest = remaining.flatMap((left) => spreadOver(left, supplierBudgetInForce(), nowMs()));
      const slowest = tightest.toSorted((a, b) => b.intervalMs - a.intervalMs)[0];
      if (slowest !== undefined) supplierBudget = slowest;
    },

    override: (limit) => {
      const since = limit?.since.getTime();
      if (since === ordered?.pace.since) return;
      ordered =
        limit === undefined
          ? undefined
          : {
              pace: { ...paceOf(budgetOf(limit.rate, limit.periodMs)), since: limit.since.getTime() },
              rate: limit.rate,
            };
      forgetLease();
    },

    usage: () =>
      Math.max(
        ...configured.map(({ rate, periodMs }, at) => {
          const window = Math.max(periodMs, minUsageMs);
          return (used[at]?.used(nowMs()) ?? 0) / (rate * (window / periodMs));
        }),
      ),
  };
};

/**
 * Units taken beside what is needed: half of what may go at once, so that two processes can do the
 * same.
 */
const leaseUnits = (paces: readonly Pace[], cost: number): number =>
  Math.max(cost, Math.floor(Math.min(...paces.map(({ burst }) => burst)) / 2));

/**
 * What is left, spread over the time it has to last: all of that time when nothing is; nothing when
 * the supplier does not say how long that is.
 */
const spreadOver = (
  { units, resetAfterMs }: RemainingBudget,
  before: SupplierReportedBudget | undefined,
  nowMs: number,
): readonly SupplierReportedBudget[] => {
  if (resetAfterMs === undefined || resetAfterMs <= 0) return [];
  const intervalMs = resetAfterMs / Math.max(units, 1);
  const until = nowMs + resetAfterMs;
  const next = units < 1 ? until : Math.min(before?.next ?? Number.POSITIVE_INFINITY, nowMs + intervalMs);
  return [{ intervalMs, until, next }];
};

/** Rejects when the work takes longer; its late outcome is of no interest. */
const within = async <Result>(
  ms: number,
  work: Promise<Result>,
  pause: BudgetDependencies['pause'],
): Promise<Result> => {
  const [late, over] = [new AbortController(), new AbortController()];
  pause(ms, over.signal).then(
    () => late.abort(new Error(`no answer within ${ms} ms`)),
    () => undefined,
  );
  try {
    return await abortable(work, late.signal);
  } finally {
    over.abort();
  }
};
