import { type Amount, amount, amountText, roundTo, zero } from '../money.ts';
import { decimalText } from '../pricing/fixed-point.ts';
import type { OrderAmount, OrderAmounts } from '../pricing/order-amounts.ts';
import type { LineDoubt } from './draft.ts';
import type { Market, MarketOffer } from './market.ts';
import type { Need } from './needs.ts';
import { orderAmountsOf, orderCostAt, orderCostOf, sellersOf } from './order-costs.ts';
import type { OrderItem, OutcomeOrder, ShownSeller } from './outcome.ts';
import type { EstimateLine, Purchase } from './problem.ts';
import { orderableFrom } from './purchase.ts';
import { dutyAmount, dutyOfAll, purchaseDuty } from './purchase-duty.ts';
import type { EstimateRequest } from './request.ts';
import { sellerIdOf } from './seller.ts';
import { priceOfAll, type SharedPurchase } from './share-purchases.ts';

/**
 * What is ordered of whom: an order for each seller, with an item for each purchase, which several
 * lines may share. An item says what of it is beyond the need, and what ordering more of it saves.
 */

/** An item with the offer that it is of. */
export interface OrderedItem {
  readonly offer: MarketOffer;
  readonly item: OrderItem;
}

/** What is bought for a need. */
export interface BoughtNeed {
  readonly need: Need;
  /** The need as the optimiser was asked it. */
  readonly line: EstimateLine;
  readonly purchases: readonly Purchase[];
  /** What each line of the need got, in their order. */
  readonly shares: readonly (readonly SharedPurchase[])[];
}

const unitPlaces = 6;

const shareOf = (price: string, pieces: number, quantity: number): string =>
  amountText(roundTo(amount(price).times(pieces).div(quantity), unitPlaces));

/**
 * What the least order that is enough would cost more; undefined where it is what is ordered, or
 * costs no more.
 */
const savingOf = (
  { offerId, quantity }: Purchase,
  price: string,
  needed: number,
  { line, market }: { readonly line: EstimateLine; readonly market: Market },
): OrderItem['saving'] => {
  const offer = line.offers.find(({ id }) => id === offerId);
  const least = offer && orderableFrom(offer, needed);
  const dearer = least === undefined || least >= quantity ? undefined : market.priceOf(offerId, least);
  if (least === undefined || dearer === undefined || !amount(dearer).gt(amount(price))) return undefined;
  return { quantity: least, price: dearer, amount: amountText(amount(dearer).minus(amount(price))) };
};

/** What is paid for a purchase itself, without its duty. */
export const paidForGoods = (
  { offerId, quantity, cost, duty = 0 }: Pick<Purchase, 'offerId' | 'quantity' | 'cost' | 'duty'>,
  market: Market,
): string => market.priceOf(offerId, quantity) ?? decimalText(cost - duty, market.places);

/** The items of a need; what of the last is not needed is its excess. */
export const itemsOf = (
  { need, line, purchases, shares }: BoughtNeed,
  market: Market,
  offers: ReadonlyMap<string, MarketOffer>,
): readonly OrderedItem[] => {
  let missing = line.pieces;
  return purchases.flatMap((purchase): readonly OrderedItem[] => {
    const { offerId, quantity } = purchase;
    const offer = offers.get(offerId);
    if (offer === undefined) return [];
    const needed = Math.min(missing, quantity);
    missing -= needed;
    const price = paidForGoods(purchase, market);
    const duty = purchaseDuty(offer, dutyAmount(offer.duty, price, market.currency));
    const excess = quantity - needed;
    const saving = savingOf(purchase, price, needed, { line, market });
    const item: OrderItem = {
      offerId,
      supplierSku: offer.shownSku,
      productId: offer.productId,
      ...(offer.product && { product: offer.product }),
      ...(offer.productUrl !== undefined && { productUrl: offer.productUrl }),
      ...(offer.packaging !== undefined && { packaging: offer.packaging }),
      ...(offer.unitOfSale !== undefined && { unitOfSale: offer.unitOfSale }),
      quantity,
      price,
      ...(offer.shipsFrom !== undefined && { shipsFrom: offer.shipsFrom }),
      ...(duty && { duty }),
      unitPrice: shareOf(price, 1, quantity),
      needed,
      ...(excess > 0 && { excess: { pieces: excess, price: shareOf(price, excess, quantity) } }),
      ...(saving && { saving }),
      lines: need.lines.flatMap(({ number }, index) =>
        shares[index]?.some((share) => share.offerId === offerId) ? [number] : [],
      ),
    };
    return [{ offer, item }];
  });
};

/** A seller as the caller is shown it. */
export const shownSeller = ({ seller, shownSupplierName }: MarketOffer): ShownSeller =>
  seller ? { name: seller.name, kind: seller.kind } : { name: shownSupplierName, kind: 'unknown' };

const orderCostDoubt = (seller: string, currency: string): LineDoubt => ({
  code: 'order_cost_unknown',
  text: `what an order costs at ${seller || 'one of the sellers'} is stated in ${currency}, which there is no exchange rate for; it is not counted`,
});

/** What rules add to an order, and as much of what they take off it as there is. */
const amountsOf = ({ charges, discounts }: OrderAmounts, paid: Amount): readonly OrderAmount[] => {
  let left = charges.reduce((sum, each) => sum.plus(amount(each.amount)), paid);
  const taken = discounts.flatMap((each) => {
    const most = left.negated();
    const off = amount(each.amount).lt(most) ? most : amount(each.amount);
    left = left.plus(off);
    return off.isZero() ? [] : [{ ...each, amount: amountText(off) }];
  });
  return [...charges, ...taken];
};

/** The same as one amount that names no rule. */
const unnamed = (amounts: readonly OrderAmount[]): readonly OrderAmount[] => {
  const sum = amounts.reduce((all, each) => all.plus(amount(each.amount)), amount('0'));
  return sum.isZero() ? [] : [{ ruleId: '', label: '', amount: amountText(sum) }];
};

/** What is ordered where; a seller that may not be named is told apart all the same. */
export const ordersOf = (
  ordered: readonly OrderedItem[],
  market: Market,
  request: Pick<EstimateRequest, 'orderCosts'>,
): readonly { readonly order: OutcomeOrder; readonly doubts: readonly LineDoubt[] }[] => {
  const sellers = sellersOf([...market.offers.values()].flat());
  return [...Map.groupBy(ordered, ({ offer }) => sellerIdOf(offer))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, items]) => {
      const [{ offer: shown } = { offer: undefined }] = items;
      if (shown === undefined) return [];
      const duty = dutyOfAll(items.map(({ item }) => item));
      const order = {
        supplierId: shown.shownSupplierId,
        supplierName: shown.shownSupplierName,
        seller: shownSeller(shown),
        goods: priceOfAll(items.map(({ item }) => item)),
        ...(duty !== undefined && { duty }),
        items: items.map(({ item }) => item),
      };
      const judged = sellers.get(sellerIdOf(shown)) ?? shown;
      const cost = orderCostOf(judged, { asked: request.orderCosts, usual: market.orderCosts });
      const withAmounts = (orderCost: Pick<OutcomeOrder, 'orderCost' | 'orderCostSource'>): OutcomeOrder => {
        const paid = amount(order.goods).plus(amount(orderCost.orderCost ?? '0'));
        const all = amountsOf(orderAmountsOf(judged, market.orderAmounts), paid);
        const amounts = items.some(({ offer }) => offer.isBreakdownHidden) ? unnamed(all) : all;
        return { ...order, ...orderCost, ...(amounts.length > 0 && { amounts }) };
      };
      if (cost === undefined) return [{ order: withAmounts({ orderCost: '0' }), doubts: [] }];
      if (cost.kind === 'unknown')
        return [{ order: withAmounts({}), doubts: [orderCostDoubt(order.seller.name, cost.currency)] }];
      const orderCost = orderCostAt(cost, order.goods);
      return [{ order: withAmounts({ orderCost, orderCostSource: cost.source }), doubts: [] }];
    });
};

const totalOfOrder = ({ goods, duty = '0', orderCost = '0', amounts = [] }: OutcomeOrder): Amount =>
  amounts.reduce((sum, each) => sum.plus(amount(each.amount)), amount(goods).plus(duty).plus(orderCost));

/** What is paid for some orders in all, as decimal text. */
export const totalOfOrders = (orders: readonly OutcomeOrder[]): string =>
  amountText(orders.reduce((sum, order) => sum.plus(totalOfOrder(order)), zero));

/** How many items have an import duty that is not known. */
export const unknownDuties = (items: readonly OrderedItem[]): number =>
  items.filter(({ item }) => item.duty?.kind === 'unknown').length;
