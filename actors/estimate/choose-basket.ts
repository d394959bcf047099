import { isFailure } from '../../domain/errors.ts';
import { problemOf } from '../../domain/estimate/basket-problem.ts';
import { checkBasket } from '../../domain/estimate/checker.ts';
import { composeOutcome } from '../../domain/estimate/compose-outcome.ts';
import type { EstimateDraft } from '../../domain/estimate/draft.ts';
import type { EstimateMarket } from '../../domain/estimate/market.ts';
import { needsOf, wantsOf } from '../../domain/estimate/needs.ts';
import type { EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { EstimateTask } from '../../domain/estimate/ports.ts';
import type { Basket } from '../../domain/estimate/problem.ts';
import { conflate } from './conflate.ts';
import type { OptimiserPool } from './optimiser-pool.ts';
import { inSlices } from './time-slices.ts';

/** What choosing needs from outside. */
export interface ChoosingDependencies {
  readonly market: EstimateMarket;
  readonly optimiser: OptimiserPool;
  readonly now: () => Date;
  /** The search stops after so long with the best basket known. */
  readonly searchMs: number;
}

/** Publishes a better basket; the next one is not made before it has settled. */
export type PublishBetter = (outcome: EstimateOutcome) => Promise<void>;

/** What a basket is chosen for. */
export interface BasketChoice {
  readonly estimate: EstimateTask;
  readonly draft: EstimateDraft;
  /** Left out: only the last basket matters. */
  readonly publish?: PublishBetter;
}

/** Between two baskets that are shown while the search goes on. */
const betterEveryMs = 200;

/** A store that is away for a moment costs a basket in between, not the search. */
const endsTheSearch = (error: unknown): boolean => !isFailure(error, 'unavailable');

/**
 * Chooses the basket of a draft at the market as it is now. Every basket is checked against the
 * problem, independently of the search, before it is published. Rejects with what the market
 * throws, with the signal's reason, and with what publishing throws.
 */
export const chooseBasket = async (
  { draft, estimate, publish }: BasketChoice,
  { market, optimiser, now, searchMs }: ChoosingDependencies,
  signal: AbortSignal,
): Promise<EstimateOutcome> => {
  const { request, caller } = estimate;
  const needs = needsOf(draft, request);
  const at = now();
  const { deliveryZone, currency } = request;
  const seen = await market.quote({ caller, deliveryZone, currency }, wantsOf(needs, request), { signal });
  const problem = problemOf(needs.needs, seen, request);
  const outcomeOf = async (basket: Basket): Promise<EstimateOutcome> => {
    const faults = checkBasket(problem, basket);
    if (faults.length > 0) throw new Error(`the basket does not hold: ${faults.join('; ')}`);
    return inSlices(composeOutcome({ needs, market: seen, problem, basket, request, at }));
  };
  const failing = new AbortController();
  const better = conflate<Basket>({
    everyMs: betterEveryMs,
    publish: async (basket) => publish?.(await outcomeOf(basket)),
    onError: (error) => {
      if (endsTheSearch(error)) failing.abort(error);
    },
  });
  try {
    const basket = await optimiser.optimise({
      customerId: caller.customerId,
      task: { problem, mode: request.mode, timeLimitMs: searchMs },
      onBetter: publish === undefined ? () => undefined : better.offer,
      signal: AbortSignal.any([signal, failing.signal]),
    });
    return await outcomeOf(basket);
  } finally {
    await better.end();
  }
};
