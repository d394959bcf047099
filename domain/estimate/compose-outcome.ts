import { type Freshness, objectiveMs, worstFreshness } from '../offers/freshness.ts';
import { decimalText } from '../pricing/fixed-point.ts';
import type { Basket } from './basket.ts';
import { isSubstitute, lineOffer, offersOf, stockOf } from './basket-problem.ts';
import { type Composition, type CompositionIndex, indexOf, paidNeed, picksOf } from './composition.ts';
import type { LineDoubt } from './draft.ts';
import type { Market, MarketOffer } from './market.ts';
import type { Need, NeededLine } from './needs.ts';
import { coverageOf, missingRateDoubts, sumOfCoverages } from './offer-coverage.ts';
import { type OrderedItem, ordersOf, paidForGoods, shownSeller, totalOfOrders, unknownDuties } from './orders.ts';
import {
  type EstimateOutcome,
  freshnessText,
  type LeftOutReason,
  type OfferCoverage,
  type OutcomeCertificate,
  type OutcomeChoice,
  type OutcomeLine,
} from './outcome.ts';
import type { EstimateLine, Purchase } from './problem.ts';
import { cheapestOrder, dutyOfQuantity, shipmentOf } from './purchase.ts';
import { dutyAmount, dutyOfAll, purchaseDuty } from './purchase-duty.ts';
import { isInUnitOfSale, type OfferRefusal, refusalOf } from './refusals.ts';
import { risksOf } from './risks.ts';
import { priceOfAll, type SharedPurchase } from './share-purchases.ts';
import { soldIn } from './units-of-sale.ts';

/**
 * From a basket back to the lines of the bill of materials, in the prices that `CalculatePrice`
 * names.
 */

const alternativesShown = 5;

const alternateOf = ({ productId }: MarketOffer, { alternates }: Need): Pick<OutcomeChoice, 'alternate'> => {
  const alternate = alternates?.get(productId);
  return alternate === undefined ? {} : { alternate };
};

const ownSubstitution = ({ substitution }: Need): Pick<OutcomeLine, 'substitution'> => {
  const { isOfLine, ...held } = substitution;
  return isOfLine ? { substitution: held } : {};
};

/** Where an offer comes from, and the duty on it. */
const importOf = (offer: MarketOffer, due: string | undefined): Pick<OutcomeChoice, 'shipsFrom' | 'duty'> => {
  const duty = purchaseDuty(offer, due);
  return { ...(offer.shipsFrom !== undefined && { shipsFrom: offer.shipsFrom }), ...(duty && { duty }) };
};

const choiceOf = (offer: MarketOffer, shared: SharedPurchase, need: Need): OutcomeChoice => ({
  offerId: offer.offerId,
  supplierId: offer.shownSupplierId,
  supplierSku: offer.shownSku,
  supplierName: offer.shownSupplierName,
  seller: shownSeller(offer),
  ...(offer.productUrl !== undefined && { productUrl: offer.productUrl }),
  ...(offer.packaging !== undefined && { packaging: offer.packaging }),
  ...(offer.unitOfSale !== undefined && { unitOfSale: offer.unitOfSale }),
  productId: offer.productId,
  ...(offer.product && { product: offer.product }),
  manufacturer: offer.manufacturer,
  quantity: shared.quantity,
  price: shared.price,
  ...importOf(offer, shared.duty),
  ...(offer.leadTimeDays !== undefined && { leadTimeDays: offer.leadTimeDays }),
  ships: shared.ships,
  isSubstitute: isSubstitute(offer, need),
  ...alternateOf(offer, need),
  ...(offer.match && { match: offer.match }),
  warehouses: shared.warehouses,
  freshness: freshnessText(offer.freshness),
});

/** Whether not even a person's word brings the offer into the basket as things are. */
const isOutOfReach = (refusal: OfferRefusal | undefined): boolean =>
  refusal === 'excluded_by_request' || refusal === 'withdrawn';

/** What the whole line would cost at the offers that were not chosen for it. */
const alternativesOf = (need: Need, line: NeededLine, chosen: ReadonlySet<string>, market: Market): OutcomeChoice[] => {
  const pieces = line.toBuy;
  return offersOf(need, market)
    .filter((offer) => isInUnitOfSale(offer, need) && !chosen.has(offer.offerId))
    .filter((offer) => !isOutOfReach(refusalOf(offer, need)))
    .flatMap((offer) => {
      const given = lineOffer(offer, need);
      const order = given && cheapestOrder(given, pieces);
      if (given === undefined || order === undefined) return [];
      return [{ offer, order: { ...order, duty: dutyOfQuantity(given, order.quantity) } }];
    })
    .toSorted((a, b) => a.order.cost - b.order.cost || (a.offer.offerId < b.offer.offerId ? -1 : 1))
    .slice(0, alternativesShown)
    .map(({ offer, order }) => {
      const { offerId } = offer;
      const { quantity } = order;
      const price = paidForGoods({ offerId, ...order }, market);
      const duty = dutyAmount(offer.duty, price, market.currency);
      const warehouses = picksOf(offer, quantity);
      const ships = shipmentOf({ ...offer, stock: stockOf(offer) }, quantity);
      const shared = { offerId, quantity, price, ...(duty !== undefined && { duty }), warehouses, ships };
      return choiceOf(offer, shared, need);
    });
};

const offerDoubts = (offer: MarketOffer): readonly LineDoubt[] => {
  const doubts: LineDoubt[] = [];
  const name = offer.shownSku || 'the offer';
  if (stockOf(offer) === undefined)
    doubts.push({ code: 'stock_unknown', text: `the stock of ${name} is not known; it was taken as enough` });
  if (offer.minOrderQuantity === undefined || offer.orderMultiple === undefined)
    doubts.push({
      code: 'order_rules_unknown',
      text: `the least order or the order multiple of ${name} is not known; it was taken as one piece`,
    });
  if (offer.freshness.status === 'STALE') {
    const { refreshEta } = offer.freshness;
    const next = refreshEta === undefined ? '' : `; the next look is due at ${refreshEta.toISOString()}`;
    doubts.push({ code: 'price_not_fresh', text: `the price of ${name} is older than it should be${next}` });
  }
  if ((offer.stockAgeMs ?? 0) > objectiveMs.stock) {
    const hours = Math.floor((offer.stockAgeMs ?? 0) / 3_600_000);
    doubts.push({ code: 'stock_not_fresh', text: `the stock of ${name} was looked at ${hours} hours ago` });
  }
  return doubts;
};

/** What is sold in another unit than the line says, or in one where the line says none. */
const unitDoubts = (
  { measured }: NeededLine,
  { unitOfSale: agreed }: Need,
  used: readonly MarketOffer[],
): readonly LineDoubt[] => {
  if (measured !== undefined && agreed !== undefined) return [];
  return used.flatMap((offer) => {
    const unit = soldIn(offer);
    if (unit === (measured?.unit ?? 'piece') || offer.unitOfSale === undefined) return [];
    const text = `${offer.shownSku || 'the offer'} is sold in the unit ${unit}; the quantity was taken as such`;
    return [{ code: 'unit_not_pieces' as const, text }];
  });
};

/** A purchase of more than so many times the need is rather a mistake in the list than wanted. */
const farMore = 10;

const excessDoubts = ({ toBuy: pieces }: Need, purchases: readonly Purchase[]): readonly LineDoubt[] => {
  const bought = purchases.reduce((sum, { quantity }) => sum + quantity, 0);
  if (bought <= pieces * farMore) return [];
  const text = `${bought} are bought where ${pieces} are needed: fewer cannot be ordered, or cost more`;
  return [{ code: 'far_more_than_needed', text }];
};

const lineFreshness = (need: Need, used: readonly MarketOffer[], market: Market): Freshness =>
  worstFreshness((used.length > 0 ? used : offersOf(need, market)).map(({ freshness }) => freshness));

/** Why a need is not bought; offers that cannot be priced are not the same as no offers. */
export const reasonOf = (
  need: Need,
  infeasible: CompositionIndex['infeasible'],
  { lookedAt, leftOut }: OfferCoverage,
  market: Market,
): LeftOutReason => {
  const reason = infeasible.get(need.productId) ?? 'no_offers';
  if (reason !== 'no_offers' || lookedAt === 0) return reason;
  const pinned = offersOf(need, market).filter(({ offerId }) => need.pinned.includes(offerId));
  if (pinned.some((offer) => refusalOf(offer, need) === 'withdrawn')) return 'offers_withdrawn';
  if (leftOut.excluded_by_request !== undefined || leftOut.other_offer_pinned !== undefined) return 'offers_excluded';
  if (leftOut.seller_not_wanted !== undefined) return 'sellers_not_wanted';
  if (leftOut.weak_match !== undefined || leftOut.stale_price !== undefined || leftOut.stale_stock !== undefined)
    return 'offers_uncertain';
  if (leftOut.no_exchange_rate !== undefined) return 'no_exchange_rate';
  return leftOut.withdrawn === undefined ? 'no_price' : 'offers_withdrawn';
};

/** Everything that is said of one need. */
interface NeedOutcome {
  readonly lines: readonly OutcomeLine[];
  readonly items: readonly OrderedItem[];
  readonly coverage: OfferCoverage;
}

const outcomeOfNeed = (
  need: Need,
  line: EstimateLine,
  { needs, market, request, at }: Composition,
  index: CompositionIndex,
): NeedOutcome => {
  const { offers } = index;
  const { purchases, shares, items } = paidNeed(need, line, market, index);
  const bought = new Set(purchases.map(({ offerId }) => offerId));
  const coverage = coverageOf(need, market, line);
  const ofNeed = [...missingRateDoubts(offersOf(need, market)), ...excessDoubts(need, purchases)];
  const lines = need.lines.map((each, place) => {
    const share = shares[place] ?? [];
    const chosen = share.flatMap((shared) => {
      const offer = offers.get(shared.offerId);
      return offer === undefined ? [] : [choiceOf(offer, shared, need)];
    });
    // What ships at once and what is back-ordered of one offer are two purchases.
    const used = [...new Set(chosen.map(({ offerId }) => offerId))].flatMap((id) => offers.get(id) ?? []);
    const duty = dutyOfAll(chosen);
    return {
      number: each.number,
      pieces: each.pieces,
      toBuy: each.toBuy,
      ...(each.attrition && { attrition: each.attrition }),
      ...ownSubstitution(need),
      chosen,
      alternatives: alternativesOf(need, each, bought, market),
      ...(chosen.length === 0
        ? { leftOut: reasonOf(need, index.infeasible, coverage, market) }
        : { price: priceOfAll(chosen) }),
      ...(duty !== undefined && { duty }),
      offers: coverage,
      doubts: [
        ...(needs.doubts.get(each.number) ?? []),
        ...ofNeed,
        ...used.flatMap(offerDoubts),
        ...unitDoubts(each, need, used),
      ],
      risks: risksOf({ need, line: each, chosen, market, request, at }),
      freshness: freshnessText(lineFreshness(need, used, market)),
    };
  });
  return { lines, items, coverage };
};

const leftOutLine = ([number, leftOut]: readonly [number, LeftOutReason]): OutcomeLine => ({
  number,
  chosen: [],
  alternatives: [],
  leftOut,
  doubts: [],
  freshness: { status: 'EMPTY' },
});

const certificateOf = (
  { objective, certificate }: Basket,
  places: number,
  coverages: readonly OfferCoverage[],
  unknownDuties: number,
): OutcomeCertificate => ({
  objective: decimalText(certificate.objective, places),
  lowerBound: decimalText(certificate.lowerBound, places),
  gap: certificate.gap,
  isFirstAimProven: certificate.isFirstAimProven,
  suppliers: objective.suppliers,
  leadTimeDays: objective.leadTimeDays,
  unknownLeadTimes: objective.unknownLeadTimes,
  ...(unknownDuties > 0 && { unknownDuties }),
  offers: sumOfCoverages(coverages),
});

/**
 * Composes the outcome of a basket, with a pause after each need, because a long list takes longer
 * than one turn should.
 */
export function* composeOutcome(composition: Composition): Generator<void, EstimateOutcome> {
  const { needs, market, basket, request, at } = composition;
  const index = indexOf(composition);
  const composed: NeedOutcome[] = [];
  for (const need of needs.needs) {
    const line = index.lines.get(need.productId);
    if (line !== undefined) composed.push(outcomeOfNeed(need, line, composition, index));
    yield;
  }
  const bought = composed.flatMap((each) => each.lines);
  const lines = [...bought, ...[...needs.leftOut].map(leftOutLine)].toSorted((a, b) => a.number - b.number);
  const items = composed.flatMap((each) => each.items);
  const ordered = ordersOf(items, market, request);
  const orders = ordered.map(({ order }) => order);
  const doubts = [...missingRateDoubts([...index.offers.values()]), ...ordered.flatMap((each) => each.doubts)];
  const duty = dutyOfAll(items.map(({ item }) => item));
  const used = new Set(lines.flatMap(({ chosen }) => chosen.map(({ offerId }) => offerId)));
  return {
    currency: market.currency,
    total: totalOfOrders(orders),
    ...(duty !== undefined && { duty }),
    lines,
    orders,
    certificate: certificateOf(
      basket,
      market.places,
      composed.map(({ coverage }) => coverage),
      unknownDuties(items),
    ),
    ...(doubts.length > 0 && { doubts }),
    freshness: freshnessText(worstFreshness([...used].flatMap((id) => index.offers.get(id)?.freshness ?? []))),
    pricedAt: at.toISOString(),
  };
}
