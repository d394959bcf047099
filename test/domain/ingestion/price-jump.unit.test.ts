import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceJumpOf } from '../../../domain/ingestion/price-jump.ts';
import type { PriceLadder, PriceStatement } from '../../../domain/offers/offer.ts';
import { prices } from '../../support/observations.ts';
import { ladder } from '../../support/offers.ts';

const price = (breaks: readonly (readonly [number, string])[], given: Partial<PriceLadder> = {}): PriceStatement => ({
  kind: 'ladder',
  ladder: ladder(breaks, given),
});

describe('a price jumps', () => {
  test.each<[string, PriceStatement, PriceStatement, ReturnType<typeof priceJumpOf>]>([
    ['not at the factor itself', price([[1, '0.10']]), price([[1, '0.50']]), undefined],
    ['above the factor', price([[1, '0.10']]), price([[1, '0.501']]), 'ratio'],
    ['down as well as up', price([[1, '0.501']]), price([[1, '0.10']]), 'ratio'],
    ['not when base and price say the same', price([[1, '5']], { priceBase: 100 }), price([[1, '0.05']]), undefined],
    ['when the base went missing', price([[1, '5']], { priceBase: 1000 }), price([[1, '5']]), 'ratio'],
    [
      'at any quantity of both',
      price([
        [1, '1'],
        [100, '0.9'],
      ]),
      price([
        [1, '1'],
        [100, '0.09'],
      ]),
      'ratio',
    ],
    [
      'beyond the greater first quantity only',
      price([
        [1, '90'],
        [100, '1'],
      ]),
      price([[100, '1.1']]),
      undefined,
    ],
    ['with the currency', price([[1, '1']]), price([[1, '1']], { currency: 'USD' }), 'currency'],
    ['from nothing to something', price([[1, '0']]), price([[1, '0.01']]), 'ratio'],
    ['not from nothing to nothing', price([[1, '0']]), price([[1, '0']], { priceBase: 10 }), undefined],
    ['when there is no quantity to compare at', price([[1, '1']]), price([]), 'nothing_in_common'],
    ['never from "ask us"', { kind: 'on_request' }, price([[1, '1']]), undefined],
    ['never to "ask us"', price([[1, '1']]), { kind: 'on_request' }, undefined],
  ])('%s', (_, before, after, jump) => {
    expect(priceJumpOf(before, after, 5)).toBe(jump);
    expect(priceJumpOf(after, before, 5)).toBe(jump);
  });

  test('alike in both directions, never from itself, and the less the greater the factor', () => {
    fc.assert(
      fc.property(prices, prices, fc.double({ min: 1.5, max: 50, noNaN: true }), (one, other, factor) => {
        const jump = priceJumpOf(one, other, factor);
        expect(priceJumpOf(other, one, factor)).toBe(jump);
        expect(priceJumpOf(one, one, factor)).toBeUndefined();
        if (jump === undefined) expect(priceJumpOf(one, other, factor * 2)).toBeUndefined();
      }),
    );
  });

  test('not when every break moves by no more than the factor', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 20, max: 500 }), (one, percent) => {
        if (one.kind !== 'ladder') return;
        const breaks = one.ladder.breaks.map((each) => ({ ...each, price: each.price.times(percent).div(100) }));
        expect(priceJumpOf(one, { kind: 'ladder', ladder: { ...one.ladder, breaks } }, 5)).toBeUndefined();
      }),
    );
  });
});
