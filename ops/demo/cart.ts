import type { Context } from 'hono';
import { z } from 'zod';
import type { Assortment, DemoOffer } from './assortment.ts';
import { bodyOf } from './server/demo-server.ts';
import type { SupplierProfile } from './supplier-profile.ts';

/**
 * The cart of a demo supplier, which says what an order costs there, as a seller's own does:
 *
 *     POST /cart   {items: [{sku, quantity}]}
 *       -> {currency, items: [{sku, quantity, price, back_ordered}], goods, order_cost, total}
 *
 * What cannot be ordered so is refused with 422 and {errors: [{sku, error}]}. It shares nothing
 * with what the service makes of the supplier's prices, so that the one can be checked by the
 * other.
 */

const cartBody = z.object({
  items: z
    .array(z.object({ sku: z.string(), quantity: z.int().min(1) }))
    .min(1)
    .max(10_000),
});

/** Why an item cannot be ordered. */
type CartError = 'unknown_sku' | 'price_on_request' | 'below_minimum' | 'not_a_multiple';

/** What is asked of one SKU. */
interface CartItem {
  readonly sku: string;
  readonly quantity: number;
}

type PricedItem = { readonly error: CartError } | { readonly offer: DemoOffer; readonly cents: bigint };

const priceDigits = 12;

/** Decimal text as a whole number of the smallest digit that prices have. */
const unitsOf = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(priceDigits, '0'));
};

/** So many units of a price for `base` pieces as cents, half a cent to the even one. */
const centsOf = (units: bigint, base = 1): bigint => {
  const divisor = 10n ** BigInt(priceDigits - 2) * BigInt(base);
  const below = units / divisor;
  const twice = 2n * (units % divisor);
  const isUp = twice > divisor || (twice === divisor && below % 2n === 1n);
  return isUp ? below + 1n : below;
};

const moneyOf = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

const priced = (offer: DemoOffer | undefined, quantity: number): PricedItem => {
  if (offer === undefined) return { error: 'unknown_sku' };
  const { price, minimum, multiple = 1 } = offer;
  if (price.kind === 'on_request') return { error: 'price_on_request' };
  const step = price.breaks.findLast(({ from }) => from <= quantity);
  if (quantity < minimum || step === undefined) return { error: 'below_minimum' };
  if (quantity % multiple !== 0) return { error: 'not_a_multiple' };
  return { offer, cents: centsOf(unitsOf(step.price) * BigInt(quantity), price.base) };
};

/** What is not there is sent later; null where a warehouse does not tell what it has. */
const backOrdered = ({ stock }: DemoOffer, quantity: number): number | null => {
  const told = stock.map((each) => each.quantity);
  return told.includes(null) ? null : Math.max(0, quantity - told.reduce<number>((sum, each) => sum + (each ?? 0), 0));
};

/** Items of one SKU are one, as in any cart. */
const merged = (items: readonly CartItem[]): readonly CartItem[] =>
  [...Map.groupBy(items, ({ sku }) => sku)].map(([sku, of]) => ({
    sku,
    quantity: of.reduce((sum, { quantity }) => sum + quantity, 0),
  }));

/** Answers what a cart costs at the supplier. */
export const answerCart =
  (assortment: Assortment, { currency, orderCost = '0', orderSteps = [] }: SupplierProfile) =>
  async (context: Context): Promise<Response> => {
    const body = cartBody.safeParse(await bodyOf(context.req.raw));
    if (!body.success) return context.json({ error: 'bad_request' }, 400);
    const asked = merged(body.data.items).map((item) => ({
      ...item,
      found: priced(assortment.findSku(item.sku), item.quantity),
    }));
    const errors = asked.flatMap(({ sku, found }) => ('error' in found ? [{ sku, error: found.error }] : []));
    if (errors.length > 0) return context.json({ errors }, 422);
    const ordered = asked.flatMap(({ sku, quantity, found }) =>
      'error' in found ? [] : [{ sku, quantity, ...found }],
    );
    const goods = ordered.reduce((sum, { cents }) => sum + cents, 0n);
    let cost = centsOf(unitsOf(orderCost));
    for (const step of orderSteps) if (goods >= centsOf(unitsOf(step.goodsFrom))) cost = centsOf(unitsOf(step.amount));
    return context.json({
      currency,
      items: ordered.map(({ sku, quantity, offer, cents }) => ({
        sku,
        quantity,
        price: moneyOf(cents),
        back_ordered: backOrdered(offer, quantity),
      })),
      goods: moneyOf(goods),
      order_cost: moneyOf(cost),
      total: moneyOf(goods + cost),
    });
  };
