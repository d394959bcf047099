import { expect, test } from 'vitest';
import { coverBound, narrowCover } from '../../../../domain/estimate/search/cover-bound.ts';
import { coverTables } from '../../../../domain/estimate/search/cover-tables.ts';
import {
  openSupplier,
  type ResidualCover,
  roomBelow,
  wholeCover,
} from '../../../../domain/estimate/search/residual-cover.ts';
import { structureOf } from '../../../../domain/estimate/search/structure.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const climb = { steps: 60, firstStep: 4, patience: Infinity };

/** Who serves each block. */
type Sellers = readonly (readonly number[])[];

const coverOf = (sellers: Sellers, supplierCount: number): ResidualCover => {
  const blocks = sellers.map((of) => [[of.map((supplier) => ({ supplier, cost: 1 }))]]);
  return wholeCover(
    coverTables(
      structureOf(
        blocks,
        Array.from({ length: supplierCount }, () => 1),
      ),
    ),
  );
};

const narrow = (left: ResidualCover, seats: number): boolean => narrowCover(coverBound(left), left, seats, climb);

const freeOf = ({ suppliers, freeCount }: ResidualCover): readonly number[] =>
  [...suppliers.subarray(0, freeCount)].sort();

test('weights prove what the number of blocks does not', () => {
  // Two suppliers serve three blocks each, the same ones: as many as there are, were they others.
  const sellers = [[0, 1], [0, 1], [0, 1], [2], [3]];
  expect(narrow(coverOf(sellers, 4), 2)).toBe(false);
  expect(narrow(coverOf(sellers, 4), 3)).toBe(true);
});

test('a supplier is closed whose opening would leave too much for the seats beside it', () => {
  const left = coverOf([[0], [1, 2], [1, 3], [1, 4]], 5);
  left.weight.set([200, 100, 100, 100]);
  expect(narrow(left, 2)).toBe(true);
  expect(freeOf(left)).toEqual([0, 1]);
});

test('nothing is left of a block once its supplier is opened, and no weight of the others is lost', () => {
  const from = coverOf([[0], [1, 2], [0, 1], [2]], 3);
  from.weight.set([4, 3, 2, 1]);
  const to = roomBelow(from);
  openSupplier(from, to, 0, new Int32Array(4));
  expect(to.blockCount).toBe(2);
  expect([...to.weight.subarray(0, 2)]).toEqual([3, 1]);
  expect(freeOf(to)).toEqual([1, 2]);
  expect([...to.blocks.subarray(to.start[1], to.end[1])]).toEqual([0]);
  expect([...to.blocks.subarray(to.start[2], to.end[2])]).toEqual([0, 1]);
});

test('no cover is lost: tried with all sets of suppliers', () => {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  const suppliers = Array.from({ length: 9 }, (_, s) => s);
  let proven = 0;
  let closed = 0;
  for (let round = 0; round < 400; round += 1) {
    const sellers = Array.from({ length: 4 + Math.floor(random() * 14) }, () => {
      const some = suppliers.filter(() => random() < 0.25);
      return some.length > 0 ? some : [Math.floor(random() * suppliers.length)];
    });
    const seats = 1 + Math.floor(random() * 5);
    const covers = Array.from({ length: 2 ** suppliers.length }, (_, bits) =>
      suppliers.filter((s) => ((bits >> s) & 1) === 1),
    ).filter((open) => open.length <= seats && sellers.every((of) => of.some((s) => open.includes(s))));
    const left = coverOf(sellers, suppliers.length);
    // Any weights hold: none, small ones, and such as reach the most that all may weigh.
    const most = [0, 9, 2 ** 20, 2 ** 26][round % 4] ?? 0;
    for (const block of sellers.keys()) left.weight[block] = random() * most;
    const isAny = narrow(left, seats);
    if (!isAny) {
      expect(covers, `seed ${seed}, round ${round}`).toEqual([]);
      proven += 1;
      continue;
    }
    const free = freeOf(left);
    const gone = suppliers.filter((s) => !free.includes(s));
    closed += gone.length;
    for (const open of covers)
      expect(
        open.filter((s) => gone.includes(s)),
        `seed ${seed}, round ${round}`,
      ).toEqual([]);
  }
  expect(proven).toBeGreaterThan(50);
  expect(closed).toBeGreaterThan(50);
});
