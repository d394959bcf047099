import { describe, expect, it } from 'vitest';
import { isSameMap, isSamePrice, isSameStock } from '../../../domain/ingestion/same-statement.ts';
import { amount } from '../../../domain/money.ts';
import type { PriceLadder, PriceStatement } from '../../../domain/offers/offer.ts';

const ladder = (changes: Partial<PriceLadder> = {}): PriceStatement => ({
  kind: 'ladder',
  ladder: {
    currency: 'EUR',
    priceBase: undefined,
    breaks: [
      { quantity: 1, price: amount('0.50') },
      { quantity: 10, price: amount('0.4') },
    ],
    ...changes,
  },
});

describe('statements that say the same', () => {
  it('takes prices for the same whatever digits they are written with', () => {
    const other = ladder({
      breaks: [
        { quantity: 1, price: amount('0.5') },
        { quantity: 10, price: amount('0.400') },
      ],
    });
    expect(isSamePrice(ladder(), other)).toBe(true);
    expect(isSamePrice({ kind: 'on_request' }, { kind: 'on_request' })).toBe(true);
    expect(isSamePrice(undefined, undefined)).toBe(true);
  });

  it('tells prices apart that differ in anything', () => {
    const others: readonly (PriceStatement | undefined)[] = [
      undefined,
      { kind: 'on_request' },
      ladder({ currency: 'USD' }),
      ladder({ priceBase: 100 }),
      ladder({ orderFee: amount('5') }),
      ladder({ breaks: [{ quantity: 1, price: amount('0.5') }] }),
      ladder({
        breaks: [
          { quantity: 1, price: amount('0.5') },
          { quantity: 11, price: amount('0.4') },
        ],
      }),
      ladder({
        breaks: [
          { quantity: 1, price: amount('0.5') },
          { quantity: 10, price: amount('0.41') },
        ],
      }),
    ];
    for (const other of others) {
      expect(isSamePrice(ladder(), other)).toBe(false);
      expect(isSamePrice(other, ladder())).toBe(false);
    }
  });

  it('looks at the pieces of a fee only where there is a fee', () => {
    const fee = { orderFee: amount('5') };
    expect(isSamePrice(ladder({ ...fee, orderFeePieces: 10 }), ladder({ ...fee, orderFeePieces: 10 }))).toBe(true);
    expect(isSamePrice(ladder({ ...fee, orderFeePieces: 10 }), ladder({ ...fee, orderFeePieces: 20 }))).toBe(false);
    expect(isSamePrice(ladder({ orderFeePieces: 10 }), ladder())).toBe(true);
  });

  it('takes stock for the same in whatever order warehouses come', () => {
    const [one, other] = [
      { warehouseRef: 'a', quantity: 1 },
      { warehouseRef: 'b', quantity: undefined },
    ];
    expect(isSameStock([one, other], [other, one])).toBe(true);
    expect(isSameStock([one, other], [one])).toBe(false);
    expect(isSameStock([one], [{ ...one, quantity: 2 }])).toBe(false);
    expect(isSameStock([one], [{ ...one, warehouseRef: 'c' }])).toBe(false);
    expect(isSameStock([], undefined)).toBe(false);
    expect(isSameStock(undefined, undefined)).toBe(true);
  });

  it('takes maps for the same in whatever order names come, also of names that objects have by themselves', () => {
    expect(isSameMap({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    expect(isSameMap({ a: '1' }, { a: '2' })).toBe(false);
    expect(isSameMap({ a: '1' }, { b: '1' })).toBe(false);
    expect(isSameMap({ a: '1' }, { a: '1', b: '2' })).toBe(false);
    expect(isSameMap({ a: '1' }, undefined)).toBe(false);
    const named = (value: string) => JSON.parse(`{"__proto__": "${value}"}`) as Record<string, string>;
    expect(isSameMap(named('1'), named('1'))).toBe(true);
    expect(isSameMap(named('1'), named('2'))).toBe(false);
  });
});
