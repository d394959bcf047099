import type { AnalyticsQueries, PriceHistoryStore } from '../../../domain/analytics/ports.ts';
import type { OfferSource, PriceDay } from '../../../domain/analytics/queries.ts';
import type { CatalogStore } from '../../../domain/catalog/ports.ts';
import { notFound } from '../../../domain/errors.ts';
import { objectiveMs } from '../../../domain/offers/freshness.ts';
import type { Offer } from '../../../domain/offers/offer.ts';
import type { OfferStore } from '../../../domain/offers/ports.ts';
import { askedDays } from '../../analytics/days.ts';
import {
  maxPriceDays,
  maxQuantity,
  type PriceHistoryRequest,
  type PriceSeries,
} from '../../analytics/price-history.ts';
import { requireProjection } from '../../analytics/require-projection.ts';
import type { AnalyticsAdministration } from '../../analytics/use-cases.ts';
import { checkId, checkWithin, throwIfAny } from '../../request/check.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** What it is made of. */
interface Dependencies {
  /** Left out: no analytical projection is kept. */
  readonly analytics?: AnalyticsQueries | undefined;
  readonly priceHistory: PriceHistoryStore;
  readonly offers: Pick<OfferStore, 'byIds' | 'ofProduct'>;
  readonly catalog: Pick<CatalogStore, 'addAliases' | 'products'>;
}

/** The most entries of an answer about prices given, which has one for each customer. */
const maxQuotedPriceDays = 10_000;

/** The offers of a product. Throws `not_found` when it is unknown. */
const offersOf = async (
  { offers, catalog }: Dependencies,
  productId: string,
  signal: AbortSignal,
): Promise<readonly Offer[]> => {
  const known = await offers.ofProduct(productId, { signal });
  if (known.length > 0) return known;
  const [product] = await catalog.products([productId], { signal });
  if (product === undefined) throw notFound('product', productId);
  return [];
};

const sourcesOf = ({ id, views }: Offer): readonly OfferSource[] =>
  views.map(({ credential }) => ({ offerId: id, credentialId: credential.id }));

/** Reads a question about prices, for what every credential saw of the product's offers. */
const priceQuestion = async (sources: Dependencies, request: PriceHistoryRequest, { now, signal }: RequestContext) => {
  const { canonicalId, quantity, ...asked } = request;
  throwIfAny(checkId('canonical_id', canonicalId), checkWithin('quantity', quantity, 1, maxQuantity));
  const { period, ...days } = askedDays(asked, now());
  const offers = await offersOf(sources, canonicalId, signal);
  return {
    offers,
    question: { sources: offers.flatMap(sourcesOf), quantity, period },
    heading: { productId: canonicalId, quantity, ...days },
  };
};

/** What was seen of an offer, a series a credential. */
const seriesOf = ({ id, supplierId, supplierSku, views }: Offer, days: readonly PriceDay[]): readonly PriceSeries[] =>
  views.map(({ credential }) => ({
    offerId: id,
    supplierId,
    supplierSku,
    credential,
    days: days.filter((day) => day.offerId === id && day.credentialId === credential.id),
  }));

/** Creates what operators ask about time and volume. */
export const viewAnalytics = (sources: Dependencies): AnalyticsAdministration => ({
  viewPriceHistory: async (request, context) => {
    const { offers, question, heading } = await priceQuestion(sources, request, context);
    const limited = { ...question, limit: maxPriceDays + 1 };
    const found = await sources.priceHistory.priceHistory(limited, { signal: context.signal });
    const days = found.slice(0, maxPriceDays);
    const series = offers.flatMap((offer) => seriesOf(offer, days)).filter((each) => each.days.length > 0);
    return { ...heading, series, isTruncated: found.length > days.length };
  },
  viewPriceSpread: async (request, context) => {
    const kept = requireProjection(sources.analytics);
    const { question, heading } = await priceQuestion(sources, request, context);
    return { ...heading, days: await kept.priceSpread(question, { signal: context.signal }) };
  },
  viewSupplierCoverage: async (_request, { now, signal }) => {
    const since = (ms: number): Date => new Date(now().getTime() - ms);
    const question = { pricesSince: since(objectiveMs.price), stocksSince: since(objectiveMs.stock) };
    return requireProjection(sources.analytics).supplierCoverage(question, { signal });
  },
  viewLeadTimes: async ({ supplierId, ...asked }, { now, signal }) => {
    const kept = requireProjection(sources.analytics);
    const { period, ...heading } = askedDays(asked, now());
    return { ...heading, days: await kept.leadTimeTrend({ supplierId, period }, { signal }) };
  },
  viewBudgetUse: async ({ supplierId, ...asked }, { now, signal }) => {
    const kept = requireProjection(sources.analytics);
    const { period, ...heading } = askedDays(asked, now());
    return { ...heading, days: await kept.budgetUse({ supplierId, period }, { signal }) };
  },
  viewPricesGiven: async ({ productId, customerId, ...asked }, { now, signal }) => {
    const kept = requireProjection(sources.analytics);
    throwIfAny(checkId('id', productId));
    const { period, ...heading } = askedDays(asked, now());
    await offersOf(sources, productId, signal);
    const question = { productId, customerId, period, limit: maxQuotedPriceDays + 1 };
    const days = await kept.pricesGiven(question, { signal });
    const isTruncated = days.length > maxQuotedPriceDays;
    return { productId, ...heading, days: days.slice(0, maxQuotedPriceDays), isTruncated };
  },
});
