import { expect, it } from 'vitest';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const ten = [handLine(1, '10')];
const two = [handLine(1, '10'), handLine(2, '10')];

/** Six in stock at 0.10, more after twenty days. */
const short = handOffer('p1', 'alpha', 10, { inStock: 6, leadTimeDays: 20 });
const dearer = handOffer('p1', 'beta', 20);

const cases: readonly BasketCase[] = [
  // 10 at 0.10 are in stock.
  [
    'what is in stock ships today, whatever new goods would take',
    ten,
    [handOffer('p1', 'alpha', 10, { leadTimeDays: 182 })],
    {},
    '1: 10 alpha',
  ],
  // 10 at 0.10.
  [
    'what is in stock ships after the handling days of its supplier',
    ten,
    [handOffer('p1', 'alpha', 10, { handlingDays: 3, leadTimeDays: 182 })],
    {},
    '1: 10 alpha (day 3)',
  ],
  // 10 at 0.10.
  [
    'what is not known to be in stock ships after the lead time',
    ten,
    [handOffer('p1', 'alpha', 10, { stock: undefined, leadTimeDays: 14 })],
    {},
    '1: 10 alpha (day 14)',
  ],
  // 10 at 0.10.
  [
    'neither stock nor lead time known is an unknown day',
    ten,
    [handOffer('p1', 'alpha', 10, { stock: undefined })],
    {},
    '1: 10 alpha (day ?)',
  ],
  // 10 at 0.10; a warehouse that does not say may have all of it.
  [
    'a warehouse that does not say leaves the stock unknown',
    ten,
    [
      handOffer('p1', 'alpha', 10, {
        stock: [
          { warehouseRef: 'a', quantity: 6 },
          { warehouseRef: 'b', quantity: undefined },
        ],
        leadTimeDays: 9,
      }),
    ],
    {},
    '1: 10 alpha (day 9)',
  ],
  // 6 of one warehouse and 4 of the other, 10 at 0.10.
  [
    'warehouses of one offer are one stock',
    ten,
    [
      handOffer('p1', 'alpha', 10, {
        stock: [
          { warehouseRef: 'a', quantity: 6 },
          { warehouseRef: 'b', quantity: 4 },
        ],
      }),
    ],
    {},
    '1: 10 alpha',
  ],
  // 10 at 0.10 on day 30 instead of 10 at 0.11 today.
  [
    'the least price does not look at the day',
    ten,
    [handOffer('p1', 'alpha', 10, { handlingDays: 30 }), handOffer('p1', 'beta', 11)],
    {},
    '1: 10 alpha (day 30)',
  ],
  // 10 at 0.12 today instead of 10 at 0.10 on day 5.
  [
    'the earliest shipment pays more for an earlier day',
    ten,
    [handOffer('p1', 'alpha', 10, { handlingDays: 5 }), handOffer('p1', 'beta', 12)],
    { mode: 'min_lead_time' },
    '1.2: 10 beta',
  ],
  // Line 2 is on day 5 in any case, so that line 1 may be: 10 at 0.10 and 10 at 0.20.
  [
    'the earliest shipment pays nothing for a day that helps nobody',
    two,
    [
      handOffer('p1', 'alpha', 10, { handlingDays: 5 }),
      handOffer('p1', 'beta', 12),
      handOffer('p2', 'alpha', 20, { handlingDays: 5 }),
    ],
    { mode: 'min_lead_time' },
    '3: 10 alpha (day 5); 10 alpha (day 5)',
  ],
  // Day 6 is later than line 2 must be: 10 at 0.12 and 10 at 0.20.
  [
    'the earliest shipment is no later than its latest line must be',
    two,
    [
      handOffer('p1', 'alpha', 10, { handlingDays: 6 }),
      handOffer('p1', 'beta', 12),
      handOffer('p2', 'alpha', 20, { handlingDays: 5 }),
    ],
    { mode: 'min_lead_time' },
    '3.2: 10 beta; 10 alpha (day 5)',
  ],
  // A day that is known before one that is not: 10 at 0.30.
  [
    'the earliest shipment takes a known day before an unknown one',
    ten,
    [handOffer('p1', 'alpha', 10, { stock: undefined }), handOffer('p1', 'beta', 30)],
    { mode: 'min_lead_time' },
    '3: 10 beta',
  ],
  // Nothing more than stock: 6 of 10.
  ['no more than the stock is bought', ten, [short], {}, '0: not_enough_stock'],
  // 10 at 0.20, as 5 cents with nothing in stock buy nothing.
  [
    'an offer without stock is not bought',
    ten,
    [handOffer('p1', 'alpha', 5, { inStock: 0 }), dearer],
    {},
    '2: 10 beta',
  ],
  // 6 at 0.10 and 4 at 0.20.
  ['what the stock lacks is bought elsewhere', ten, [short, dearer], {}, '1.4: 4 beta + 6 alpha'],
  // 10 at 0.10; four of them come later.
  [
    'a back-order is a purchase of its own where it is needed',
    ten,
    [short],
    { backOrderPolicy: 'when_needed' },
    '1: 4 alpha (day 20) + 6 alpha',
  ],
  // 6 at 0.10 and 4 at 0.20: what is in stock is enough.
  [
    'nothing is back-ordered that is not needed',
    ten,
    [short, dearer],
    { backOrderPolicy: 'when_needed' },
    '1.4: 4 beta + 6 alpha',
  ],
  // 10 at 0.10.
  [
    'a back-order is bought where it costs less and is allowed',
    ten,
    [short, dearer],
    { backOrderPolicy: 'allow' },
    '1: 4 alpha (day 20) + 6 alpha',
  ],
  // 6 at 0.10 and 4 at 0.20, all today.
  [
    'the earliest shipment does not wait for a back-order',
    ten,
    [short, dearer],
    { backOrderPolicy: 'allow', mode: 'min_lead_time' },
    '1.4: 4 beta + 6 alpha',
  ],
  // 10 at 0.10 after the lead time.
  [
    'all of a line may be a back-order',
    ten,
    [{ ...short, stock: [{ warehouseRef: 'main', quantity: 0 }] }],
    { backOrderPolicy: 'when_needed' },
    '1: 10 alpha (day 20)',
  ],
  // 10 at 0.10.
  [
    'a back-order without a lead time ships on an unknown day',
    ten,
    [{ ...short, leadTimeDays: undefined }],
    { backOrderPolicy: 'when_needed' },
    '1: 4 alpha (day ?) + 6 alpha',
  ],
  // 10 at 0.10; what is in stock goes first, on day 5.
  [
    'a back-order ships no earlier than what is in stock',
    ten,
    [{ ...short, leadTimeDays: 2, handlingDays: 5 }],
    { backOrderPolicy: 'when_needed' },
    '1: 4 alpha (day 5) + 6 alpha (day 5)',
  ],
  // 10 at 0.10, the price of ten, and not 6 at 0.20.
  [
    'a back-order is priced with what is in stock as one order',
    ten,
    [
      handOffer(
        'p1',
        'alpha',
        [
          [1, 20],
          [10, 10],
        ],
        { inStock: 6, leadTimeDays: 20 },
      ),
    ],
    { backOrderPolicy: 'when_needed' },
    '1: 4 alpha (day 20) + 6 alpha',
  ],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});
