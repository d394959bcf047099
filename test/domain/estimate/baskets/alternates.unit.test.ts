import { expect, it } from 'vitest';
import { figuresRule } from '../../../../domain/estimate/resolution.ts';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const naming = (number: number, ...others: readonly string[]) =>
  handLine(number, '10', {
    resolution: {
      kind: 'resolved',
      productId: `p${number}`,
      confidence: 'exact',
      rule: 'mpn',
      alternatives: others.map((productId) => ({ productId, score: 1, rule: 'mpn' })),
    },
  });
const meaning = (number: number, ...others: readonly string[]) => ({
  ...naming(number),
  resolution: {
    kind: 'resolved',
    productId: `p${number}`,
    confidence: 'probable',
    rule: figuresRule,
    alternatives: others.map((productId) => ({ productId, score: 1, rule: figuresRule })),
  } as const,
});
const lines = [naming(1, 'x')];
const first = handOffer('p1', 'alpha', 10);
const short = handOffer('p1', 'alpha', 10, { inStock: 6, leadTimeDays: 20 });
const cheap = handOffer('x', 'beta', 5);
const dear = handOffer('x', 'beta', 20);
const ten = Array.from({ length: 10 }, (_, at) => `x${at}`);

const cases: readonly BasketCase[] = [
  // 10 at 0.10.
  ['no substitute where none is allowed', lines, [first, cheap], { substitutePolicy: 'never' }, '1: 10 alpha'],
  // 10 at 0.10.
  [
    'no substitute where the product is in stock',
    lines,
    [first, cheap],
    { substitutePolicy: 'when_out_of_stock' },
    '1: 10 alpha',
  ],
  // 10 at 0.20.
  [
    'a substitute where the product is not in stock',
    lines,
    [{ ...first, stock: [{ warehouseRef: 'main', quantity: 0 }] }, dear],
    { substitutePolicy: 'when_out_of_stock' },
    '2: 10 beta:x',
  ],
  // 6 at 0.10 and 4 at 0.20.
  [
    'a substitute for what the stock lacks',
    lines,
    [short, dear],
    { substitutePolicy: 'when_out_of_stock' },
    '1.4: 4 beta:x + 6 alpha',
  ],
  // 10 at 0.20, instead of ten that come later.
  [
    'a substitute before a back-order',
    lines,
    [{ ...short, stock: [{ warehouseRef: 'main', quantity: 0 }] }, dear],
    { substitutePolicy: 'when_out_of_stock', backOrderPolicy: 'when_needed' },
    '2: 10 beta:x',
  ],
  // 10 at 0.20, as nothing else may be bought.
  [
    'a substitute where the product is excluded',
    lines,
    [first, dear],
    { substitutePolicy: 'when_out_of_stock', exclude: { suppliers: ['alpha'] } },
    '2: 10 beta:x',
  ],
  // 10 at 0.05.
  ['a substitute that costs less', lines, [first, cheap], { substitutePolicy: 'when_cheaper' }, '0.5: 10 beta:x'],
  // 10 at 0.10.
  ['no substitute that costs more', lines, [first, dear], { substitutePolicy: 'when_cheaper' }, '1: 10 alpha'],
  // 10 at 0.10 either way.
  [
    'no substitute that costs the same at the same seller',
    lines,
    [handOffer('x', 'alpha', 10), first],
    { substitutePolicy: 'when_cheaper' },
    '1: 10 alpha',
  ],
  // 10 at 0.05: half of what the product costs.
  [
    'a substitute that costs so much less as is asked',
    lines,
    [first, cheap],
    { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 50 },
    '0.5: 10 beta:x',
  ],
  // 10 at 6.51: 65.10 is 34.9 % less than 100, to the cent.
  [
    'a substitute that costs so much less to the cent',
    lines,
    [handOffer('p1', 'alpha', 1000), handOffer('x', 'beta', 651)],
    { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 34.9 },
    '65.1: 10 beta:x',
  ],
  // 10 at 0.10, as a half is less than was asked.
  [
    'no substitute that costs less by too little',
    lines,
    [first, cheap],
    { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 51 },
    '1: 10 alpha',
  ],
  // 10 at 0.20, as the product cannot be had at any price.
  [
    'a dear substitute where the product is not in stock',
    lines,
    [{ ...first, stock: [{ warehouseRef: 'main', quantity: 0 }] }, dear],
    { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 10 },
    '2: 10 beta:x',
  ],
  // 10 at 0.05 at gamma.
  [
    'the cheapest of several substitutes',
    [naming(1, 'x', 'y')],
    [first, handOffer('x', 'beta', 7), handOffer('y', 'gamma', 5)],
    { substitutePolicy: 'when_cheaper' },
    '0.5: 10 gamma:y',
  ],
  // 10 at 0.05 at either: x is named first.
  [
    'of substitutes that cost the same the one that is named first',
    [naming(1, 'x', 'y')],
    [first, handOffer('x', 'gamma', 5), handOffer('y', 'beta', 5)],
    { substitutePolicy: 'when_cheaper' },
    '0.5: 10 gamma:x',
  ],
  // 10 at 0.05 at either: y is named first.
  [
    'of substitutes that cost the same the one that is named first, whoever sells it',
    [naming(1, 'y', 'x')],
    [first, handOffer('x', 'gamma', 5), handOffer('y', 'beta', 5)],
    { substitutePolicy: 'when_cheaper' },
    '0.5: 10 beta:y',
  ],
  // 10 at 0.05 and an order at 1.00 or 10 at 0.10 and one at 0.50: 1.50 either way; x is first.
  [
    'of substitutes that cost the same with their orders the one that is named first',
    [naming(1, 'x', 'y')],
    [handOffer('x', 'gamma', 10), handOffer('y', 'beta', 5)],
    { substitutePolicy: 'when_cheaper', orderCosts: { beta: '1', gamma: '0.5' } },
    '1.5: 10 gamma:x',
  ],
  // 10 at 0.10 at either, and the product itself is no substitute.
  [
    'no substitute that costs the same at another seller',
    lines,
    [handOffer('p1', 'beta', 10), handOffer('x', 'alpha', 10)],
    { substitutePolicy: 'when_cheaper' },
    '1: 10 beta',
  ],
  // 10 at 0.05 and 10 at 0.20 of beta are one order; x of gamma would make two.
  [
    'no substitute that is named first where that takes another order',
    [naming(1, 'x', 'y'), naming(2)],
    [handOffer('x', 'gamma', 5), handOffer('y', 'beta', 5), handOffer('p2', 'beta', 20)],
    { substitutePolicy: 'when_cheaper', mode: 'min_suppliers' },
    '2.5: 10 beta:y; 10 beta',
  ],
  // 10 at 0.05 and 10 at 0.20: y ships today, x would in four days.
  [
    'no substitute that is named first where that is shipped later',
    [naming(1, 'x', 'y'), naming(2)],
    [handOffer('x', 'gamma', 5, { handlingDays: 4 }), handOffer('y', 'beta', 5), handOffer('p2', 'beta', 20)],
    { substitutePolicy: 'when_cheaper', mode: 'min_lead_time' },
    '2.5: 10 beta:y; 10 beta',
  ],
  // 10 at 0.05 and 10 at 0.20 of Kemet; x is of Yageo.
  [
    'no substitute that is named first where that is of another maker than its group',
    [
      { ...naming(1, 'x', 'y'), group: 'g' },
      { ...naming(2), group: 'g' },
    ],
    [
      handOffer('x', 'gamma', 5),
      handOffer('y', 'beta', 5, { manufacturer: 'Kemet' }),
      handOffer('p2', 'beta', 20, { manufacturer: 'Kemet' }),
    ],
    { substitutePolicy: 'when_cheaper', mode: 'single_manufacturer' },
    '2.5: 10 beta:y; 10 beta',
  ],
  // 10 at 0.01, though it is named last of ten.
  [
    'any of ten substitutes',
    [naming(1, ...ten)],
    [first, ...ten.map((id, at) => handOffer(id, `seller${at}`, 10 - at))],
    { substitutePolicy: 'when_cheaper' },
    '0.1: 10 seller9:x9',
  ],
  // 10 at 0.05 at any of ten.
  [
    'the first of ten substitutes that cost the same',
    [naming(1, ...ten)],
    [first, ...ten.map((id, at) => handOffer(id, `seller${9 - at}`, 5))],
    { substitutePolicy: 'when_cheaper' },
    '0.5: 10 seller9:x0',
  ],
  // p2 is bought for the line that asks for it: 10 at 0.10 and 10 at 0.05.
  [
    'what another line asks for is no substitute',
    [naming(1, 'p2'), naming(2)],
    [first, handOffer('p2', 'beta', 5)],
    { substitutePolicy: 'when_cheaper' },
    '1.5: 10 alpha; 10 beta',
  ],
  // The ten that there are go to line 1: 10 at 0.05 and 10 at 0.10.
  [
    'a substitute is promised to one line only',
    [naming(1, 'x'), naming(2, 'x')],
    [first, handOffer('p2', 'alpha', 10), { ...cheap, stock: [{ warehouseRef: 'main', quantity: 10 }] }],
    { substitutePolicy: 'when_cheaper' },
    '1.5: 10 beta:x; 10 alpha',
  ],
  // 10 at 0.05: figures name no product.
  [
    'any product with the figures, whatever the policy',
    [meaning(1, 'x')],
    [first, cheap],
    { substitutePolicy: 'never' },
    '0.5: 10 beta:x',
  ],
  // 6 at 0.10 and 4 at 0.20.
  [
    'two products with the figures where one has too few',
    [meaning(1, 'x')],
    [short, dear],
    { substitutePolicy: 'never' },
    '1.4: 4 beta:x + 6 alpha',
  ],
  // 10 at 0.15 and 10 at 0.20 of Kemet, instead of 10 at 0.10 of Yageo for line 1.
  [
    'a substitute for the sake of one maker',
    [
      { ...naming(1, 'x'), group: 'g' },
      { ...naming(2), group: 'g' },
    ],
    [
      first,
      handOffer('x', 'beta', 15, { manufacturer: 'Kemet' }),
      handOffer('p2', 'beta', 20, { manufacturer: 'Kemet' }),
    ],
    { substitutePolicy: 'when_cheaper', mode: 'single_manufacturer' },
    '3.5: 10 beta:x; 10 beta',
  ],
  // 10 at 0.12 and 10 at 0.20 from who has the substitute and line 2.
  [
    'a substitute for the sake of one order',
    [naming(1, 'x'), naming(2)],
    [first, handOffer('x', 'beta', 12), handOffer('p2', 'beta', 20)],
    { substitutePolicy: 'when_cheaper', mode: 'min_suppliers' },
    '3.2: 10 beta:x; 10 beta',
  ],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});
