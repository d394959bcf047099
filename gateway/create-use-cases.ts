import type { AlternateCandidates } from '../domain/alternates/ports.ts';
import type { PriceHistoryStore } from '../domain/analytics/ports.ts';
import type { RecordQuotedPrice } from '../domain/analytics/quoted-price.ts';
import type { CatalogStore, ProductStatements } from '../domain/catalog/ports.ts';
import type { Profiles } from '../domain/identity/profile.ts';
import type { OfferStore } from '../domain/offers/ports.ts';
import { getPriceHistory } from './analytics/price-history.ts';
import { findAlternates } from './catalog/find-alternates.ts';
import { getOffers } from './catalog/get-offers.ts';
import { getProduct } from './catalog/get-product.ts';
import { listCategories } from './catalog/list-categories.ts';
import { createProductReads } from './catalog/product-reads.ts';
import { searchProducts } from './catalog/search-products.ts';
import { streamProducts } from './catalog/stream-products.ts';
import { createSupplyRoutes } from './catalog/supply-routes.ts';
import type { EnrichmentUseCases } from './enrichment/use-cases.ts';
import type { OnItemError } from './errors/item-error.ts';
import type { EstimateUseCases } from './estimates/use-cases.ts';
import { askForNumber } from './parts/ask-for-number.ts';
import { type MatchPartsDependencies, matchParts } from './parts/match-parts.ts';
import { bulkCalculatePrice } from './pricing/bulk-calculate-price.ts';
import { calculatePrice } from './pricing/calculate-price.ts';
import type { OfferCache } from './pricing/offer-cache/offer-cache.ts';
import { noPriceBooks, type PriceBooks } from './pricing/price-books.ts';
import { createCursors } from './request/paging.ts';
import type { Visibility } from './visibility/visibility.ts';
import type { WebhookUseCases } from './webhooks/use-cases.ts';
import type { WatchUseCases } from './webhooks/watch-use-cases.ts';

/** Dependencies of the use cases. */
export interface UseCaseDependencies {
  readonly catalog: CatalogStore;
  readonly offers: OfferStore;
  /** What sources state of products; left out: nothing is known of it. */
  readonly statements?: Pick<ProductStatements, 'stated'>;
  /** Left out: alternates cannot be found. */
  readonly alternates?: AlternateCandidates;
  /** The offers that prices are computed from. */
  readonly offerCache: Pick<OfferCache, 'load' | 'find'>;
  /** Room for prices that are given again, in bytes; left out: 64 MiB. Taken as it is needed. */
  readonly answerBytes?: number;
  /** The rules and rates that prices are computed from; left out: none. */
  readonly priceBooks?: Pick<PriceBooks, 'current' | 'asOf'>;
  /** Called with the product of every priced offer; must be quick. */
  readonly onPriced?: (productId: string) => void;
  /** Told every price as the caller gets it; must be quick. */
  readonly onQuoted?: RecordQuotedPrice | undefined;
  /** Told of every item of a stream or list that is answered with an error. */
  readonly onItemError?: OnItemError;
  /** The identity profiles that hold; may change as operators change them. */
  readonly profiles: Profiles;
  /** What callers see; left out: everything. */
  readonly visibility?: Visibility;
  /** The delivery zones that exist. */
  readonly zones: readonly string[];
  /**
   * The zone of callers who name none and have none; left out: none, in which no rule for a zone
   * applies.
   */
  readonly defaultZone?: string;
  /** Finds the products of parts as those of lines; left out: parts cannot be matched. */
  readonly parts?: Pick<MatchPartsDependencies, 'resolver' | 'lookUps'>;
  /** What offers cost over time. */
  readonly priceHistory: PriceHistoryStore;
  /** Left out: there are no enrichment jobs. */
  readonly enrichment?: EnrichmentUseCases;
  /** Left out: there are no estimates. */
  readonly estimates?: EstimateUseCases;
  /** Left out: there are no webhooks. */
  readonly webhooks?: WebhookUseCases & WatchUseCases;
  /**
   * At least 16 secret bytes that every process of the deployment shares; they seal the cursors.
   */
  readonly cursorKey: Uint8Array;
}

const nothingStated: Pick<ProductStatements, 'stated'> = { stated: async () => [] };

const everything: Visibility = { of: () => undefined };

/** Creates the operations over the given stores. */
export const createUseCases = (dependencies: UseCaseDependencies) => {
  const { zones, profiles, visibility = everything } = dependencies;
  const { product, ofProduct } = createProductReads(dependencies);
  const catalog = { ...dependencies.catalog, product };
  const offers = { ...dependencies.offers, ofProduct };
  const { onItemError = () => undefined } = dependencies;
  const { onPriced = () => undefined, onQuoted, priceBooks = noPriceBooks, defaultZone = '', parts } = dependencies;
  const pricing = { offers, books: priceBooks, zones, defaultZone, visibility, onPriced, onQuoted };
  const price = calculatePrice({
    cache: dependencies.offerCache,
    answerBytes: dependencies.answerBytes ?? 2 ** 26,
    ...pricing,
  });
  const routes = createSupplyRoutes(offers);
  return {
    searchProducts: searchProducts(
      catalog,
      profiles,
      createCursors(dependencies.cursorKey),
      visibility,
      parts && askForNumber(parts.lookUps, visibility),
    ),
    listCategories: listCategories(catalog, visibility),
    getProduct: getProduct({
      catalog,
      offers,
      profiles,
      visibility,
      statements: dependencies.statements ?? nothingStated,
    }),
    ...(dependencies.alternates && {
      findAlternates: findAlternates({ catalog, profiles, visibility, alternates: dependencies.alternates }),
    }),
    streamProducts: streamProducts(catalog, profiles, visibility),
    getOffers: getOffers({ catalog, offers, routes, visibility }),
    ...(parts && { matchParts: matchParts({ ...pricing, ...parts, catalog, profiles, routes, onItemError }) }),
    getPriceHistory: getPriceHistory({ catalog, offers, visibility, history: dependencies.priceHistory }),
    calculatePrice: price,
    bulkCalculatePrice: bulkCalculatePrice(price, (kind) => onItemError('BulkCalculatePrice', kind)),
    ...(dependencies.enrichment && { enrichment: dependencies.enrichment }),
    ...(dependencies.estimates && { estimates: dependencies.estimates }),
    ...(dependencies.webhooks && { webhooks: dependencies.webhooks }),
  };
};

/** The operations that both edges offer, one function each; HTTP alone has webhooks. */
export type UseCases = ReturnType<typeof createUseCases>;
