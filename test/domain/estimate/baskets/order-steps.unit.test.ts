import { expect, it } from 'vitest';
import type { MarketOffer } from '../../../../domain/estimate/market.ts';
import type { UsualOrderCost } from '../../../../domain/estimate/order-costs.ts';
import { type BasketCase, basketOf, handLine, handMarketOutcome, handOffer } from '../../../support/hand-market.ts';

/** An order costs so much, and from values of its goods on something else. */
const order = (amount: string, ...steps: readonly (readonly [string, string])[]): UsualOrderCost => ({
  kind: 'known',
  amount,
  steps: steps.map(([goodsFrom, cost]) => ({ goodsFrom, amount: cost })),
});

const smallFee = order('3', ['5', '0']);
const rising = order('1', ['5', '4']);
const inSteps = order('4', ['5', '2'], ['10', '0']);
/** Nothing below 5.00, then 4.00. */
const dearFrom5 = order('0', ['5', '4']);
const ten = [handLine(1, '10')];
const two = [handLine(1, '10'), handLine(2, '10')];

/** The first line costs 0.10 or 0.12 a piece, the second 0.45 or 0.40. */
const crossed = [
  handOffer('p1', 'alpha', 10),
  handOffer('p1', 'beta', 12),
  handOffer('p2', 'alpha', 45),
  handOffer('p2', 'beta', 40),
];

type More = Parameters<typeof handOffer>[3];

const packed = (productId: string, packaging: string, cents: number, more: More = {}): MarketOffer =>
  handOffer(productId, 'alpha', cents, { offerId: packaging, ...more });

/** So much of its goods is due on an offer. */
const due = (millionths: number): Partial<MarketOffer> => ({
  duty: { kind: 'due', rate: String(millionths / 1e6), millionths, htsCode: '854239', origin: 'CN' },
});

/** A case with what operators have said of orders. */
type OrderCase = readonly [...BasketCase, orderCosts: Readonly<Record<string, UsualOrderCost>>];

const cases: readonly OrderCase[] = [
  // 10 at 0.40 are 4.00 and 3.00 for a small order; 10 at 0.60 are 6.00.
  [
    'a dearer part is bought where a small order costs more than that',
    ten,
    [handOffer('p1', 'alpha', 40), handOffer('p1', 'beta', 60)],
    {},
    '6: 10 beta',
    { alpha: smallFee },
  ],
  // 10 at 0.40 and 3.00 are 7.00; 10 at 0.80 would be 8.00.
  [
    'the fee for a small order is paid where that costs less',
    ten,
    [handOffer('p1', 'alpha', 40), handOffer('p1', 'beta', 80)],
    {},
    '7: 10 alpha',
    { alpha: smallFee },
  ],
  // 10 at 0.50 are 5.00, which is no small order.
  ['a value that is just reached counts', ten, [handOffer('p1', 'alpha', 50)], {}, '5: 10 alpha', { alpha: smallFee }],
  // 10 at 0.49 are 4.90 and 3.00.
  [
    'a value that is just missed does not',
    ten,
    [handOffer('p1', 'alpha', 49)],
    {},
    '7.9: 10 alpha',
    { alpha: smallFee },
  ],
  // 1.00 and 4.50 at alpha are 5.50; 1.20, 4.00 and 1.00 at beta are 6.20; apart it is 9.00.
  [
    'lines of one order reach a value together',
    two,
    crossed,
    {},
    '5.5: 10 alpha; 10 alpha',
    { alpha: smallFee, beta: order('1') },
  ],
  // 1.20 and 4.00 at beta are 5.20; at alpha 5.50; 1.00 and 4.00 and twice 3.00 would be 11.00.
  [
    'a line moves to where it makes an order large enough',
    two,
    crossed,
    {},
    '5.2: 10 beta; 10 beta',
    { alpha: smallFee, beta: smallFee },
  ],
  // Apart 1.00 and 4.00 and twice 1.00 are 7.00; together at beta 5.20 and 4.00, or 5.50 and 4.00.
  [
    'orders stay apart where one large order costs more',
    two,
    crossed,
    {},
    '7: 10 alpha; 10 beta',
    { alpha: rising, beta: rising },
  ],
  // 10 at 0.40 and 4.00 are 8.00; 20 at 0.40 are 8.00 and 2.00; 30 at 0.40 are 12.00 and nothing.
  ['the first of two steps', ten, [handOffer('p1', 'alpha', 40)], {}, '8: 10 alpha', { alpha: inSteps }],
  [
    'the second of two steps',
    [handLine(1, '20')],
    [handOffer('p1', 'alpha', 40)],
    {},
    '10: 20 alpha',
    { alpha: inSteps },
  ],
  ['beyond the last step', [handLine(1, '30')], [handOffer('p1', 'alpha', 40)], {}, '12: 30 alpha', { alpha: inSteps }],
  // 5.00 and 1.00 as the request says, whatever is set.
  [
    'what the request says of orders holds whatever their goods',
    ten,
    [handOffer('p1', 'alpha', 50)],
    { orderCosts: { alpha: '1' } },
    '6: 10 alpha',
    { alpha: smallFee },
  ],
  // One order: 1.00, 4.50 and nothing at alpha, or 1.20, 4.00 and 3.00 at beta.
  [
    'of as few sellers those are taken that cost less with their orders',
    two,
    crossed,
    { mode: 'min_suppliers' },
    '5.5: 10 alpha; 10 alpha',
    { alpha: smallFee, beta: order('3', ['100', '0']) },
  ],
  // 10 cut at 0.45 are 4.50 and 3.00; 10 of the reel at 0.52 are 5.20, which is no small order.
  [
    'a dearer packaging is bought of the same seller where it makes the order large enough',
    ten,
    [packed('p1', 'cut', 45), packed('p1', 'reel', 52)],
    {},
    '5.2: 10 reel',
    { alpha: smallFee },
  ],
  // 10 cut at 0.45 are 4.50 and 3.00; 10 of the reel at 0.80 are 8.00.
  [
    'the fee is paid where the dearer packaging costs more than that',
    ten,
    [packed('p1', 'cut', 45), packed('p1', 'reel', 80)],
    {},
    '7.5: 10 cut',
    { alpha: smallFee },
  ],
  // Cut 1.00 and 2.00 and 3.00 for the order; 1.00 and 4.10, or 3.00 and 2.00, with one reel.
  [
    'of one line alone the dearer packaging is bought, where that is enough',
    two,
    [packed('p1', 'cut1', 10), packed('p1', 'reel1', 30), packed('p2', 'cut2', 20), packed('p2', 'reel2', 41)],
    {},
    '5: 10 reel1; 10 cut2',
    { alpha: smallFee },
  ],
  // 10 cut at 0.45 and 20 % are 5.40 and 3.00 for goods of 4.50; the reel is 5.50, free of duty.
  [
    'goods count for the order and duty does not, where the dearer packaging has more of them',
    ten,
    [packed('p1', 'cut', 45, due(200_000)), packed('p1', 'reel', 55)],
    {},
    '5.5: 10 reel',
    { alpha: smallFee },
  ],
  // The reel is 5.00 and 4.00; 10 cut at 0.45 and 20 % are 5.40, an order of 4.50.
  [
    'fewer goods are bought with more duty where a large order costs more',
    ten,
    [packed('p1', 'cut', 45, due(200_000)), packed('p1', 'reel', 50)],
    {},
    '5.4: 10 cut',
    { alpha: dearFrom5 },
  ],
  // The reel is 5.00 and 4.00; 10 cut at 0.45 and 120 % are 9.90.
  [
    'and the large order where the duty is more than that',
    ten,
    [packed('p1', 'cut', 45, due(1_200_000)), packed('p1', 'reel', 50)],
    {},
    '9: 10 reel',
    { alpha: dearFrom5 },
  ],
  // One order: cut it is 4.50 and 3.00, of the reel 5.20.
  [
    'of as few sellers too a dearer packaging makes the order large enough',
    ten,
    [packed('p1', 'cut', 45), packed('p1', 'reel', 52)],
    { mode: 'min_suppliers' },
    '5.2: 10 reel',
    { alpha: smallFee },
  ],
  // What ships on the day is 4.50 and 3.00 or 5.20; the cheapest of all ships after five days.
  [
    'and of what ships earliest',
    ten,
    [packed('p1', 'slow', 50, { handlingDays: 5 }), packed('p1', 'cut', 45), packed('p1', 'reel', 52)],
    { mode: 'min_lead_time' },
    '5.2: 10 reel',
    { alpha: smallFee },
  ],
  // Of Yageo 4.50 and 3.00 or 5.20.
  [
    'and of one maker',
    ten,
    [packed('p1', 'cut', 45), packed('p1', 'reel', 52), packed('p1', 'other', 60, { manufacturer: 'Vishay' })],
    { mode: 'single_manufacturer' },
    '5.2: 10 reel',
    { alpha: smallFee },
  ],
  // All at beta are 12.00; 40 there are 4.80, with 60 cut 3.00 and 10.00, with 60 of the reel 5.40.
  [
    'a split takes the packaging that makes the order large enough',
    [handLine(1, '100')],
    [packed('p1', 'cut', 5, { inStock: 60 }), packed('p1', 'reel', 9, { inStock: 60 }), handOffer('p1', 'beta', 12)],
    {},
    '10.2: 40 beta + 60 reel',
    { alpha: order('10', ['5', '0']) },
  ],
];

it.each(cases)('%s', (title, lines, offers, request, basket, orderCosts) => {
  expect(basketOf([title, lines, offers, request, basket], orderCosts)).toBe(basket);
});

it('says with an order what it costs at the value of its goods', () => {
  const { orders } = handMarketOutcome(two, crossed, {}, { alpha: smallFee, beta: order('1') });
  expect(orders.map(({ supplierId, goods, orderCost }) => [supplierId, goods, orderCost])).toEqual([
    ['alpha', '5.5', '0'],
  ]);
  const small = handMarketOutcome(ten, [handOffer('p1', 'alpha', 40)], {}, { alpha: smallFee });
  expect(small.orders.map(({ goods, orderCost }) => [goods, orderCost])).toEqual([['4', '3']]);
  expect(small.certificate).toMatchObject({ objective: '7', lowerBound: '7', gap: 0 });
});
