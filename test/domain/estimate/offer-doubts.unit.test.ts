import { expect, it } from 'vitest';
import type { MarketOffer } from '../../../domain/estimate/market.ts';
import { handLine, handNow, handOffer, handOutcome } from '../../support/hand-market.ts';

const hourMs = 3_600_000;

const doubtsOf = (changes: Partial<MarketOffer>) =>
  handOutcome([handLine(1, '10')], [handOffer('p1', 'alpha', 10, changes)]).lines[0]?.doubts;

const old = { status: 'STALE', observedAt: handNow, staleSince: handNow } as const;
const orderRules = {
  code: 'order_rules_unknown',
  text: 'the least order or the order multiple of alpha-p1 is not known; it was taken as one piece',
};

it.each<[says: string, Partial<MarketOffer>, readonly object[]]>([
  ['everything is known and fresh', {}, []],
  ['no least order is known', { minOrderQuantity: undefined }, [orderRules]],
  ['no order multiple is known', { orderMultiple: undefined }, [orderRules]],
  [
    'no stock is known',
    { stock: undefined },
    [{ code: 'stock_unknown', text: 'the stock of alpha-p1 is not known; it was taken as enough' }],
  ],
  [
    'the price is old',
    { freshness: old },
    [{ code: 'price_not_fresh', text: 'the price of alpha-p1 is older than it should be' }],
  ],
  [
    'the price is old and soon looked at again',
    { freshness: { ...old, refreshEta: handNow } },
    [
      {
        code: 'price_not_fresh',
        text: 'the price of alpha-p1 is older than it should be; the next look is due at 2026-03-01T12:00:00.000Z',
      },
    ],
  ],
  [
    'the stock is old, in whole hours that have passed',
    { stockAgeMs: 5.9 * hourMs },
    [{ code: 'stock_not_fresh', text: 'the stock of alpha-p1 was looked at 5 hours ago' }],
  ],
  [
    'its order number is not shown',
    { shownSku: '', minOrderQuantity: undefined },
    [{ ...orderRules, text: orderRules.text.replace('alpha-p1', 'the offer') }],
  ],
])('what is bought is doubted where %s', (_, changes, doubts) => {
  expect(doubtsOf(changes)).toEqual(doubts);
});

it('an offer that is bought from stock and on back-order is doubted once', () => {
  const offer = handOffer('p1', 'alpha', 10, {
    minOrderQuantity: undefined,
    stock: [{ warehouseRef: 'w', quantity: 4 }],
  });
  const [line] = handOutcome([handLine(1, '10')], [offer], { backOrderPolicy: 'allow' }).lines;
  expect(line?.chosen.map(({ quantity }) => quantity)).toEqual([4, 6]);
  expect(line?.doubts).toEqual([orderRules]);
});
