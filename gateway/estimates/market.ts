import { stretches } from '../../concurrency/stretches.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import type { TariffStatements } from '../../domain/catalog/ports.ts';
import type {
  EstimateMarket,
  Market,
  MarketOffer,
  MarketPrice,
  NoPriceReason,
  WantedQuantity,
} from '../../domain/estimate/market.ts';
import { usualOrderCost } from '../../domain/estimate/order-costs.ts';
import { knownUnit } from '../../domain/estimate/parse/units.ts';
import type { OrderTerms, StatedOrderTerms } from '../../domain/estimate/ports.ts';
import { productNameOf } from '../../domain/estimate/resolution.ts';
import {
  markTwins,
  type Seller,
  type SellerOf,
  sellerIdOf,
  sellersAmong,
  shipsFromOf,
} from '../../domain/estimate/seller.ts';
import { manufacturerOf, type Offer, type OfferView, withdrawnSince } from '../../domain/offers/offer.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import { countriesOfZone } from '../../domain/pricing/duties/zone-countries.ts';
import { type EffectiveLadder, effectiveLadder, exactPrice } from '../../domain/pricing/effective-ladder.ts';
import { type OrderAmounts, orderAmounts } from '../../domain/pricing/order-amounts.ts';
import type { PriceBook } from '../../domain/pricing/price-book.ts';
import { type SourceSelection, selectSource } from '../../domain/pricing/source-selection.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import { offersThrough } from '../catalog/visible-offers.ts';
import type { PriceBooks } from '../pricing/price-books.ts';
import type { View, Visibility } from '../visibility/visibility.ts';
import { callerOf } from './buyer.ts';
import { withDuties } from './duties.ts';

/**
 * The market of an estimate: every offer of its products that the customer may see, with what each
 * costs this customer, made by the same functions as the answers of `CalculatePrice`. Offers are
 * read once; all that is said of them, exact prices too, is of that one reading. Prices are worked
 * out in short stretches, so that other estimates are not held up.
 */

/** Dependencies of the market. */
export interface MarketDependencies {
  readonly offers: Pick<OfferStore, 'byIds'>;
  /** The ids of the offers of products. */
  readonly offersOfProducts: (productIds: readonly string[], options?: ReadOptions) => Promise<readonly string[]>;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly orderTerms: StatedOrderTerms;
  readonly books: Pick<PriceBooks, 'current'>;
  readonly visibility: Visibility;
  /** Read where duties are stated for the destination. */
  readonly tariffStatements: TariffStatements;
  readonly defaultZone: string;
  /** The countries of delivery zones, as far as they are stated. */
  readonly zoneCountries: Readonly<Record<string, readonly string[]>>;
  readonly now: () => Date;
  /** Waits until other work has had its turn. */
  readonly nextTurn: () => Promise<void>;
}

/** Money is counted in millionths. */
const places = 6;

/** How prices are asked for. */
interface Asking {
  readonly caller: Caller;
  readonly zone: string;
  readonly currency: string | undefined;
  readonly at: Date;
  readonly book: PriceBook;
  readonly terms: ReadonlyMap<string, OrderTerms>;
  readonly sellerOf: SellerOf;
  readonly products: ReadonlyMap<string, Product>;
}

/** The currency that most of the offers are priced in; of equals the first by name. */
export const usualCurrency = (seen: readonly VisibleOffer[], caller: Caller, at: Date): string | undefined => {
  const counts = new Map<string, number>();
  for (const { offer } of seen) {
    const statement = selectSource(offer.views, caller, at).chosen?.price.value;
    if (statement?.kind !== 'ladder') continue;
    counts.set(statement.ladder.currency, (counts.get(statement.ladder.currency) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];
};

const noPriceReasons: Readonly<Record<Extract<EffectiveLadder, { kind: 'none' }>['reason'], NoPriceReason>> = {
  no_observation: 'no_price',
  on_request: 'price_on_request',
  no_exchange_rate: 'no_exchange_rate',
  amount_too_large: 'amount_too_large',
};

const isPriceMasked = ({ maskedPrice }: VisibleOffer, view: Parameters<VisibleOffer['maskedPrice']>[0]): boolean =>
  maskedPrice(view).has('amounts');

/** What the ladder says, unless a policy hides it: then that is all that is told. */
const priceOf = (
  ladder: EffectiveLadder,
  { chosen, trail }: SourceSelection,
  { isMasked, currency }: { readonly isMasked: boolean; readonly currency: string | undefined },
): MarketPrice => {
  const none = (reason: NoPriceReason): MarketPrice => ({ kind: 'none', reason });
  const isHidden = chosen === undefined && trail.some(({ outcome }) => outcome === 'not_visible');
  if (isMasked || isHidden) return none('price_hidden');
  if (ladder.kind === 'ladder')
    return { kind: 'ladder', breaks: ladder.steps, ...(ladder.reelPieces && { reelPieces: ladder.reelPieces }) };
  const reason = noPriceReasons[ladder.reason];
  const stated = chosen?.price.value;
  // In the currency that is wanted it is a rule's that there is no rate for.
  const isOther = stated?.kind === 'ladder' && stated.ladder.currency !== currency;
  return reason === 'no_exchange_rate' && isOther
    ? { kind: 'none', reason, currency: stated.ladder.currency }
    : none(reason);
};

/** What is shown of an offer's product. */
const productOf = (product: Product | undefined): Pick<MarketOffer, 'product' | 'lifecycle'> => ({
  product: product && productNameOf(product),
  ...(product?.lifecycle && { lifecycle: product.lifecycle }),
});

/** How the offer was matched, as far as the customer may see that. */
const matchOf = ({ offer, masked }: VisibleOffer): Pick<MarketOffer, 'match'> => {
  if (masked.has('match_confidence')) return {};
  const { matchConfidence: confidence, matchRule: rule } = offer;
  return { match: { confidence, ...(rule !== undefined && !masked.has('match_rule') && { rule }) } };
};

/** How the pieces come, as far as the customer may see that. */
const packagingOf = (
  { offer: { sale }, masked }: VisibleOffer,
  { packaging }: OfferView,
): Pick<MarketOffer, 'packaging' | 'standardPackage'> =>
  masked.has('packaging')
    ? {}
    : {
        ...(packaging !== undefined && { packaging }),
        ...(sale?.standardPackage !== undefined && { standardPackage: sale.standardPackage }),
      };

const unitOf = (word = ''): Pick<MarketOffer, 'unitOfSale'> => {
  const unitOfSale = knownUnit(word);
  return unitOfSale === undefined ? {} : { unitOfSale };
};

/** A page names who has it, so that it is shown only where the supplier and its number are. */
const pageOf = ({ offer: { sale }, masked }: VisibleOffer): Pick<MarketOffer, 'productUrl'> =>
  sale?.productUrl === undefined || masked.has('supplier_id') || masked.has('supplier_sku')
    ? {}
    : { productUrl: sale.productUrl };

/** Where it ships from tells of who sells it, so that it is shown only where the supplier is. */
const shownOrigin = (
  { offer, masked }: VisibleOffer,
  { id }: Seller,
  terms: Asking['terms'],
): Pick<MarketOffer, 'shipsFrom'> => {
  const shipsFrom = masked.has('supplier_id') ? undefined : shipsFromOf(offer, id, terms);
  return shipsFrom === undefined ? {} : { shipsFrom };
};

/**
 * An offer as the customer sees it; undefined where no credential that it may look through has seen
 * it.
 */
const marketOffer = (
  seen: VisibleOffer,
  productId: string,
  pieces: readonly number[],
  { at, ...asking }: Asking,
): MarketOffer | undefined => {
  const { offer, masked } = seen;
  const selection = selectSource(offer.views, asking.caller, at);
  const { chosen, trail } = selection;
  const view = chosen?.view ?? trail[0]?.view;
  if (view === undefined) return undefined;
  const seller = asking.sellerOf(offer);
  const ladder = effectiveLadder({ ...asking, at, offer, quantities: pieces, places });
  return {
    offerId: offer.id,
    productId,
    supplierId: offer.supplierId,
    shownSupplierId: masked.has('supplier_id') ? '' : offer.supplierId,
    shownSupplierName: masked.has('supplier_id') ? '' : (asking.terms.get(offer.supplierId)?.supplierName ?? ''),
    shownSku: masked.has('supplier_sku') ? '' : offer.supplierSku,
    seller: { ...seller, ...(masked.has('supplier_id') && { name: '' }) },
    ...(withdrawnSince(trail.map((each) => each.view)) && { isWithdrawn: true as const }),
    manufacturer: manufacturerOf(offer) ?? '',
    ...productOf(asking.products.get(productId)),
    stock: masked.has('stock') ? undefined : view.stock?.value,
    minOrderQuantity: view.minimumOrderQuantity,
    orderMultiple: view.orderMultiple,
    ...pageOf(seen),
    ...(offer.sale?.maximumOrderQuantity !== undefined && { maxOrderQuantity: offer.sale.maximumOrderQuantity }),
    ...packagingOf(seen, view),
    ...unitOf(offer.sale?.unitOfSale),
    ...shownOrigin(seen, seller, asking.terms),
    handlingDays: asking.terms.get(offer.supplierId)?.handlingDays ?? 0,
    leadTimeDays: masked.has('lead_time_days') ? undefined : view.leadTimeDays,
    freshness: chosen?.freshness ?? { status: 'EMPTY', ...(view.refreshEta && { refreshEta: view.refreshEta }) },
    ...(chosen && { priceAgeMs: at.getTime() - chosen.price.observedAt.getTime() }),
    ...(view.stock && !masked.has('stock') && { stockAgeMs: at.getTime() - view.stock.observedAt.getTime() }),
    ...matchOf(seen),
    ...(seen.maskedPrice(view).has('breakdown') && { isBreakdownHidden: true as const }),
    price: priceOf(ladder, selection, { isMasked: isPriceMasked(seen, view), currency: asking.currency }),
  };
};

/** The products of offers, without what a policy masks. */
const productsOf = async (
  seen: readonly VisibleOffer[],
  view: View | undefined,
  options: ReadOptions,
): Promise<ReadonlyMap<string, Product>> => {
  const products = new Map(seen.flatMap(({ offer: { product } }) => (product ? [[product.id, product] as const] : [])));
  const shown = view === undefined ? [...products.values()] : await view.products([...products.values()], options);
  return new Map(shown.map((product) => [product.id, product]));
};

const byProduct = async (
  seen: readonly VisibleOffer[],
  wants: readonly WantedQuantity[],
  asking: Asking,
  { nextTurn }: Pick<MarketDependencies, 'nextTurn'>,
) => {
  const pieces = new Map(wants.map((want) => [want.productId, want.pieces]));
  const found = new Map<string, MarketOffer[]>();
  const work = stretches(nextTurn);
  for (const each of seen) {
    const { productId } = each.offer;
    if (productId === undefined) continue;
    const offer = marketOffer(each, productId, pieces.get(productId) ?? [1], asking);
    if (offer === undefined) continue;
    const offers = found.get(productId);
    if (offers === undefined) found.set(productId, [offer]);
    else offers.push(offer);
    if (work.isOver()) await work.next();
  }
  return new Map([...found].map(([productId, offers]) => [productId, markTwins(offers)]));
};

/** Offers that are read at a time: what comes of them is worked out in one piece. */
const readAtOnce = 256;

/** Reads offers in parts, the next of which is read while one is worked out. */
const readInParts = async (
  { offers, nextTurn }: Pick<MarketDependencies, 'offers' | 'nextTurn'>,
  ids: readonly string[],
  options: ReadOptions,
): Promise<readonly Offer[]> => {
  const read = (from: number): Promise<readonly Offer[]> => {
    const part = offers.byIds(ids.slice(from, from + readAtOnce), options);
    // The part before it may fail first; then this promise has no waiter.
    part.catch(() => undefined);
    return part;
  };
  const known: Offer[] = [];
  let next = read(0);
  for (let from = readAtOnce; from - readAtOnce < ids.length; from += readAtOnce) {
    const part = next;
    next = read(from);
    known.push(...(await part));
    await nextTurn();
  }
  return known;
};

/** What rules add to orders as such, by supplier. */
const orderAmountsAt = (
  supplierIds: readonly string[],
  { book, caller, zone, currency, at }: Asking,
): ReadonlyMap<string, OrderAmounts> =>
  new Map(
    supplierIds.flatMap((supplierId) => {
      if (currency === undefined) return [];
      const amounts = orderAmounts({ book, caller, zone, supplierId, currency, at });
      return amounts === undefined ? [] : [[supplierId, amounts] as const];
    }),
  );

/** The offers with their duties, where any are stated for the destination. */
const dutied = async (
  offers: Market['offers'],
  readings: ReadonlyMap<string, Offer>,
  asking: Pick<Asking, 'book' | 'zone' | 'terms' | 'at'>,
  {
    tariffStatements: statements,
    zoneCountries,
    nextTurn,
  }: Pick<MarketDependencies, 'tariffStatements' | 'zoneCountries' | 'nextTurn'>,
  options: ReadOptions,
): Promise<Market['offers']> => {
  const { book, zone, terms, at } = asking;
  const schedule = book.duties.get(zone);
  if (schedule === undefined) return offers;
  const countries = countriesOfZone(zone, zoneCountries);
  const shipsFrom = (offer: MarketOffer): string | undefined =>
    shipsFromOf(readings.get(offer.offerId) ?? {}, sellerIdOf(offer), terms);
  return withDuties(offers, { schedule, statements, countries, shipsFrom, at, nextTurn }, options);
};

/** Creates the market. */
export const createMarket = (sources: MarketDependencies): EstimateMarket => ({
  quote: async (buyer, wants, options = {}) => {
    const [caller, ids] = await Promise.all([
      callerOf(buyer.caller, sources.customers, options),
      sources.offersOfProducts(
        wants.map(({ productId }) => productId),
        options,
      ),
    ]);
    const known = await readInParts(sources, ids, options);
    const terms = await sources.orderTerms.of([...new Set(known.map(({ supplierId }) => supplierId))], options);
    const at = sources.now();
    const view = sources.visibility.of({ caller, now: sources.now });
    const seen = offersThrough(
      view,
      known.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const products = await productsOf(seen, view, options);
    const currency = buyer.currency ?? caller.currency ?? usualCurrency(seen, caller, at);
    const zone = buyer.deliveryZone ?? caller.deliveryZone ?? sources.defaultZone;
    const book = sources.books.current();
    const asking: Asking = { caller, zone, currency, at, book, terms, sellerOf: sellersAmong(terms), products };
    const toMarket = { rates: book.rates, at };
    const readings = new Map(seen.map(({ offer }) => [offer.id, offer]));
    const priced = await byProduct(seen, wants, asking, sources);
    const offers = await dutied(priced, readings, asking, sources, options);
    const market: Market = {
      currency: currency ?? '',
      places,
      offers,
      orderCosts: new Map(
        [...terms].flatMap(([id, { cost }]) =>
          cost ? [[id, usualOrderCost(cost, currency ?? '', toMarket)] as const] : [],
        ),
      ),
      orderAmounts: orderAmountsAt([...terms.keys()], asking),
      priceOf: (offerId, quantity) => {
        const offer = readings.get(offerId);
        return offer && exactPrice({ ...asking, offer, quantity });
      },
    };
    return market;
  },
});
