import { expect, test } from 'vitest';
import type { Basket } from '../../../domain/estimate/basket.ts';
import type { OptimizationMode } from '../../../domain/estimate/modes/modes.ts';
import { modes as allModes } from '../../../domain/estimate/modes/modes.ts';
import { optimise } from '../../../domain/estimate/optimise.ts';
import type { EstimateLine, EstimateProblem, LineOffer } from '../../../domain/estimate/problem.ts';
import { plainOffer, randomEstimate } from '../../support/estimates.ts';
import { seededRandom, seedOfRun } from '../../support/random.ts';
import { allowed, bruteForce, totalOf, type Way, wayOf, waysFrom } from './brute-force.ts';
import { bruteForceOrders, bruteForceWays } from './brute-force-orders.ts';

const seed = seedOfRun();
const small = {
  suppliers: 4,
  offersPerLine: 3,
  maxPieces: 12,
  scarcity: 0.5,
  pooled: 0.4,
  reeled: 0.3,
  maxOrderCost: 8000,
  linesPerGroup: 3,
  orderMultiples: [1, 1, 2, 3, 5],
  breakSpread: 4,
};

const firstAimOf = ({ mode, objective }: Basket): number =>
  ({
    min_price: 0,
    min_suppliers: objective.suppliers,
    min_lead_time: objective.unknownLeadTimes > 0 ? undefined : objective.leadTimeDays,
    single_manufacturer: objective.manufacturerExceptions,
  })[mode] ?? Number.NaN;

const modes: readonly OptimizationMode[] = ['min_price', 'min_suppliers', 'min_lead_time', 'single_manufacturer'];

/** Two thousand in the long form. */
const smallEstimates = process.env.LONG === '1' ? 2000 : 500;

test.each(modes)('trying every basket of random small estimates finds none better in mode %s', (mode) => {
  const random = seededRandom(seed);
  for (let done = 0; done < smallEstimates; ) {
    const problem = randomEstimate(random, { ...small, lines: 1 + Math.floor(random() * 5) });
    const expected = bruteForce(problem, mode, 3000);
    if (expected === undefined) continue;
    const basket = optimise(problem, { mode, isOver: () => false });
    const where = `seed ${seed}, estimate ${done}`;
    expect(basket.objective.total, where).toBe(expected.total);
    expect(basket.certificate, where).toMatchObject({ gap: 0, isFirstAimProven: true, lowerBound: expected.total });
    const first = firstAimOf(basket);
    if (!Number.isNaN(first)) expect(first, where).toBe(expected.first);
    done += 1;
  }
});

/** With prices so coarse that many baskets cost the same, and wishes in the order of offers. */
const withWishes = (problem: EstimateProblem): EstimateProblem => {
  const coarse = (price: number): number => 1_000 * Math.ceil(price / 2_000);
  const wished = (offer: LineOffer, at: number): LineOffer => ({
    ...offer,
    breaks: offer.breaks.map((step) => ({ minQuantity: step.minQuantity, unitPrice: coarse(step.unitPrice) })),
    ...(offer.isSubstitute && { preference: at + 1 }),
  });
  const lines = problem.lines.map((line) => {
    const own = line.offers.filter(({ isSubstitute }) => !isSubstitute);
    return { ...line, offers: [...own, ...line.offers.filter(({ isSubstitute }) => isSubstitute)].map(wished) };
  });
  const orderCosts = Object.entries(problem.orderCosts).map(([seller, cost]) => [seller, cost < 4_000 ? 0 : 4_000]);
  return { lines, orderCosts: Object.fromEntries(orderCosts) };
};

/** The ways of a basket, one for each line that is bought. */
const waysOf = (problem: EstimateProblem, { choices }: Basket): readonly (readonly [EstimateLine, Way])[] =>
  choices.flatMap(({ lineId, purchases }) => {
    const line = problem.lines.find(({ id }) => id === lineId);
    const parts = purchases.flatMap(({ offerId, quantity }) => {
      const offer = line?.offers.find(({ id }) => id === offerId);
      return offer === undefined ? [] : [[offer, quantity] as const];
    });
    return line === undefined ? [] : [[line, wayOf(parts)] as const];
  });

/** A thousand in the long form. */
const tiedEstimates = process.env.LONG === '1' ? 1_000 : 400;

test('of random estimates with many ties none has a line that could be bought as it rather would', () => {
  const random = seededRandom(seed);
  let tied = 0;
  for (let done = 0; done < tiedEstimates; ) {
    const problem = withWishes(randomEstimate(random, { ...small, reeled: 0, lines: 1 + Math.floor(random() * 5) }));
    const expected = bruteForce(problem, 'min_price', 3000);
    if (expected === undefined) continue;
    const basket = optimise(problem, { mode: 'min_price', isOver: () => false });
    const ways = waysOf(problem, basket);
    expect(basket.objective.total, `seed ${seed}, estimate ${done}`).toBe(expected.total);
    for (const [index, [line, way]] of ways.entries()) {
      const others = waysFrom(allowed(line), line.pieces).filter(({ suppliers }) => suppliers.length === 1);
      const totals = others.map((other) => ({ other, total: totalOf(problem, ways.with(index, [line, other])) }));
      const alike = totals.filter(({ total }) => total === expected.total).map(({ other }) => other.place);
      tied += alike.some((place) => place > way.place) ? 1 : 0;
      expect(Math.min(way.place, ...alike), `seed ${seed}, estimate ${done}, line ${line.id}`).toBe(way.place);
    }
    done += 1;
  }
  expect(tied).toBeGreaterThan(20);
});

/** Half of the offers, of each seller some, are dearer by a duty. */
const dutied = { ...small, dutied: 0.5 };

/** Five hundred in the long form. */
const dutiedEstimates = process.env.LONG === '1' ? 500 : 200;

test.each(modes)('trying every basket finds none better where import duty is due, in mode %s', (mode) => {
  const random = seededRandom(seed);
  for (let done = 0; done < dutiedEstimates; ) {
    const problem = randomEstimate(random, { ...dutied, lines: 1 + Math.floor(random() * 5) });
    const expected = bruteForce(problem, mode, 3000);
    if (expected === undefined) continue;
    const basket = optimise(problem, { mode, isOver: () => false });
    const where = `seed ${seed}, estimate ${done}`;
    expect(basket.objective.total, where).toBe(expected.total);
    expect(basket.certificate, where).toMatchObject({ gap: 0, isFirstAimProven: true, lowerBound: expected.total });
    done += 1;
  }
});

/** Two thousand in the long form. */
const steppedEstimates = process.env.LONG === '1' ? 2000 : 200;

const steppedCases = modes.flatMap((mode) => [
  { mode, with: 'no duty', shape: small, coin: 1 },
  { mode, with: 'duty', shape: dutied, coin: 1 },
  { mode, with: 'coins', shape: dutied, coin: 12 },
]);

test.each(steppedCases)(
  'trying every basket finds none better where orders cost by their goods, in mode $mode with $with',
  ({ mode, shape, coin }) => {
    const random = seededRandom(seed);
    for (let done = 0; done < steppedEstimates; ) {
      const shaped = { ...shape, lines: 2 + Math.floor(random() * 6), stepped: 0.8 };
      const problem = { ...randomEstimate(random, shaped), coin };
      const isFewestFirst = mode === 'min_suppliers';
      const expected = bruteForceOrders(problem, allModes[mode].prepare(problem), { isFewestFirst, most: 20_000 });
      if (expected === undefined || expected.total === 0) continue;
      const basket = optimise(problem, { mode, isOver: () => false });
      const where = `seed ${seed}, estimate ${done}`;
      expect(basket.objective.total, where).toBe(expected.total);
      expect(basket.certificate, where).toMatchObject({ gap: 0, isFirstAimProven: true, lowerBound: expected.total });
      if (isFewestFirst) expect(basket.objective.suppliers, where).toBe(expected.suppliers);
      done += 1;
    }
  },
);

/** Few sellers have several offers of a line each, whose steps are about what a line costs. */
const crowded = { ...small, suppliers: 2, maxPieces: 8, maxOrderCost: 3000, stepped: 1, lines: 3 };

const wayCases = (['min_price', 'min_suppliers'] as const).flatMap((mode) => [
  { mode, with: 'no duty', shape: crowded },
  { mode, with: 'duty', shape: { ...crowded, dutied: 0.5 } },
]);

test.each(wayCases)(
  'no dearer offer of a seller would repay a step of its orders that is not tried, in mode $mode with $with',
  ({ mode, shape }) => {
    const random = seededRandom(seed);
    const isFewestFirst = mode === 'min_suppliers';
    for (let done = 0; done < steppedEstimates; ) {
      const problem = randomEstimate(random, shape);
      const expected = bruteForceWays(problem, { isFewestFirst, most: 1000 });
      if (expected === undefined || expected.total === 0) continue;
      const basket = optimise(problem, { mode, isOver: () => false });
      const where = `seed ${seed}, estimate ${done}`;
      expect(basket.objective.total, where).toBe(expected.total);
      expect(basket.certificate, where).toMatchObject({ gap: 0, isFirstAimProven: true, lowerBound: expected.total });
      if (isFewestFirst) expect(basket.objective.suppliers, where).toBe(expected.suppliers);
      done += 1;
    }
  },
);

test.each(modes)(
  'a group of many lines at sellers with steps is proven, whatever it could be split into, in mode %s',
  (mode) => {
    const problem = randomEstimate(seededRandom(seed), {
      ...small,
      lines: 12,
      suppliers: 6,
      linesPerGroup: 12,
      stepped: 1,
    });
    const basket = optimise(problem, { mode, isOver: () => false });
    expect(basket.certificate).toMatchObject({ gap: 0, isFirstAimProven: true });
  },
);

test('a group of many lines is chosen for where each has several packagings at sellers with steps', () => {
  const prices = [100, 101, 102];
  const lines = Array.from({ length: 14 }, (_, index) => ({
    id: `l${index}`,
    pieces: 10,
    substitutePolicy: 'never' as const,
    backOrderPolicy: 'never' as const,
    interchangeableGroup: 'g',
    offers: ['m0', 'm1'].flatMap((manufacturer) =>
      prices.map((price) => plainOffer('s0', price, { id: `${manufacturer} ${index} ${price}`, manufacturer })),
    ),
  }));
  // Three to the fourteenth combinations of one maker: each line takes the cheapest alone.
  const problem = { lines, orderCosts: { s0: 50 }, orderSteps: { s0: [{ goodsFrom: 14_010, cost: 0 }] } };
  const { objective } = optimise(problem, { mode: 'single_manufacturer', isOver: () => false });
  expect(objective).toMatchObject({ total: 14_050, manufacturerExceptions: 0 });
  expect(optimise(problem, { mode: 'min_price', isOver: () => false }).objective.total).toBe(14_010);
});

test.each(modes)('each reported basket is better than the last and its bound never exceeds it, in mode %s', (mode) => {
  const random = seededRandom(seed);
  for (let done = 0; done < 10; done += 1) {
    const shape = { lines: 40, suppliers: 12, offersPerLine: 5, maxPieces: 500, scarcity: 0.3 };
    const problem = randomEstimate(random, {
      ...shape,
      maxOrderCost: 200_000,
      linesPerGroup: 4,
      orderMultiples: [1, 5, 10],
      breakSpread: 20,
    });
    const reported: Basket[] = [];
    const last = optimise(problem, { mode, isOver: () => false, onBetter: (basket) => reported.push(basket) });
    const worth = ({ objective }: Basket) => [mode === 'min_suppliers' ? objective.suppliers : 0, objective.total];
    for (const [index, basket] of [...reported, last].entries()) {
      expect(basket.certificate.lowerBound).toBeLessThanOrEqual(basket.objective.total);
      const before = reported[index - 1];
      if (before === undefined) continue;
      const [aim = 0, total = 0] = worth(basket);
      const [aimBefore = 0, totalBefore = 0] = worth(before);
      expect(aim < aimBefore || (aim === aimBefore && total <= totalBefore), `seed ${seed}`).toBe(true);
    }
  }
});
