import { isFailure, isTransient } from '../../domain/errors.ts';
import type { Basket } from '../../domain/estimate/basket.ts';
import { problemOf } from '../../domain/estimate/basket-problem.ts';
import { composeSummary, isOwnRow, summaryOf, tablesOf } from '../../domain/estimate/basket-table.ts';
import { checkBasket } from '../../domain/estimate/checker.ts';
import { composeOutcome } from '../../domain/estimate/compose-outcome.ts';
import type { Composition } from '../../domain/estimate/composition.ts';
import { type EstimateDraft, resolvedProductsOf } from '../../domain/estimate/draft.ts';
import type { EstimateCaller, EstimateMarket, Market } from '../../domain/estimate/market.ts';
import { type AttritionOfProducts, type Needs, needsOf } from '../../domain/estimate/needs.ts';
import type { BasketSummary, EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { EstimateTask } from '../../domain/estimate/ports.ts';
import type { EstimateProblem } from '../../domain/estimate/problem.ts';
import type { EstimateRequest } from '../../domain/estimate/request.ts';
import { inUnitsOfSale } from '../../domain/estimate/units-of-sale.ts';
import { wantsOf } from '../../domain/estimate/wants.ts';
import { conflate } from './conflate.ts';
import type { OptimiserPool } from './optimiser-pool.ts';
import { inSlices } from './time-slices.ts';

/** What choosing needs from outside. */
export interface ChoosingDependencies {
  readonly market: EstimateMarket;
  /** What is lost of products by their package, as far as the caller may know of that. */
  readonly attritionOf: (
    caller: EstimateCaller,
    productIds: readonly string[],
    signal: AbortSignal,
  ) => Promise<AttritionOfProducts>;
  readonly optimiser: OptimiserPool;
  readonly now: () => Date;
  /**
   * The search stops after so long with the best basket known; those of all rows of tables take as
   * long again together.
   */
  readonly searchMs: number;
  /** Told of what fails in a row of a table; the row says that it has no basket. */
  readonly onRowFailed: (error: unknown) => void;
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

/** A basket that is to be chosen at a reading of the market. */
interface Asked {
  readonly request: EstimateRequest;
  readonly needs: Needs;
  readonly problem: EstimateProblem;
  readonly market: Market;
  readonly at: Date;
}

/** A basket with what it answers, checked against the problem independently of the search. */
const checked = ({ request, needs, problem, market, at }: Asked, basket: Basket): Composition => {
  const faults = checkBasket(problem, basket);
  if (faults.length > 0) throw new Error(`the basket does not hold: ${faults.join('; ')}`);
  return { needs, market, problem, basket, request, at };
};

const outcomeOf = async (asked: Asked, basket: Basket): Promise<EstimateOutcome> =>
  inSlices(composeOutcome(checked(asked, basket)));

type Search = (asked: Asked, timeLimitMs: number, onBetter: (basket: Basket) => void) => Promise<Basket>;

/** Searches the estimate's own basket, and publishes better ones meanwhile. */
const chooseOwn = async (
  asked: Asked,
  { publish, searchMs }: { readonly publish: PublishBetter | undefined; readonly searchMs: number },
  search: Search,
  failing: AbortController,
): Promise<EstimateOutcome> => {
  const better = conflate<Basket>({
    everyMs: betterEveryMs,
    publish: async (basket) => publish?.(await outcomeOf(asked, basket)),
    onError: (error) => {
      if (endsTheSearch(error)) failing.abort(error);
    },
  });
  try {
    return await outcomeOf(
      asked,
      await search(asked, searchMs, publish === undefined ? () => undefined : better.offer),
    );
  } finally {
    await better.end();
  }
};

/**
 * Chooses the baskets of rows one after another, each with its share of the time that is left. What
 * fails in a row fails that row alone, unless the step has ended or is to be tried again.
 */
const chooseRows = async (
  rows: readonly Asked[],
  own: { readonly request: EstimateRequest; readonly outcome: EstimateOutcome },
  { now, searchMs, onRowFailed }: ChoosingDependencies,
  search: Search,
  signal: AbortSignal,
): Promise<readonly BasketSummary[]> => {
  const until = now().getTime() + searchMs;
  const table: BasketSummary[] = [];
  for (const [index, row] of rows.entries()) {
    const { request } = row;
    if (isOwnRow(request, own.request)) {
      table.push(summaryOf(request, own.outcome));
      continue;
    }
    const timeLimitMs = Math.max(0, until - now().getTime()) / (rows.length - index);
    try {
      const basket = await search(row, timeLimitMs, () => undefined);
      table.push(await inSlices(composeSummary(checked(row, basket))));
    } catch (error) {
      if (signal.aborted || isTransient(error)) throw error;
      const kind = isFailure(error, 'too_large') ? 'too_large' : 'internal';
      if (kind === 'internal') onRowFailed(error);
      const { mode, buildQuantity } = request;
      table.push({ kind, mode, buildQuantity });
    }
  }
  return table;
};

/** What is lost of the products of a draft by their package, where that is to count. */
const attritionFor = async (
  { caller, request }: EstimateTask,
  draft: EstimateDraft,
  { attritionOf }: Pick<ChoosingDependencies, 'attritionOf'>,
  signal: AbortSignal,
): Promise<AttritionOfProducts> =>
  request.ignoresPackages ? new Map() : attritionOf(caller, resolvedProductsOf(draft), signal);

/**
 * Chooses the basket of a draft at the market as it is now, and then those of the tables that the
 * request asks for, at the same reading of it. Rejects with what the market throws, with the
 * signal's reason, and with what publishing throws.
 */
export const chooseBasket = async (
  { draft, estimate, publish }: BasketChoice,
  deps: ChoosingDependencies,
  signal: AbortSignal,
): Promise<EstimateOutcome> => {
  const { request, caller } = estimate;
  const { deliveryZone, currency } = request;
  const tables = tablesOf(request);
  const packages = await attritionFor(estimate, draft, deps, signal);
  const rows = [request, ...tables.modes, ...tables.builds].map((row) => ({
    request: row,
    needs: needsOf(draft, row, packages),
  }));
  const at = deps.now();
  const allNeeds = rows.map(({ needs }) => needs);
  const wants = wantsOf(allNeeds);
  const market = await deps.market.quote({ caller, deliveryZone, currency }, wants, { signal });
  const askedOf = ({ request: row, needs: stated }: (typeof rows)[number]): Asked => {
    const needs = inUnitsOfSale(stated, market);
    return { request: row, needs, problem: problemOf(needs.needs, market, row), market, at };
  };
  const failing = new AbortController();
  const search: Search = ({ problem, request: { mode } }, timeLimitMs, onBetter) =>
    deps.optimiser.optimise({
      customerId: caller.customerId,
      task: { problem, mode, timeLimitMs },
      onBetter,
      signal: AbortSignal.any([signal, failing.signal]),
    });
  const [own, ...others] = rows;
  if (own === undefined) throw new Error('the estimate has a basket of its own');
  const outcome = await chooseOwn(askedOf(own), { publish, searchMs: deps.searchMs }, search, failing);
  if (others.length === 0) return outcome;
  try {
    await publish?.(outcome);
  } catch (error) {
    if (endsTheSearch(error)) throw error;
  }
  const table = await chooseRows(others.map(askedOf), { request, outcome }, deps, search, signal);
  return {
    ...outcome,
    ...(tables.modes.length > 0 && { comparison: table.slice(0, tables.modes.length) }),
    ...(tables.builds.length > 0 && { builds: table.slice(tables.modes.length) }),
  };
};
