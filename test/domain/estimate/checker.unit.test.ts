import { describe, expect, test } from 'vitest';
import type { Basket } from '../../../domain/estimate/basket.ts';
import { checkBasket } from '../../../domain/estimate/checker.ts';
import { optimise } from '../../../domain/estimate/optimise.ts';
import type { EstimateProblem, LineOffer, Purchase } from '../../../domain/estimate/problem.ts';

const offer = (id: string, sellerId: string, more: Partial<LineOffer> = {}): LineOffer => ({
  id,
  sellerId,
  manufacturer: 'm0',
  stock: 500,
  minOrderQuantity: 20,
  orderMultiple: 10,
  breaks: [
    { minQuantity: 1, unitPrice: 7 },
    { minQuantity: 100, unitPrice: 5 },
  ],
  handlingDays: 1,
  leadTimeDays: 3,
  isSubstitute: false,
  ...more,
});

const problem: EstimateProblem = {
  lines: [
    {
      id: 'l0',
      pieces: 105,
      substitutePolicy: 'never',
      backOrderPolicy: 'never',
      interchangeableGroup: 'g',
      offers: [
        offer('a', 's0', { pool: 'p', maxOrderQuantity: 400 }),
        offer('tape', 's0', { pool: 'p' }),
        offer('sub', 's0', { isSubstitute: true }),
      ],
    },
    {
      id: 'l1',
      pieces: 30,
      substitutePolicy: 'when_out_of_stock',
      backOrderPolicy: 'never',
      interchangeableGroup: 'g',
      offers: [
        offer('b', 's1', { manufacturer: 'm1', stock: undefined, leadTimeDays: undefined }),
        offer('cheap', 's0', { isSubstitute: true, breaks: [{ minQuantity: 1, unitPrice: 1 }] }),
      ],
    },
    {
      id: 'l2',
      pieces: 1,
      substitutePolicy: 'never',
      backOrderPolicy: 'never',
      interchangeableGroup: undefined,
      offers: [],
    },
  ],
  orderCosts: { s0: 100, s1: 50 },
};

test('fees of a purchase and of each reel that is begun are part of what it costs', () => {
  const reeled = offer('r', 's0', {
    breaks: [{ minQuantity: 1, unitPrice: 7, fee: 3, reelFee: 50 }],
    reelPieces: 40,
    minOrderQuantity: 1,
  });
  const { lines } = problem;
  const [line] = lines;
  if (line === undefined) throw new Error('a line expected');
  const asked = { lines: [{ ...line, pieces: 80, offers: [reeled] }], orderCosts: {} };
  const faults = (quantity: number, cost: number) =>
    checkBasket(asked, {
      mode: 'min_price',
      choices: [{ lineId: 'l0', purchases: [bought('r', 's0', quantity, cost)] }],
      infeasible: [],
      objective: { total: cost, suppliers: 1, leadTimeDays: 1, unknownLeadTimes: 0, manufacturerExceptions: 0 },
      certificate: { objective: cost, lowerBound: cost, gap: 0, isFirstAimProven: true },
    });
  // 80 at 7, 3 once and two reels of 40; 90 begin a third.
  expect(faults(80, 560 + 3 + 100)).toEqual([]);
  expect(faults(90, 630 + 3 + 150)).toEqual([]);
  expect(faults(90, 630 + 3 + 100)).toEqual(['line l0: offer r has a wrong cost']);
});

describe('import duty', () => {
  /** 2.5 % of goods at 1.50 a piece, of 0.20 once and of 0.10 for each reel of 40, in cents. */
  const dutied = offer('d', 's0', {
    dutyShare: 25_000,
    breaks: [
      { minQuantity: 1, unitPrice: 154, fee: 20, reelFee: 10, duty: { unitPrice: 4 } },
      // Half a unit of duty goes to the even one: 1.40 and 0.035.
      { minQuantity: 50, unitPrice: 144, duty: { unitPrice: 4 } },
    ],
    reelPieces: 40,
    minOrderQuantity: 1,
  });
  const [line] = problem.lines;
  if (line === undefined) throw new Error('a line expected');
  const faults = (changed: Partial<LineOffer>, quantity: number, cost: number, duty: number, order = 0) =>
    checkBasket(
      {
        lines: [{ ...line, pieces: quantity, offers: [{ ...dutied, ...changed }] }],
        orderCosts: { s0: 500 },
        orderSteps: { s0: [{ goodsFrom: 6_100, cost: 0 }] },
      },
      {
        mode: 'min_price',
        choices: [{ lineId: 'l0', purchases: [{ ...bought('d', 's0', quantity, cost), duty }] }],
        infeasible: [],
        objective: {
          total: cost + order,
          suppliers: 1,
          leadTimeDays: 1,
          unknownLeadTimes: 0,
          manufacturerExceptions: 0,
        },
        certificate: { objective: cost + order, lowerBound: cost + order, gap: 0, isFirstAimProven: true },
      },
    );

  test('is the share of a piece, of what is paid once and of each reel, each rounded half to even', () => {
    // 40 at 1.54, 0.20 and one reel: 61.90, of which 1.60; goods of 60.30 pay for the order.
    expect(faults({}, 40, 6_190, 160, 500)).toEqual([]);
    expect(faults({}, 40, 6_190, 159, 500)).toEqual(['line l0: offer d has a wrong duty']);
    // 50 at 1.44: goods of 70.00.
    expect(faults({}, 50, 7_200, 200)).toEqual([]);
  });

  test('that is another share than the offer says is found', () => {
    expect(faults({ dutyShare: 50_000 }, 50, 7_200, 200)).toEqual(['line l0: offer d has a wrong duty']);
    const { dutyShare: _, ...free } = dutied;
    expect(faults({ ...free, dutyShare: 0 }, 50, 7_200, 200)).toEqual(['line l0: offer d has a wrong duty']);
  });

  test('is no part of the goods that an order is free by', () => {
    // With duty 61.90 are above 61.00, without it 60.30 are not.
    expect(faults({}, 40, 6_190, 160, 0)).toEqual(['the total is not the sum of goods and orders']);
  });
});

const bought = (offerId: string, sellerId: string, quantity: number, cost: number): Purchase => ({
  offerId,
  sellerId,
  manufacturer: 'm0',
  quantity,
  cost,
  ships: { kind: 'in_stock', days: 1 },
});

const now = { kind: 'in_stock', days: 1 } as const;
const late = { kind: 'after_lead_time', days: 3 } as const;

const first = bought('a', 's0', 110, 550);
const second = { ...bought('b', 's1', 30, 210), manufacturer: 'm1', ships: { kind: 'after_lead_time' } } as const;

const good: Basket = {
  mode: 'min_price',
  choices: [
    { lineId: 'l0', purchases: [first] },
    { lineId: 'l1', purchases: [second] },
  ],
  infeasible: [{ lineId: 'l2', reason: 'no_offers' }],
  objective: { total: 910, suppliers: 2, leadTimeDays: 1, unknownLeadTimes: 1, manufacturerExceptions: 1 },
  certificate: { objective: 910, lowerBound: 910, gap: 0, isFirstAimProven: true },
};

/** The good basket with other purchases for its first line. */
const buying = (...purchases: readonly Purchase[]): Basket => ({
  ...good,
  choices: [{ lineId: 'l0', purchases }, ...good.choices.slice(1)],
});

const aiming = (objective: Partial<Basket['objective']>): Basket => ({
  ...good,
  objective: { ...good.objective, ...objective },
});

const certified = (certificate: Partial<Basket['certificate']>): Basket => ({
  ...good,
  certificate: { ...good.certificate, ...certificate },
});

test('a right basket has no fault', () => {
  expect(checkBasket(problem, good)).toEqual([]);
});

test('what an order costs is looked up by the value of its goods', () => {
  // The goods of s0 are 550, those of s1 210: 910 with orders of 100 and 50.
  const from = (s0: number, s1: number): EstimateProblem => ({
    ...problem,
    orderSteps: { s0: [{ goodsFrom: s0, cost: 20 }], s1: [{ goodsFrom: s1, cost: 0 }] },
  });
  expect(checkBasket(from(551, 211), good)).toEqual([]);
  const wrong = 'the total is not the sum of goods and orders';
  expect(checkBasket(from(550, 211), good)).toEqual([wrong]);
  expect(checkBasket(from(551, 210), good)).toEqual([wrong]);
  const both = {
    ...good,
    ...aiming({ total: 780 }),
    certificate: { ...good.certificate, objective: 780, lowerBound: 780 },
  };
  expect(checkBasket(from(550, 210), both)).toEqual([]);
});

describe('each kind of wrong basket is caught', () => {
  const second0 = good.choices[1] ?? { lineId: 'l1', purchases: [] };
  const cases: readonly (readonly [string, Basket, string])[] = [
    ['a cost lower than the price', buying({ ...first, cost: 549 }), 'line l0: offer a has a wrong cost'],
    ['a cost that is no integer', buying({ ...first, cost: 550.5 }), 'has a cost that is no safe integer'],
    ['the price of a break not reached', buying({ ...first, quantity: 90, cost: 450 }), 'offer a has a wrong cost'],
    ['a quantity below the least order', buying({ ...first, quantity: 10, cost: 70 }), 'is below the least order'],
    ['a quantity beyond the stock', buying({ ...first, quantity: 510, cost: 2550 }), 'offer a exceeds the stock'],
    [
      'a quantity off the multiple',
      buying({ ...first, quantity: 115, cost: 575 }),
      'no multiple of the order multiple',
    ],
    ['more than the greatest order', buying({ ...first, quantity: 410, cost: 2050 }), 'is above the greatest order'],
    [
      'one stock sold twice',
      buying({ ...first, quantity: 300, cost: 1500 }, bought('tape', 's0', 300, 1500)),
      'line l0: pool p does not have so many',
    ],
    ['half a piece', buying({ ...first, quantity: 110.5 }), 'has no whole positive quantity'],
    ['no piece', buying({ ...first, quantity: 0, cost: 0 }), 'has no whole positive quantity'],
    ['a piece too few', buying({ ...first, quantity: 100, cost: 500 }), 'line l0: too few pieces'],
    ['an offer of another line', buying({ ...first, offerId: 'b' }), 'offer b is not one of the line'],
    ['one offer bought twice', buying(first, first), 'line l0: an offer is bought twice'],
    ['another supplier', buying({ ...first, sellerId: 's1' }), 'names another seller than the offer'],
    ['another manufacturer', buying({ ...first, manufacturer: 'm1' }), 'names another manufacturer than the offer'],
    ['a lead time for what is in stock', buying({ ...first, ships: late }), 'a is said to ship when it does not'],
    ['no handling', buying({ ...first, ships: { ...now, days: 0 } }), 'a is said to ship when it does not'],
    [
      'no lead time for what may not be in stock',
      { ...good, choices: [...good.choices.slice(0, 1), { lineId: 'l1', purchases: [{ ...second, ships: now }] }] },
      'b is said to ship when it does not',
    ],
    ['a substitute where none may be', buying({ ...first, offerId: 'sub' }), 'substitute sub is not allowed'],
    [
      'a substitute while there is stock',
      { ...good, choices: [...good.choices.slice(0, 1), { lineId: 'l1', purchases: [bought('cheap', 's0', 30, 30)] }] },
      'line l1: substitute cheap is not allowed',
    ],
    ['a line missing', { ...good, choices: good.choices.slice(1) }, 'line l0: neither bought nor left out'],
    ['a line twice', { ...good, choices: [...good.choices, second0] }, 'a line is named twice'],
    [
      'a line bought and left out',
      { ...good, infeasible: [...good.infeasible, { lineId: 'l1', reason: 'not_enough_stock' }] },
      'a line is named twice',
    ],
    [
      'a line of another estimate',
      { ...good, choices: [...good.choices, { lineId: 'l9', purchases: [] }] },
      'line l9: not one of the estimate',
    ],
    ['a total without the orders', aiming({ total: 760 }), 'the total is not the sum of goods and orders'],
    ['a total that is no number', aiming({ total: Number.NaN }), 'the total is not the sum of goods and orders'],
    ['too few suppliers', aiming({ suppliers: 1 }), 'the number of suppliers is wrong'],
    ['another delivery', aiming({ leadTimeDays: 2 }), 'the lead time is wrong'],
    ['unknown lead times not counted', aiming({ unknownLeadTimes: 0 }), 'the number of unknown lead times is wrong'],
    ['exceptions not counted', aiming({ manufacturerExceptions: 0 }), 'the number of manufacturer exceptions is wrong'],
    ['a certificate of another total', certified({ objective: 911 }), 'the certificate is of another total'],
    ['a bound above the total', certified({ lowerBound: 911 }), 'the lower bound exceeds the total'],
    ['a bound that is no number', certified({ lowerBound: Number.NaN }), 'the lower bound exceeds the total'],
    ['a gap of 0 that is none', certified({ lowerBound: 900 }), 'the gap is wrong'],
  ];

  test.each(cases)('%s', (_, basket, fault) => {
    expect(checkBasket(problem, basket).join('\n')).toContain(fault);
  });
});

test('a substitute may be bought where no offer of the product has the stock', () => {
  const [line0, line1, line2] = problem.lines;
  if (line0 === undefined || line1 === undefined || line2 === undefined) throw new Error('three lines expected');
  const offers = line1.offers.map((each) => (each.isSubstitute ? each : { ...each, stock: 29 }));
  const short = { ...problem, lines: [line0, { ...line1, offers }, line2] };
  const basket = {
    ...good,
    choices: [...good.choices.slice(0, 1), { lineId: 'l1', purchases: [bought('cheap', 's0', 30, 30)] }],
    objective: { total: 680, suppliers: 1, leadTimeDays: 1, unknownLeadTimes: 0, manufacturerExceptions: 0 },
    certificate: { objective: 680, lowerBound: 680, gap: 0, isFirstAimProven: true },
  };
  expect(checkBasket(short, basket)).toEqual([]);
});

test('more than the stock may be bought where the line says so, and for need only where nothing has enough', () => {
  const [line0, ...others] = problem.lines;
  if (line0 === undefined) throw new Error('a line expected');
  const beyond = buying({ ...first, quantity: 510, cost: 2550, ships: { kind: 'back_order', days: 3 } });
  const faultsWith = (given: Partial<typeof line0>): string =>
    checkBasket({ ...problem, lines: [{ ...line0, ...given }, ...others] }, beyond).join();
  expect(faultsWith({ backOrderPolicy: 'allow' })).not.toContain('exceeds');
  expect(faultsWith({ backOrderPolicy: 'allow' })).not.toContain('ship');
  expect(faultsWith({ backOrderPolicy: 'when_needed' })).toContain('exceeds the stock');
  expect(faultsWith({ backOrderPolicy: 'when_needed', pieces: 506 })).not.toContain('exceeds');
});

test('goods and duty of a purchase are each rounded to a coin, half to even, where there is one', () => {
  // 25 pieces at 1.06, of which 0.06 are duty: 25 and 1.5. Rounded to coins of 2: 24 and 2.
  const line = {
    id: 'l0',
    pieces: 25,
    substitutePolicy: 'never',
    backOrderPolicy: 'never',
    interchangeableGroup: undefined,
    offers: [
      offer('a', 's0', {
        minOrderQuantity: 1,
        orderMultiple: 1,
        dutyShare: 60_000,
        breaks: [{ minQuantity: 1, unitPrice: 106, duty: { unitPrice: 6 } }],
      }),
    ],
  } as const;
  const coined: EstimateProblem = { lines: [line], orderCosts: {}, coin: 200 };
  const { objective, choices } = optimise(coined, { mode: 'min_price', isOver: () => false });
  expect(choices[0]?.purchases).toMatchObject([{ quantity: 25, cost: 2_600, duty: 200 }]);
  expect(objective.total).toBe(2_600);
  const unrounded = optimise({ ...coined, coin: 1 }, { mode: 'min_price', isOver: () => false });
  expect(unrounded.objective.total).toBe(2_650);
  expect(checkBasket(coined, unrounded)).toContain('line l0: offer a has a wrong cost');
});

test('an order whose goods come to a step only once they are rounded costs what the step says', () => {
  // 100 at 0.0073 are 0.7278 and are billed as 0.73, from which on nothing is paid for the order.
  const line = {
    id: 'l0',
    pieces: 100,
    substitutePolicy: 'never',
    backOrderPolicy: 'never',
    interchangeableGroup: undefined,
    offers: [
      offer('near', 's0', { breaks: [{ minQuantity: 1, unitPrice: 7_278 }] }),
      offer('far', 's1', { breaks: [{ minQuantity: 1, unitPrice: 8_000 }] }),
    ],
  } as const;
  const orderSteps = { s0: [{ goodsFrom: 730_000, cost: 0 }] };
  const terms = { lines: [line], orderCosts: { s0: 6_000_000 }, orderSteps };
  const choiceAt = (coin: number) => {
    const { choices, objective } = optimise({ ...terms, coin }, { mode: 'min_price', isOver: () => false });
    return [choices[0]?.purchases[0]?.offerId, objective.total];
  };
  expect(choiceAt(10_000)).toEqual(['near', 730_000]);
  expect(choiceAt(1)).toEqual(['far', 800_000]);
});
