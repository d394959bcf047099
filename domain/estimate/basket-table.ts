import { reasonOf } from './compose-outcome.ts';
import { type Composition, type CompositionIndex, indexOf, type PaidNeed, paidNeed } from './composition.ts';
import type { Market } from './market.ts';
import { optimizationModes } from './modes/modes.ts';
import type { Need, Needs } from './needs.ts';
import { coverageOf, sumOfCoverages } from './offer-coverage.ts';
import { ordersOf, totalOfOrders, unknownDuties } from './orders.ts';
import type { BasketSummary, EstimateOutcome, LeftOutReason, OfferCoverage, UnboughtLines } from './outcome.ts';
import type { EstimateLine } from './problem.ts';
import type { EstimateRequest } from './request.ts';

/**
 * Tables of what other baskets come to: those of every mode, side by side, and those of other build
 * quantities. Every row is a basket of its own, at the same reading of the market.
 */

/** The baskets that a request asks for beside its own. */
export interface AskedTables {
  /** Every mode, where they are to be compared. */
  readonly modes: readonly EstimateRequest[];
  /** Every build quantity, in the order of the request. */
  readonly builds: readonly EstimateRequest[];
}

/** The baskets of the tables; each request differs from the estimate's in one thing. */
export const tablesOf = (request: EstimateRequest): AskedTables => ({
  modes: request.comparesModes ? optimizationModes.map((mode) => ({ ...request, mode })) : [],
  builds: (request.buildQuantities ?? []).map((buildQuantity) => ({ ...request, buildQuantity })),
});

/** Whether a row of a table is the estimate's own basket. */
export const isOwnRow = (row: EstimateRequest, request: EstimateRequest): boolean =>
  row.mode === request.mode && row.buildQuantity === request.buildQuantity;

/** What a row tells of its basket. */
type Figures = Omit<Extract<BasketSummary, { kind: 'chosen' }>, 'kind' | 'mode' | 'buildQuantity' | 'sellers'> & {
  readonly suppliers: number;
};

const rowOf = ({ mode, buildQuantity }: EstimateRequest, figures: Figures): BasketSummary => ({
  kind: 'chosen',
  mode,
  buildQuantity,
  total: figures.total,
  boughtLines: figures.boughtLines,
  ...(figures.unbought && figures.unbought.length > 0 && { unbought: figures.unbought }),
  sellers: figures.suppliers,
  leadTimeDays: figures.leadTimeDays,
  unknownLeadTimes: figures.unknownLeadTimes,
  ...(figures.unknownDuties !== undefined && { unknownDuties: figures.unknownDuties }),
  gap: figures.gap,
  isFirstAimProven: figures.isFirstAimProven,
});

/** Why a line is not bought, and of which offers. */
interface Unbought {
  readonly reason: LeftOutReason;
  readonly offers: OfferCoverage | undefined;
}

const byReason = (unbought: readonly Unbought[]): readonly UnboughtLines[] =>
  [...Map.groupBy(unbought, ({ reason }) => reason)]
    .map(([reason, each]) => ({
      reason,
      lines: each.length,
      leftOut: sumOfCoverages(each.flatMap(({ offers }) => offers ?? [])).leftOut,
    }))
    .toSorted((a, b) => b.lines - a.lines || (a.reason < b.reason ? -1 : 1));

/** What is not bought of a need, a line each. */
const unboughtOf = (
  need: Need,
  line: EstimateLine,
  { shares }: PaidNeed,
  market: Market,
  { infeasible }: CompositionIndex,
): readonly Unbought[] => {
  const missing = shares.filter((share) => share.length === 0).length;
  if (missing === 0) return [];
  const offers = coverageOf(need, market, line);
  return Array.from({ length: missing }, () => ({ reason: reasonOf(need, infeasible, offers, market), offers }));
};

const neverNeeded = ({ leftOut }: Needs): readonly Unbought[] =>
  [...leftOut.values()].map((reason) => ({ reason, offers: undefined }));

/** What a basket comes to. */
export const summaryOf = (request: EstimateRequest, { total, lines, certificate }: EstimateOutcome): BasketSummary =>
  rowOf(request, {
    ...certificate,
    total,
    boughtLines: lines.filter(({ leftOut }) => leftOut === undefined).length,
    unbought: byReason(
      lines.flatMap(({ leftOut: reason, offers }) => (reason === undefined ? [] : [{ reason, offers }])),
    ),
  });

/**
 * What a basket comes to, as `summaryOf` its whole outcome, without what an outcome says of each
 * line. Pauses after each need, as composing an outcome does.
 */
export function* composeSummary(composition: Composition): Generator<void, BasketSummary> {
  const { needs, market, basket, request } = composition;
  const index = indexOf(composition);
  const paid: PaidNeed[] = [];
  const unbought = [...neverNeeded(needs)];
  for (const need of needs.needs) {
    const line = index.lines.get(need.productId);
    if (line !== undefined) {
      const each = paidNeed(need, line, market, index);
      paid.push(each);
      unbought.push(...unboughtOf(need, line, each, market, index));
    }
    yield;
  }
  const items = paid.flatMap((each) => each.items);
  const unknown = unknownDuties(items);
  return rowOf(request, {
    ...basket.objective,
    ...basket.certificate,
    total: totalOfOrders(ordersOf(items, market, request).map(({ order }) => order)),
    boughtLines: paid.flatMap(({ shares }) => shares).filter((share) => share.length > 0).length,
    unbought: byReason(unbought),
    ...(unknown > 0 && { unknownDuties: unknown }),
  });
}

const figureOf = (basket: BasketSummary) => {
  if (basket.kind !== 'chosen') return basket;
  const { gap: _, isFirstAimProven: __, ...figures } = basket;
  return figures;
};

const figuresOf = ({ comparison, builds }: EstimateOutcome): string =>
  JSON.stringify([comparison?.map(figureOf), builds?.map(figureOf)]);

/** Whether the tables of two outcomes say the same; how long was searched is no difference. */
export const areTablesEqual = (before: EstimateOutcome, after: EstimateOutcome): boolean =>
  figuresOf(before) === figuresOf(after);
