import { type BudgetState, spend } from '../../domain/ingestion/rate-budget.ts';
import type { EndpointBudgets } from './suppliers/supplier-client.ts';

/** Waits until a request to an endpoint fits its budgets, in this process. */
export interface LocalBudget {
  /** First come, first served. Resolves when the cost is spent; rejects with the signal's reason, in its turn, when aborted. */
  take(endpoint: string, cost: number, signal: AbortSignal): Promise<void>;
}

/** What a local budget needs from outside. */
export interface LocalBudgetDependencies {
  readonly now: () => Date;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Keeps the budgets of one credential: every endpoint's budgets hold at once. An endpoint without a budget is refused. */
export const createLocalBudget = (
  budgets: Readonly<Record<string, EndpointBudgets>>,
  { now, pause }: LocalBudgetDependencies,
): LocalBudget => {
  const states = new Map<string, readonly BudgetState[]>();
  const queues = new Map<string, Promise<unknown>>();

  const spendAll = async (endpoint: string, cost: number, signal: AbortSignal): Promise<void> => {
    const all = budgets[endpoint];
    if (all === undefined) throw new RangeError(`endpoint ${endpoint} has no budget`);
    for (;;) {
      signal.throwIfAborted();
      const nowMs = now().getTime();
      const before = states.get(endpoint) ?? [];
      const decisions = all.map((budget, at) => spend(budget, before[at], cost, nowMs));
      const granted = decisions.flatMap((each) => (each.kind === 'granted' ? [each.state] : []));
      if (granted.length === all.length) {
        states.set(endpoint, granted);
        return;
      }
      await pause(Math.max(...decisions.map((each) => (each.kind === 'refused' ? each.waitMs : 0))), signal);
    }
  };

  return {
    take: (endpoint, cost, signal) => {
      const turn = (queues.get(endpoint) ?? Promise.resolve()).then(() => spendAll(endpoint, cost, signal));
      queues.set(
        endpoint,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
};
