import { expect, it } from 'vitest';
import type { LeftOutReason, LineRisk, OfferCoverage, UnboughtLines } from '../../../domain/estimate/outcome.ts';
import {
  leftOutMessage,
  nothingBoughtMessage,
  riskMessage,
  unboughtMessage,
} from '../../../gateway/estimates/estimate-words.ts';

/** A risk as it stands in a stored outcome, which another release may have written. */
const stored = (json: string): LineRisk => JSON.parse(json);

it.each([
  ['{"code":"duty_unknown","figures":{}}', 'The import duty is not known and not counted.'],
  [
    '{"code":"duty_unknown","figures":{"missing":"rate, moon"}}',
    'The import duty is not known and not counted: no rate is stated for its tariff number and origin; moon.',
  ],
  [
    '{"code":"duty_unknown","figures":{"goods":"12.5","missing":"ships_from"}}',
    'The import duty on goods of 12.5 is not known and not counted: nobody says where it ships from.',
  ],
  ['{"code":"moon_phase","figures":{"phase":"full","days":"3"}}', 'moon_phase: phase full, days 3.'],
  ['{"code":"moon_phase","figures":{}}', 'moon_phase.'],
  ['{"code":"constructor","figures":{}}', 'constructor.'],
])('a risk %s is told as "%s"', (json, told) => expect(riskMessage(stored(json))).toBe(told));

const all = 'All suppliers together do not have enough in stock.';
const others = 'The offers that are not left out do not have enough in stock.';

it.each<[LeftOutReason, OfferCoverage['leftOut'], string]>([
  ['not_enough_stock', {}, all],
  ['not_enough_stock', { out_of_stock: 1, stock_below_order: 2 }, all],
  ['not_enough_stock', { out_of_stock: 1, excluded_by_request: 2 }, others],
  ['not_enough_stock', { no_exchange_rate: 1 }, others],
  ['not_enough_stock', { other_offer_pinned: 2 }, others],
  [
    'quantity_not_orderable',
    { stale_price: 1 },
    'The offers that are not left out cannot be ordered in this quantity.',
  ],
  ['quantity_not_orderable', { out_of_stock: 1 }, 'No supplier sells this quantity.'],
  [
    'only_substitutes_not_allowed',
    { seller_not_wanted: 1 },
    'The offers that are not left out are of substitutes, which are not allowed.',
  ],
  [
    'offers_excluded',
    { excluded_by_request: 1 },
    'The offers that are left when you exclude or pin some cannot be bought.',
  ],
])('%s of a line with the offers %o left out is told as "%s"', (reason, leftOut, told) =>
  expect(leftOutMessage(reason, 0, { leftOut })).toBe(told),
);

it('an estimate of which nothing is bought tells lines apart that have offers left out', () => {
  const line = (number: number, leftOut: OfferCoverage['leftOut']) => ({
    number,
    chosen: [],
    alternatives: [],
    doubts: [],
    freshness: { status: 'EMPTY' } as const,
    leftOut: 'not_enough_stock' as const,
    offers: { lookedAt: 3, leftOut },
  });
  const lines = [line(1, { out_of_stock: 3 }), line(2, { no_exchange_rate: 1 }), line(3, { weak_match: 2 })];
  expect(nothingBoughtMessage({ lines })).toBe(`Nothing is bought. 2 lines: ${others} 1 line: ${all}`);
});

it.each<[number, readonly [LeftOutReason, number, UnboughtLines['leftOut']?][] | undefined, string | undefined]>([
  [5, [], undefined],
  [4, [['do_not_place', 1]], undefined],
  [
    3,
    [
      ['quantity_zero', 1],
      ['do_not_place', 1],
    ],
    undefined,
  ],
  [
    3,
    [
      ['not_enough_stock', 1],
      ['do_not_place', 1],
    ],
    `3 of 5 lines are bought, and the total is without the others. 1 line: ${all}`,
  ],
  [
    1,
    [['not_enough_stock', 4, { weak_match: 1 }]],
    `1 of 5 lines is bought, and the total is without the others. 4 lines: ${others}`,
  ],
  [0, [['do_not_place', 5]], 'Nothing is bought. 5 lines: The list says that the part is not fitted.'],
  // As older releases have stored them.
  [5, undefined, undefined],
  [4, undefined, '4 of 5 lines are bought, and the total is without the others.'],
  [0, undefined, 'Nothing is bought.'],
])('a row of a table that buys %i of 5 lines, and of the others %j, says "%s"', (boughtLines, not, told) => {
  const unbought = not?.map(([reason, lines, leftOut = {}]) => ({ reason, lines, leftOut }));
  expect(unboughtMessage({ boughtLines, ...(unbought && { unbought }) }, 5)).toBe(told);
});
