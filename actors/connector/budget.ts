import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { OrderInForce } from '../../domain/ingestion/connector-control.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import { ownProperty } from '../../domain/own-property.ts';
import type { BudgetDependencies } from './budget-source.ts';
import { createEndpointBudget, type EndpointBudget } from './endpoint-budget.ts';
import type { EndpointBudgets, RemainingBudget } from './suppliers/supplier-client.ts';

/** The rate budgets of one credential: nothing is asked of its supplier without them. */
export interface Budget {
  /**
   * Spends a cost of an endpoint, in the supplier's unit. First come, first served; resolves when
   * the request may go, and must go at once. Rejects with the signal's reason, in its turn, when
   * aborted. An endpoint without a budget is refused.
   */
  take(endpoint: string, cost: number, signal: AbortSignal): Promise<void>;
  /** Returns units that a request turned out not to cost. */
  refund(endpoint: string, units: number): void;
  /** Learns from an answer, and from what the supplier says is left. */
  recordAnswer(endpoint: string, answer: AnswerClass, remaining: readonly RemainingBudget[]): void;
  /**
   * The operator's limits by endpoint, in place of those before; they apply to waiting requests
   * too, and never raise a rate. Left out: there are none.
   */
  override(order: OrderInForce<'rates'> | undefined): void;
}

/** The key of an endpoint's budgets in the shared store. */
const budgetKey = ({ supplierId, id }: Pick<CredentialRef, 'supplierId' | 'id'>, endpoint: string): string =>
  `ratelimit:${supplierId}:${id}:${endpoint}`;

/** Makes the budgets of a credential. Throws RangeError for a budget that cannot be kept. */
export const createBudget = (
  credential: Pick<CredentialRef, 'supplierId' | 'id'>,
  budgets: Readonly<Record<string, EndpointBudgets>>,
  deps: BudgetDependencies,
): Budget => {
  const endpoints = new Map<string, EndpointBudget>(
    Object.entries(budgets).map(([endpoint, configured]) => [
      endpoint,
      createEndpointBudget(budgetKey(credential, endpoint), configured, deps),
    ]),
  );
  const of = (endpoint: string): EndpointBudget => {
    const found = endpoints.get(endpoint);
    if (found === undefined) throw new RangeError(`endpoint ${endpoint} has no budget`);
    return found;
  };
  return {
    take: async (endpoint, cost, signal) => of(endpoint).take(cost, signal),
    refund: (endpoint, units) => of(endpoint).refund(units),
    recordAnswer: (endpoint, answer, remaining) => of(endpoint).recordAnswer(answer, remaining),
    override: (order) => {
      for (const [endpoint, budget] of endpoints) {
        const limit = order && ownProperty(order.limits, endpoint);
        budget.override(limit && { ...limit, since: order.givenAt });
      }
    },
  };
};
