import { expect, it } from 'vitest';
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
const ten = [handLine(1, '10')];
const two = [handLine(1, '10'), handLine(2, '10')];

/** The first line costs 0.10 or 0.12 a piece, the second 0.45 or 0.40. */
const crossed = [
  handOffer('p1', 'alpha', 10),
  handOffer('p1', 'beta', 12),
  handOffer('p2', 'alpha', 45),
  handOffer('p2', 'beta', 40),
];

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
