import { expect, it } from 'vitest';
import { type BasketCase, basketOf, handLine, handMarketOutcome, handOffer } from '../../../support/hand-market.ts';

const asking = (quantity: string, unit?: string) => [handLine(1, quantity, unit === undefined ? {} : { unit })];
const wire = handOffer('p1', 'alpha', 50, { unitOfSale: 'm' });
const byFoot = handOffer('p1', 'beta', 10, { unitOfSale: 'ft' });
const unsaid = handOffer('p1', 'gamma', 1);

const cases: readonly BasketCase[] = [
  // 5 m at 0.50.
  ['metres of what is sold by the metre', asking('5', 'm'), [wire], {}, '2.5: 5 alpha'],
  // 250 cm are 2.5 m, and nobody sells half a metre: 3 at 0.50.
  ['centimetres of what is sold by the metre', asking('250', 'cm'), [wire], {}, '1.5: 3 alpha'],
  // Twice 150 cm are 3 m, not 2 m twice.
  ['builds before what is rounded', asking('150', 'cm'), [wire], { buildQuantity: 2 }, '1.5: 3 alpha'],
  // 12 in are a foot: 1 at 0.10.
  ['inches of what is sold by the foot', asking('12', 'in'), [byFoot], {}, '0.1: 1 beta'],
  // 100 ft are 30.48 m: 31 at 0.50.
  ['feet of what is sold by the metre', asking('100', 'ft'), [wire], {}, '15.5: 31 alpha'],
  // 4 m and 10 % are 4.4 m: 5 at 0.50.
  ['what is lost is counted in what is sold', asking('4', 'm'), [wire], { attritionPercent: 10 }, '2.5: 5 alpha'],
  // 1500 g are 1.5 kg: 2 at 20.00.
  [
    'grams of what is sold by the kilogramme',
    asking('1500', 'g'),
    [handOffer('p1', 'alpha', 2_000, { unitOfSale: 'kg' })],
    {},
    '40: 2 alpha',
  ],
  // 0.5 l are 500 ml, in bottles of 250: 500 at 0.03.
  [
    'litres of what is sold by the millilitre',
    asking('0.5', 'l'),
    [handOffer('p1', 'alpha', 3, { unitOfSale: 'ml', orderMultiple: 250 })],
    {},
    '15: 500 alpha',
  ],
  // 3 sets at 4.00.
  [
    'sets of what is sold by the set',
    asking('3', 'set'),
    [handOffer('p1', 'alpha', 400, { unitOfSale: 'set' })],
    {},
    '12: 3 alpha',
  ],
  // 5 pairs are 10 pieces at 0.01.
  [
    'pairs of what is sold by the piece',
    asking('5', 'pair'),
    [handOffer('p1', 'gamma', 1, { unitOfSale: 'piece' })],
    {},
    '0.1: 10 gamma',
  ],
  // Two are sold by the metre and one by the foot: 5 m at 0.50, although 5 of the others cost less.
  [
    'offers in another unit are not compared',
    asking('5', 'm'),
    [wire, handOffer('p1', 'delta', 60, { unitOfSale: 'm' }), byFoot, unsaid],
    {},
    '2.5: 5 alpha',
  ],
  // 10 at 0.01 of what says no unit; the others are sold by the metre.
  [
    'pieces are bought by the piece',
    asking('10', 'piece'),
    [unsaid, { ...wire, price: { kind: 'ladder', breaks: [{ minQuantity: 1, unitPrice: 0 }] } }],
    {},
    '0.1: 10 gamma',
  ],
  // 5 at 0.01, as nobody says that it is sold by the metre: a doubt.
  ['metres of what says no unit', asking('5', 'm'), [unsaid], {}, '0.05: 5 gamma'],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});

const doubtsOf = (...[quantity, unit, offers]: [string, string | undefined, readonly (typeof wire)[]]) =>
  handMarketOutcome(asking(quantity, unit), offers).lines[0]?.doubts.map(({ code }) => code);

it('doubts a quantity whose unit is not known beside that of the offer', () => {
  expect(doubtsOf('5', 'm', [wire])).toEqual([]);
  expect(doubtsOf('250', 'cm', [wire])).toEqual([]);
  // The line says metres, the offer nothing; or the line nothing, the offer metres; or both, but
  // one is no measure of the other.
  expect(doubtsOf('5', 'm', [unsaid])).toEqual(['unit_not_pieces']);
  expect(doubtsOf('5', undefined, [wire])).toEqual(['unit_not_pieces']);
  expect(doubtsOf('5', 'kg', [wire])).toContain('unit_not_pieces');
  expect(doubtsOf('5', undefined, [unsaid])).toEqual([]);
});

it('shows no offer in another unit beside what is bought, as its price would be of another quantity', () => {
  const offers = [wire, byFoot, handOffer('p1', 'delta', 60, { unitOfSale: 'm' }), unsaid];
  const alternatives = (pinnedOffer?: string) =>
    handMarketOutcome(asking('250', 'cm'), offers, {
      ...(pinnedOffer !== undefined && { lineEdits: [{ number: 1, pinnedOffer }] }),
    }).lines[0]?.alternatives.map(({ offerId, quantity }) => [offerId, quantity]);
  expect(alternatives()).toEqual([['delta:p1', 3]]);
  expect(alternatives('alpha:p1')).toEqual([['delta:p1', 3]]);
});

it('counts what is sold in another unit', () => {
  const { lines } = handMarketOutcome(asking('5', 'm'), [
    wire,
    byFoot,
    { ...wire, offerId: 'second', supplierId: 'x' },
  ]);
  expect(lines[0]?.offers).toEqual({ lookedAt: 3, leftOut: { other_unit: 1 } });
});

// One of each in the smallest unit of its measure, at one coin for each.
it.each([
  ['in', 'mm', 26],
  ['ft', 'in', 12],
  ['ft', 'mm', 305],
  ['m', 'mm', 1_000],
  ['m', 'cm', 100],
  ['m', 'in', 40],
  ['kg', 'g', 1_000],
  ['l', 'ml', 1_000],
  ['pair', 'piece', 2],
  ['cm', 'mm', 10],
])('a line of one %s of what is sold by the %s buys %d', (asked, sold, bought) => {
  const offer = handOffer('p1', 'alpha', 1, { unitOfSale: sold });
  expect(basketOf(['', asking('1', asked), [offer], {}, ''])).toBe(`${bought / 100}: ${bought} alpha`);
});
