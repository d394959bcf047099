import { describe, expect, test } from 'vitest';
import { allowedOffers, type LineOption, lineOptions } from '../../../domain/estimate/options.ts';
import type { EstimateLine, LineOffer, OrderStep } from '../../../domain/estimate/problem.ts';
import { plainOffer, randomEstimate } from '../../support/estimates.ts';
import { seededRandom, seedOfRun } from '../../support/random.ts';
import { type Way, waysFrom } from './brute-force.ts';

const lineOf = (pieces: number, offers: readonly LineOffer[], more: Partial<EstimateLine> = {}): EstimateLine => ({
  id: 'l0',
  pieces,
  substitutePolicy: 'never',
  backOrderPolicy: 'never',
  interchangeableGroup: undefined,
  offers,
  ...more,
});

const optionsOf = (line: EstimateLine): readonly LineOption[] => {
  const options = lineOptions(line, allowedOffers(line));
  if (options.kind === 'infeasible') throw new Error(options.reason);
  return options.options;
};

const bought = (line: EstimateLine): readonly (readonly [readonly string[], number])[] =>
  optionsOf(line).map(({ suppliers, cost }) => [suppliers, cost] as const);

describe('what a line may take', () => {
  test('of two offers of one supplier only the cheaper is kept', () => {
    expect(bought(lineOf(10, [plainOffer('s0', 7), plainOffer('s0', 5), plainOffer('s1', 6)]))).toEqual([
      [['s0'], 50],
      [['s1'], 60],
    ]);
  });

  test('more pieces are bought where a later price break makes them cheaper', () => {
    const breaks = [
      { minQuantity: 1, unitPrice: 10 },
      { minQuantity: 100, unitPrice: 8 },
    ];
    expect(optionsOf(lineOf(90, [plainOffer('s0', 10, { breaks })]))[0]?.purchases[0]).toMatchObject({
      quantity: 100,
      cost: 800,
    });
  });

  test('a split is an option where no offer alone has the stock', () => {
    const offers = [plainOffer('s0', 5, { stock: 60 }), plainOffer('s1', 6, { stock: 60 })];
    expect(bought(lineOf(100, offers))).toEqual([[['s0', 's1'], 60 * 5 + 40 * 6]]);
  });

  test('two packagings of one stock are bought together as far as it reaches', () => {
    // A reel of 100 at 5 and tape at 6; 130 are there, whichever way they are packed.
    const reel = plainOffer('s0', 5, { orderMultiple: 100, minOrderQuantity: 100, stock: 130, pool: 'p' });
    const tape = plainOffer('s0', 6, { stock: 130, pool: 'p' });
    expect(bought(lineOf(120, [reel, tape]))).toEqual([[['s0'], 100 * 5 + 20 * 6]]);
    expect(lineOptions(lineOf(140, [reel, tape]), [reel, tape])).toEqual({
      kind: 'infeasible',
      reason: 'not_enough_stock',
    });
  });

  test('no more than the greatest order is bought of an offer', () => {
    const offers = [plainOffer('s0', 5, { maxOrderQuantity: 60 }), plainOffer('s1', 6)];
    expect(bought(lineOf(100, offers))).toEqual([
      [['s0', 's1'], 60 * 5 + 40 * 6],
      [['s1'], 600],
    ]);
    expect(lineOptions(lineOf(100, offers.slice(0, 1)), offers.slice(0, 1))).toEqual({
      kind: 'infeasible',
      reason: 'quantity_not_orderable',
    });
  });

  test('a split that costs no less than one of its suppliers alone is left out', () => {
    const offers = [plainOffer('s0', 5), plainOffer('s1', 6, { stock: 60 })];
    expect(bought(lineOf(100, offers))).toEqual([[['s0'], 500]]);
  });

  test('a split is kept where the multiple of the cheaper offer would leave too much over', () => {
    const offers = [plainOffer('s0', 5, { orderMultiple: 100 }), plainOffer('s1', 6)];
    expect(bought(lineOf(101, offers))).toEqual([
      [['s0', 's1'], 506],
      [['s1'], 606],
      [['s0'], 1000],
    ]);
  });

  test('where no two offers have the stock, more of them are put together', () => {
    const offers = ['s0', 's1', 's2'].map((supplier, index) => plainOffer(supplier, 5 + index, { stock: 40 }));
    expect(bought(lineOf(100, offers))).toEqual([[['s0', 's1', 's2'], 40 * 5 + 40 * 6 + 20 * 7]]);
  });
});

describe('where what an order costs depends on its goods', () => {
  const cheap = plainOffer('s0', 40);
  const dear = plainOffer('s0', 52);
  const costsAt = (
    steps: Readonly<Record<string, readonly OrderStep[]>>,
    offers: readonly LineOffer[] = [cheap, dear],
  ) => {
    const options = lineOptions(lineOf(10, offers), offers, { orderCosts: { s0: 300 }, orderSteps: steps });
    return options.kind === 'feasible' ? options.options.map(({ cost }) => cost) : [];
  };

  test('a dearer offer stays as far as it may save as much on the order', () => {
    expect(costsAt({ s0: [{ goodsFrom: 1000, cost: 181 }] })).toEqual([400]);
    expect(costsAt({ s0: [{ goodsFrom: 1000, cost: 180 }] })).toEqual([400]);
    expect(costsAt({ s0: [{ goodsFrom: 1000, cost: 179 }] })).toEqual([400, 520]);
  });

  test('a step below what the cheaper offer comes to, or at another seller, changes nothing', () => {
    expect(costsAt({ s0: [{ goodsFrom: 400, cost: 0 }] })).toEqual([400]);
    expect(costsAt({ s1: [{ goodsFrom: 1000, cost: 0 }] })).toEqual([400]);
  });

  test('an order that costs more from a value on keeps no offer with more goods that costs more', () => {
    expect(costsAt({ s0: [{ goodsFrom: 1000, cost: 900 }] })).toEqual([400]);
  });

  test('of offers at the same cost that with more goods stays, where these can only save', () => {
    const dutied = (goods: number, duty: number) =>
      plainOffer('s0', goods, {
        id: `${goods} and ${duty}`,
        dutyShare: (duty / goods) * 1e6,
        breaks: [{ minQuantity: 1, unitPrice: goods + duty, duty: { unitPrice: duty } }],
      });
    const offers = [dutied(40, 10), dutied(50, 0)];
    const options = lineOptions(lineOf(10, offers), offers, {
      orderCosts: { s0: 300 },
      orderSteps: { s0: [{ goodsFrom: 1000, cost: 0 }] },
    });
    expect(options).toMatchObject({ options: [{ cost: 500, purchases: [{ offerId: '50 and 0' }] }] });
  });

  test('splits of one seller stay beside it alone as far as they may save as much', () => {
    // 5 of each at 45, 51 and 52, and 10 at 52; an order may save 300.
    const offers = [plainOffer('s0', 45, { stock: 5 }), plainOffer('s0', 52), plainOffer('s0', 51, { stock: 5 })];
    expect(costsAt({ s0: [{ goodsFrom: 2000, cost: 0 }] }, offers)).toEqual([480, 485, 515, 520]);
  });
});

describe('a line that cannot be bought says why', () => {
  const reasonOf = (line: EstimateLine): string => {
    const options = lineOptions(line, allowedOffers(line));
    return options.kind === 'infeasible' ? options.reason : 'none';
  };

  test('no offers', () => {
    expect(reasonOf(lineOf(1, []))).toBe('no_offers');
  });

  test('only substitutes, which the line does not allow', () => {
    expect(reasonOf(lineOf(1, [plainOffer('s0', 1, { isSubstitute: true })]))).toBe('only_substitutes_not_allowed');
  });

  test('not enough stock', () => {
    expect(reasonOf(lineOf(100, [plainOffer('s0', 1, { stock: 99 })]))).toBe('not_enough_stock');
  });

  test('stock for the line, but not for the least order', () => {
    expect(reasonOf(lineOf(10, [plainOffer('s0', 1, { stock: 20, minOrderQuantity: 50 })]))).toBe(
      'quantity_not_orderable',
    );
  });
});

describe('substitutes', () => {
  const original = plainOffer('s0', 9, { stock: 50 });
  const substitute = plainOffer('s1', 5, { isSubstitute: true });

  test('are not looked at while the product itself can be had', () => {
    expect(bought(lineOf(50, [original, substitute], { substitutePolicy: 'when_out_of_stock' }))).toEqual([
      [['s0'], 450],
    ]);
  });

  test('are taken where the product is out of stock', () => {
    expect(bought(lineOf(51, [original, substitute], { substitutePolicy: 'when_out_of_stock' }))[0]).toEqual([
      ['s1'],
      255,
    ]);
  });

  test('are taken where they are cheaper and that is wanted', () => {
    expect(bought(lineOf(50, [original, substitute], { substitutePolicy: 'when_cheaper' }))[0]).toEqual([['s1'], 250]);
  });
});

/** Every set of suppliers that the ways need together. */
const supplierSetsOf = (ways: readonly Way[]): readonly ReadonlySet<string>[] => {
  const names = [...new Set(ways.flatMap(({ suppliers }) => suppliers))];
  return Array.from(
    { length: 2 ** names.length },
    (_, mask) => new Set(names.filter((_name, index) => ((mask >> index) & 1) === 1)),
  );
};

const cheapestWithin = (
  ways: readonly { readonly suppliers: readonly string[]; readonly cost: number }[],
  open: ReadonlySet<string>,
): number =>
  ways
    .filter(({ suppliers }) => suppliers.every((supplier) => open.has(supplier)))
    .reduce((least, { cost }) => Math.min(least, cost), Infinity);

test('from any set of suppliers the options that are kept cost the same as the best of all ways to buy the line', () => {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  const shape = {
    lines: 60,
    suppliers: 5,
    pooled: 0.5,
    offersPerLine: 4,
    maxPieces: 300,
    scarcity: 0.6,
    maxOrderCost: 0,
  };
  const { lines } = randomEstimate(random, {
    ...shape,
    linesPerGroup: 1,
    orderMultiples: [1, 1, 4, 6, 25],
    breakSpread: 12,
  });
  for (const line of lines) {
    const offers = allowedOffers(line);
    const forms = offers.map((offer) => ({ ...offer, isLifted: offer.isBackOrdered === true }));
    const ways = waysFrom(forms, line.pieces);
    if (ways.length === 0) continue;
    const options = lineOptions(line, offers);
    const kept = options.kind === 'feasible' ? options.options : [];
    for (const open of supplierSetsOf(ways)) {
      expect(cheapestWithin(kept, open), `seed ${seed}, ${line.id}, from ${[...open]}`).toBe(
        cheapestWithin(ways, open),
      );
    }
    const isDominated = kept.some((one) =>
      kept.some(
        (other) =>
          other !== one &&
          other.cost <= one.cost &&
          other.suppliers.every((supplier) => one.suppliers.includes(supplier)),
      ),
    );
    expect(isDominated, `seed ${seed}, ${line.id}`).toBe(false);
  }
});
