import type { RateLimit } from '../../domain/ingestion/connector-control.ts';
import type { BudgetAnswer, RateBudgetStore } from '../../domain/ingestion/ports.ts';
import {
  type BudgetState,
  decide,
  fallbackPace,
  type Pace,
  slackMs,
  unusedBudgets,
} from '../../domain/ingestion/rate-budget.ts';
import type { StoreOutage } from './store-outage.ts';
import { type BudgetQuestion, createStoreQuestions } from './store-questions.ts';
import type { EndpointBudgets } from './suppliers/supplier-client.ts';

/**
 * Where the units of an endpoint's budgets come from: the shared store, or this process alone while
 * the store does not answer. `endpoint-budget.ts` says what that guarantees.
 */
export interface BudgetSource {
  /** Asks the store, and decides alone when it does not answer. */
  ask(question: BudgetQuestion): Promise<BudgetAnswer>;
  /** Lets go of what was asked for so far and comes too late: a throttle or an order changes it. */
  keepLate(): void;
  /** The share of the configured rate that is left after what was learned from throttles. */
  readonly factor: number;
}

/** What budgets need from outside. */
export interface BudgetDependencies {
  readonly store: RateBudgetStore;
  readonly now: () => Date;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called for every decision that was made without the store. */
  readonly onFallback: () => void;
  /** Told how every question to the store went. */
  readonly outage: StoreOutage;
  /** Processes that spend of these budgets at the same time, this one among them. */
  readonly sharers: number;
}

/** A limit that an operator has ordered. */
export interface OrderedLimit extends RateLimit {
  /** When it was ordered. */
  readonly since: Date;
}

/**
 * The store is waited for as long as its units may be used after it was asked, and at least for so
 * long; it takes a millisecond or two when it is well.
 */
const minStoreTimeoutMs = 100;

/**
 * How long after their instant units of these budgets may be used here; the rest of the slack is
 * for the way to the supplier.
 */
export const usableMsOf = (budgets: EndpointBudgets): number => Math.min(...budgets.map(slackMs)) / 2;

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
  deps: BudgetDependencies,
): BudgetSource => {
  const { now, onFallback, outage, sharers } = deps;
  const timeoutMs = Math.max(minStoreTimeoutMs, usableMsOf(configured));
  const questions = createStoreQuestions({ key, paces, timeoutMs }, deps);
  let factor = 1;
  let alone: LocalSpending | undefined;
  const nowMs = (): number => now().getTime();

  const askStore = async (question: BudgetQuestion): Promise<BudgetAnswer | undefined> => {
    if (alone !== undefined && alone.probeAt > nowMs()) return undefined;
    if (!questions.mayPut()) return undefined;
    try {
      const answer = await questions.put(question);
      outage.recordAnswer();
      alone = undefined;
      factor = answer.factor;
      return answer;
    } catch (error) {
      outage.recordFailure(key, error);
      const probeAt = nowMs() + probeEveryMs;
      alone = alone === undefined ? { state: unusedBudgets, isNew: true, probeAt } : { ...alone, probeAt };
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
      if (decided.answer.kind === 'granted') questions.recordSpentAlone();
      return decided.answer;
    },
    keepLate: questions.keepLate,
    get factor() {
      return factor;
    },
  };
};
