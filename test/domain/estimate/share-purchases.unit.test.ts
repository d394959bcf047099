import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  priceOfAll,
  type SharedPurchase,
  sharePurchases,
  splitPurchase,
} from '../../../domain/estimate/share-purchases.ts';
import { decimalText } from '../../../domain/pricing/fixed-point.ts';

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((units) => decimalText(units, 2));

const purchase = (quantity: number, price: string, at: number): SharedPurchase => ({
  offerId: `ofr_${at}`,
  quantity,
  price,
  ships: { kind: 'in_stock', days: 0 },
  warehouses: [
    { warehouseRef: 'a', quantity: Math.floor(quantity / 3) },
    { warehouseRef: 'b', quantity: quantity - Math.floor(quantity / 3) },
  ],
});

const purchases = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), cents), { minLength: 1, maxLength: 4 })
  .map((all) => all.map(([quantity, price], at) => purchase(quantity, price, at)));

const totalOf = (all: readonly { readonly quantity: number }[]): number =>
  all.reduce((sum, { quantity }) => sum + quantity, 0);

it('every line gets at least what it needs, and all of them exactly what was bought and paid', () => {
  fc.assert(
    fc.property(
      purchases,
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
      (bought, needs) => {
        const total = totalOf(bought);
        const lines = needs.map((toBuy) => ({ toBuy }));
        fc.pre(needs.reduce((sum, pieces) => sum + pieces, 0) <= total);
        const shares = sharePurchases(bought, lines, 2);
        for (const [at, share] of shares.entries()) {
          expect(totalOf(share)).toBeGreaterThanOrEqual(lines[at]?.toBuy ?? 0);
          for (const { quantity, warehouses } of share) expect(totalOf(warehouses)).toBe(quantity);
        }
        const parts = shares.flat();
        for (const { offerId, quantity, price } of bought) {
          const own = parts.filter((part) => part.offerId === offerId);
          expect(totalOf(own)).toBe(quantity);
          expect(priceOfAll(own)).toBe(price);
        }
        expect(parts.every(({ price }) => !price.startsWith('-'))).toBe(true);
      },
    ),
  );
});

it('what nothing was bought for gets nothing', () => {
  expect(sharePurchases([], [{ toBuy: 3 }], 2)).toEqual([[]]);
  expect(priceOfAll([])).toBe('0');
});

it('what is back-ordered is a purchase of its own: pieces, price and warehouses add up', () => {
  const whole = { ...purchase(9, '1.00', 1), quantity: 12, ships: { kind: 'back_order', days: 30 } } as const;
  const inStock = { kind: 'in_stock', days: 1 } as const;
  // 9 of 12 pieces at 1.00 are 0.75; the two warehouses have 3 and 6.
  expect(splitPurchase(whole, { pieces: 9, ships: inStock }, 2)).toEqual([
    { ...whole, quantity: 9, price: '0.75', ships: inStock },
    { ...whole, quantity: 3, price: '0.25', warehouses: [] },
  ]);
});
