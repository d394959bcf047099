import type { Caller } from '../../domain/callers/caller.ts';
import { amountText } from '../../domain/money.ts';
import { type Freshness, freshnessOf, worstFreshness } from '../../domain/offers/freshness.ts';
import {
  type Offer as KnownOffer,
  manufacturerOf,
  type OfferView,
  type PriceLadder,
  withdrawnSince,
} from '../../domain/offers/offer.ts';
import { type SupplyRoute, traceOf } from '../../domain/offers/supply-chain.ts';
import { type ChosenSource, selectSource } from '../../domain/pricing/source-selection.ts';
import type { SupplyChainTrace } from '../../proto/gen/svc/public/v1/common.ts';
import type { Offer, PriceBreak, WarehouseStock } from '../../proto/gen/svc/public/v1/offers.ts';
import { toFreshness } from './freshness.ts';
import { toPriceSource, toSource } from './observation-source.ts';

/**
 * An offer as one caller may see it. Its figures come from one view, the one that a price for this
 * caller would be made from; what other tenants' credentials saw takes no part in any field.
 */
export interface OfferForCaller {
  readonly offer: KnownOffer;
  readonly view: OfferView;
  /** The source of the price; undefined when no visible view has a price. */
  readonly source: ChosenSource | undefined;
  readonly freshness: Freshness;
  /** Since when the supplier no longer has it; left out: it has, or that is not known. */
  readonly withdrawnAt?: Date;
}

/**
 * The verdict on the figures shown: the worst of the price's and the stock's, INCOMPLETE when one
 * of them is missing.
 */
const figuresFreshness = (view: OfferView, source: ChosenSource | undefined, now: Date): Freshness => {
  if (view.stock === undefined) return source?.freshness ?? { status: 'EMPTY' };
  const stock = freshnessOf(
    {
      kind: 'stock',
      observedAt: view.stock.observedAt,
      doubtedSince: view.credential.failingSince,
      incomplete: source === undefined,
      refreshEta: view.refreshEta,
    },
    now,
  );
  return source === undefined ? stock : worstFreshness([source.freshness, stock]);
};

/**
 * What the caller may see of an offer; undefined when no credential that it may look through has
 * seen it.
 */
export const visibleFiguresOf = (offer: KnownOffer, caller: Caller, now: Date): OfferForCaller | undefined => {
  const { chosen, trail } = selectSource(offer.views, caller, now);
  const view = chosen?.view ?? trail[0]?.view;
  if (view === undefined) return undefined;
  const withdrawnAt = withdrawnSince(trail.map((each) => each.view));
  const freshness = figuresFreshness(view, chosen, now);
  return { offer, view, source: chosen, freshness, ...(withdrawnAt && { withdrawnAt }) };
};

const toPriceBreaks = (ladder: PriceLadder): PriceBreak[] =>
  ladder.breaks.map(({ quantity, price }) => ({
    quantity,
    price: { amount: amountText(price), currency: ladder.currency },
  }));

const toStock = (view: OfferView): WarehouseStock[] =>
  view.stock?.value.map(({ warehouseRef, quantity }) => ({
    warehouseRef,
    quantity,
    observedAt: view.stock?.observedAt,
  })) ?? [];

const toSupplyChainTrace = ({ offer, view }: OfferForCaller, route: SupplyRoute): SupplyChainTrace => {
  const warehouses = view.stock?.value.map(({ warehouseRef }) => warehouseRef) ?? [];
  const trace = traceOf(route, warehouses, manufacturerOf(offer));
  return {
    observedViaSupplierRef: trace.observedVia,
    apiProviderRef: trace.apiProvider ?? '',
    salesAgentRef: trace.salesAgent ?? '',
    warehouseOperatorRefs: [...trace.warehouseOperators],
    distributorRef: trace.distributor ?? '',
    manufacturerRef: trace.manufacturer ?? '',
    chainDepth: trace.depth,
  };
};

/** The contract's form of an offer as its caller sees it; `route` is its supplier's. */
export const toOffer = (seen: OfferForCaller, route: SupplyRoute): Offer => {
  const { offer, view, source } = seen;
  const statement = source?.price.value;
  const ladder = statement?.kind === 'ladder' ? statement.ladder : undefined;
  return {
    id: offer.id,
    supplierId: offer.supplierId,
    supplierSku: offer.supplierSku,
    matchConfidence: offer.matchConfidence,
    supplyChainTrace: toSupplyChainTrace(seen, route),
    freshness: toFreshness(seen.freshness),
    priceBreaks: ladder === undefined ? [] : toPriceBreaks(ladder),
    priceBase: ladder?.priceBase,
    stock: toStock(view),
    leadTimeDays: view.leadTimeDays,
    minimumOrderQuantity: view.minimumOrderQuantity,
    orderMultiple: view.orderMultiple,
    packaging: view.packaging ?? '',
    observationSource: source === undefined ? toSource(view, view.stock?.observedAt) : toPriceSource(source),
    supplierManufacturer: offer.manufacturer ?? '',
    supplierMpn: offer.mpn ?? '',
    matchRule: offer.matchRule ?? '',
    canonicalId: offer.productId ?? '',
    withdrawnAt: seen.withdrawnAt,
    shipsFrom: offer.sale?.shipsFrom ?? '',
  };
};
