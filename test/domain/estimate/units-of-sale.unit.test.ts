import { describe, expect, it } from 'vitest';
import type { MarketOffer } from '../../../domain/estimate/market.ts';
import { needsOf } from '../../../domain/estimate/needs.ts';
import type { EstimateRequest } from '../../../domain/estimate/request.ts';
import { inUnitsOfSale, quantitiesToBuy } from '../../../domain/estimate/units-of-sale.ts';
import { documentRequest } from '../../support/estimate-request.ts';
import { handLine, handMarket, handOffer } from '../../support/hand-market.ts';

type Line = ReturnType<typeof handLine>;

/** A line of the product `p` that asks for so many of a unit. */
const asking = (number: number, quantity: string, unit?: string, more: Partial<Line> = {}): Line =>
  handLine(number, quantity, { productId: 'p', ...(unit !== undefined && { unit }), ...more });

let sellers = 0;
const soldBy = (unitOfSale?: string, more: Partial<MarketOffer> = {}): MarketOffer => {
  sellers += 1;
  return handOffer('p', `seller${sellers}`, 10, { ...(unitOfSale !== undefined && { unitOfSale }), ...more });
};

const boughtIn = (lines: readonly Line[], offers: readonly MarketOffer[], request: Partial<EstimateRequest> = {}) => {
  const needs = needsOf({ lines }, { ...documentRequest, ...request });
  const bought = inUnitsOfSale(needs, handMarket(offers));
  const [need] = bought.needs;
  return { need, unit: need?.unitOfSale, pieces: need?.pieces, toBuy: need?.toBuy, doubts: bought.doubts };
};

describe('the unit that a need is bought in', () => {
  const metres = [asking(1, '5', 'm')];

  it.each<[what: string, unit: string | undefined, offers: readonly MarketOffer[]]>([
    ['is the one that its only offer is sold in', 'ft', [soldBy('ft')]],
    ['is the one that most are sold in', 'ft', [soldBy('m'), soldBy('ft'), soldBy('ft')]],
    ['of as many is the first by its name', 'cm', [soldBy('m'), soldBy('cm')]],
    ['is none that metres cannot be told in', 'm', [soldBy('kg'), soldBy('kg'), soldBy('m')]],
    ['is none of what says no unit', undefined, [soldBy()]],
    [
      'is none of offers without a price',
      'm',
      [
        soldBy('ft', { price: { kind: 'none', reason: 'no_price' } }),
        soldBy('ft', { price: { kind: 'none', reason: 'no_price' } }),
        soldBy('m'),
      ],
    ],
    [
      'is none of offers that are not bought',
      'm',
      [soldBy('ft', { isWithdrawn: true }), soldBy('ft', { isWithdrawn: true }), soldBy('m')],
    ],
  ])('%s: %s', (_, unit, offers) => {
    expect(boughtIn(metres, offers).unit).toBe(unit);
  });

  it('is left open where no line says one', () => {
    expect(boughtIn([asking(1, '5')], [soldBy('m')])).toMatchObject({ unit: undefined, pieces: 5 });
  });

  it('is one that every line can be told in, of which one that says none is told in any', () => {
    expect(boughtIn([asking(1, '5', 'm'), asking(2, '50', 'cm')], [soldBy('m')])).toMatchObject({
      unit: 'm',
      pieces: 6,
    });
    expect(boughtIn([asking(1, '5', 'm'), asking(2, '2', 'kg')], [soldBy('m')]).unit).toBeUndefined();
    expect(boughtIn([asking(1, '5'), asking(2, '50', 'cm')], [soldBy('m')])).toMatchObject({ unit: 'm', pieces: 6 });
  });

  it('is none in which the quantity is beyond all that is bought', () => {
    const most = (metres: string) => boughtIn([asking(1, metres, 'm')], [soldBy('mm')]).unit;
    expect([most('100000'), most('100000.001')]).toEqual(['mm', undefined]);
  });

  it('buys in it what is lost as well', () => {
    expect(boughtIn([asking(1, '4', 'm')], [soldBy('m')], { attritionPercent: 10 })).toMatchObject({
      pieces: 4,
      toBuy: 5,
    });
  });
});

describe('what one is expected to cost', () => {
  const expected = (price: string, unit: string, sold: string) =>
    boughtIn([asking(1, '500', unit, { expectedPrice: price })], [soldBy(sold)]).need?.lines[0]?.expectedPrice;

  it.each([
    ['0.02', 'cm', 'm', '2'],
    ['2', 'm', 'cm', '0.02'],
    ['2', 'm', 'm', '2'],
    // A third of a hundredth of 0.3048, to twelve places.
    ['0.01', 'ft', 'm', '0.032808398950'],
  ])('at %s a %s is of the %s %s', (price, unit, sold, told) => {
    expect(Number(expected(price, unit, sold))).toBeCloseTo(Number(told), 12);
    expect((expected(price, unit, sold) ?? '').length).toBeLessThanOrEqual(14);
  });

  it('is nothing where it is not said', () => {
    expect(boughtIn([asking(1, '500', 'cm')], [soldBy('m')]).need?.lines[0]).not.toHaveProperty('expectedPrice');
  });
});

describe('the doubt whether a unit means pieces', () => {
  const doubted = (lines: readonly Line[], offers: readonly MarketOffer[]) =>
    [...boughtIn(lines, offers).doubts].flatMap(([number, all]) => all.map(({ code }) => [number, code]));

  it('is gone of lines that are told in the unit that is sold, and of no others', () => {
    expect(doubted([asking(1, '5', 'm')], [soldBy('m')])).toEqual([]);
    expect(doubted([asking(1, '5', 'm')], [soldBy('kg')])).toEqual([[1, 'unit_not_pieces']]);
    expect(doubted([asking(1, '5', 'm'), handLine(2, '5', { productId: 'q', unit: 'm' })], [soldBy('m')])).toEqual([
      [2, 'unit_not_pieces'],
    ]);
  });
});

describe('how many a need may come to', () => {
  const all = (...lines: readonly Line[]) => {
    const [need] = needsOf({ lines }, documentRequest).needs;
    return need && quantitiesToBuy(need);
  };

  it.each<[what: string, lines: readonly Line[], quantities: readonly number[]]>([
    ['pieces', [asking(1, '5')], [5]],
    // As stated, and in millimetres, centimetres, metres, inches and feet.
    ['a length', [asking(1, '5', 'm')], [5, 5_000, 500, 5, 197, 17]],
    ['a weight', [asking(1, '2', 'kg')], [2, 2_000, 2]],
    ['a volume', [asking(1, '2', 'l')], [2, 2_000, 2]],
    ['pairs', [asking(1, '3', 'pair')], [3, 6, 3]],
    ['a length and a weight', [asking(1, '5', 'm'), asking(2, '2', 'kg')], [7]],
    ['a length and what says no unit', [asking(1, '1', 'm'), asking(2, '2')], [3, 1_002, 102, 3, 42, 6]],
    ['what is no measure', [asking(1, '3', 'set')], [3]],
  ])('is told of %s in every unit of it', (_, lines, quantities) => {
    expect(all(...lines)).toEqual(quantities);
  });
});
