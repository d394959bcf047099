import { abortable } from '../../concurrency/abortable.ts';
import type { RateLimit } from '../../domain/ingestion/connector-control.ts';
import type { BudgetAnswer, RateBudgetStore } from '../../domain/ingestion/ports.ts';
import {
  type BudgetState,
  decide,
  fallbackPace,
  maxAheadMs,
  type OrderedPace,
  type Pace,
  unusedBudgets,
} from '../../domain/ingestion/rate-budget.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { EndpointBudgets } from './suppliers/supplier-client.ts';

/**
 * Where the units of an endpoint's budgets come from: the shared store, or this process alone while
 * the store does not answer. `endpoint-budget.ts` says what that guarantees.
 */
export interface BudgetSource {
  /** Asks the store, and decides alone when it does not answer. */
  ask(question: BudgetQuestion): Promise<BudgetAnswer>;
  /** The share of the configured rate that is left after what was learned from throttles. */
  readonly factor: number;
}

/** What is asked for. */
export interface BudgetQuestion {
  readonly cost: number;
  /** Units that are useful, the needed ones among them. */
  readonly want: number;
  readonly ordered: OrderedBudget | undefined;
  /** Nothing is given out before this instant. */
  readonly notBefore: number;
}

/** An operator's limit as budgets count it. */
export interface OrderedBudget {
  readonly pace: OrderedPace;
  readonly rate: number;
}

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

/** The store must answer within this time; it takes a millisecond or two when it is well. */
const storeTimeoutMs = 100;

/** The least time between two attempts to reach a store that is away. */
const probeEveryMs = 100;

/** Spending without the store, since a moment at which everything counts as spent. */
interface LocalSpending {
  readonly state: BudgetState;
  /** Whether that moment is now. */
  readonly isNew: boolean;
  readonly probeAt: number;
}

/** The budgets under a key, and how many processes spend of them. */
interface Shared {
  readonly configured: EndpointBudgets;
  readonly paces: readonly Pace[];
  readonly sharers: number;
  /** The share of the rate that is left, as was last known. */
  readonly factor: number;
}

/** What a process decides alone, and what it has spent then. */
interface DecidedAlone {
  readonly answer: BudgetAnswer;
  readonly alone: LocalSpending | undefined;
}

/** Decides without the store, at a share of the rate. */
const decideAlone = (
  alone: LocalSpending | undefined,
  { cost, ordered, notBefore }: BudgetQuestion,
  { configured, paces, sharers, factor }: Shared,
  nowMs: number,
): DecidedAlone => {
  const minRate = Math.min(ordered?.rate ?? Number.POSITIVE_INFINITY, ...configured.map(({ rate }) => rate));
  if (sharers > 1 && minRate < 2 * sharers) return { answer: { kind: 'refused', waitMs: probeEveryMs, factor }, alone };
  const request = {
    paces: paces.map((pace) => fallbackPace(pace, sharers)),
    limit: ordered && fallbackPace(ordered.pace, sharers),
    cost,
    want: cost,
    aheadMs: 0,
    sharers: 1,
    spentOutside: alone?.isNew ? 1 : 0,
    notBefore,
  };
  const decision = decide(alone?.state ?? unusedBudgets, request, nowMs);
  const { state } = decision;
  return decision.kind === 'refused'
    ? {
        answer: { kind: 'refused', waitMs: Math.min(decision.waitMs, probeEveryMs), factor },
        alone: alone && { ...alone, state, isNew: false },
      }
    : { answer: { kind: 'granted', units: cost, waitMs: 0, factor }, alone: { state, isNew: false, probeAt: 0 } };
};

/** Makes the source of the budgets under a key. */
export const createBudgetSource = (
  key: string,
  configured: EndpointBudgets,
  paces: readonly Pace[],
  { store, now, pause, onFallback, log, sharers }: BudgetDependencies,
): BudgetSource => {
  let factor = 1;
  let alone: LocalSpending | undefined;
  /** Units that may have been spent and that the store does not know of yet. */
  let spentOutside = 0;
  const nowMs = (): number => now().getTime();

  const askStore = async ({ cost, want, ordered }: BudgetQuestion): Promise<BudgetAnswer | undefined> => {
    if (alone !== undefined && alone.probeAt > nowMs()) return undefined;
    const request = { key, paces, limit: ordered?.pace, cost, want, aheadMs: maxAheadMs, sharers, spentOutside };
    try {
      const answer = await within(storeTimeoutMs, store.take(request), pause);
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

  return {
    ask: async (question) => {
      const answer = await askStore(question);
      if (answer !== undefined) return answer;
      onFallback();
      const decided = decideAlone(alone, question, { configured, paces, sharers, factor }, nowMs());
      alone = decided.alone;
      return decided.answer;
    },
    get factor() {
      return factor;
    },
  };
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
