import type { Caller } from '../../domain/callers/caller.ts';
import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { isFailure } from '../../domain/errors.ts';
import { amount } from '../../domain/money.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import type { WatchedValue, WatchRule, WatchTarget } from '../../domain/webhooks/watch.ts';
import type { ClaimedWatch, ObserveWatched, Watcher } from '../../domain/webhooks/watch-ports.ts';
import type { Offer } from '../../proto/gen/svc/public/v1/offers.ts';
import type { CalculatePriceRequest, PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { shownOffers, toShownOffer } from '../catalog/get-offers.ts';
import type { SupplyRoutes } from '../catalog/supply-routes.ts';
import { offersThrough, visibleOffersOf } from '../catalog/visible-offers.ts';
import { callerOf } from '../estimates/buyer.ts';
import type { RequestContext, UseCase } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';

/**
 * As whom a watch is looked at, in the groups that its customer is in now. A web token names groups
 * for minutes and a watch lasts, so that those of a token count while the customer is in them.
 * Rejects as the store does.
 */
export const callerOfWatch = async (
  watcher: Watcher,
  customers: Pick<CustomerStore, 'get'>,
  options?: ReadOptions,
): Promise<Caller> => {
  const caller = await callerOf(watcher, customers, options);
  const customer = await customers.get(watcher.customerId, options);
  const current = new Set(customer?.groupIds);
  return { ...caller, groupIds: caller.groupIds.filter((id) => current.has(id)) };
};

/** Dependencies of looks at what is watched. */
export interface ObserveDependencies {
  readonly catalog: Pick<CatalogStore, 'product'>;
  readonly offers: Pick<OfferStore, 'ofProduct' | 'byIds'>;
  readonly visibility: Visibility;
  readonly routes: SupplyRoutes;
  readonly calculatePrice: UseCase<CalculatePriceRequest, PricingResponse>;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly now: () => Date;
}

/** Offers of a product that are looked at. */
const maxOffers = 200;

const visibleOf = async (
  deps: ObserveDependencies,
  target: WatchTarget,
  context: RequestContext,
): Promise<readonly VisibleOffer[]> => {
  if (target.kind === 'product') return visibleOffersOf(deps, target.productId, context);
  const { signal, caller: tenant } = context;
  return offersThrough(deps.visibility.of(context), await deps.offers.byIds([target.offerId], { signal, tenant }));
};

/** Offers as the answer to the same customer would have them, with what is hidden left out. */
const offersSeen = async (
  deps: ObserveDependencies,
  target: WatchTarget,
  context: RequestContext,
): Promise<readonly Offer[]> => {
  const visible = await visibleOf(deps, target, context);
  const routeOf = await deps.routes();
  return shownOffers(visible, context.caller, deps.now())
    .slice(0, maxOffers)
    .map((offer) => toShownOffer(offer, routeOf));
};

/** The lowest price of a piece; undefined where no offer has one. */
const lowestPrice = async (
  { calculatePrice }: ObserveDependencies,
  offers: readonly Offer[],
  { quantity, currency }: { readonly quantity: number; readonly currency: string },
  context: RequestContext,
): Promise<WatchedValue> => {
  const prices = await Promise.all(
    offers.map(({ id: offerId }) =>
      calculatePrice({ offerId, quantity, deliveryZone: '', date: undefined, currency }, context),
    ),
  );
  const known = prices
    .filter((price) => price.currency === currency && price.unitPriceDecimal !== '')
    .map(({ unitPriceDecimal }) => amount(unitPriceDecimal));
  return known.toSorted((a, b) => a.comparedTo(b))[0]?.toFixed();
};

/** Those that their suppliers still have. */
const held = (offers: readonly Offer[]): readonly Offer[] =>
  offers.filter(({ withdrawnAt }) => withdrawnAt === undefined);

/**
 * All pieces that are in stock; undefined where nobody says how many. Of offers that are all
 * withdrawn there is nothing in stock.
 */
const stockOf = (all: readonly Offer[]): WatchedValue => {
  const offers = held(all);
  if (offers.length === 0 && all.length > 0) return 0;
  const known = offers
    .flatMap(({ stock }) => stock)
    .flatMap(({ quantity }) => (quantity === undefined ? [] : [quantity]));
  return known.length === 0 ? undefined : known.reduce((sum, each) => sum + each, 0);
};

/** The shortest lead time; undefined where nobody states one. */
const leadTimeOf = (offers: readonly Offer[]): WatchedValue => {
  const known = offers.flatMap(({ leadTimeDays }) => (leadTimeDays === undefined ? [] : [leadTimeDays]));
  return known.length === 0 ? undefined : Math.min(...known);
};

const lifecycleOf = async (
  { catalog, visibility }: ObserveDependencies,
  productId: string | undefined,
  context: RequestContext,
): Promise<WatchedValue> => {
  const { signal } = context;
  const product = productId && (await catalog.product(productId, { signal }));
  if (!product) return undefined;
  const view = visibility.of(context);
  const [seen] = view === undefined ? [product] : await view.products([product], { signal });
  return seen?.lifecycle;
};

const watchedValue = async (
  deps: ObserveDependencies,
  { rule, target, quantity }: { readonly rule: WatchRule; readonly target: WatchTarget; readonly quantity: number },
  context: RequestContext,
): Promise<WatchedValue> => {
  if (rule.kind === 'lifecycle_changed' && target.kind === 'product')
    return lifecycleOf(deps, target.productId, context);
  const offers = await offersSeen(deps, target, context);
  switch (rule.kind) {
    case 'price_above':
    case 'price_below':
    case 'price_changed':
      return lowestPrice(deps, held(offers), { quantity, currency: rule.currency }, context);
    case 'stock_from':
    case 'stock_below':
      return stockOf(offers);
    case 'lead_time_above':
    case 'lead_time_below':
      return leadTimeOf(held(offers));
    case 'lifecycle_changed':
      return lifecycleOf(deps, offers[0]?.canonicalId || undefined, context);
  }
};

/**
 * Looks at what a watch is about through the eyes of its customer: by the same use cases, under the
 * same policies and credentials, as an answer to a request. What is gone or hidden is not known.
 */
export const createObserveWatched =
  (deps: ObserveDependencies): ObserveWatched =>
  async ({ watch, watcher, cause }: ClaimedWatch, signal) => {
    const caller = await callerOfWatch(watcher, deps.customers, { signal });
    const { correlationId = watch.id, traceparent } = cause ?? {};
    const context = { caller, correlationId, traceparent, signal, now: deps.now };
    try {
      return await watchedValue(deps, watch, context);
    } catch (error) {
      if (isFailure(error, 'not_found')) return undefined;
      throw error;
    }
  };
