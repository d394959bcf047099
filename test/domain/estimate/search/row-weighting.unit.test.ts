import { expect, test } from 'vitest';
import { basketCost, basketsOf, unservedBlock } from '../../../../domain/estimate/search/basket.ts';
import { coverTables } from '../../../../domain/estimate/search/cover-tables.ts';
import { wholeCover } from '../../../../domain/estimate/search/residual-cover.ts';
import { searchCover } from '../../../../domain/estimate/search/row-weighting.ts';
import { type Block, type Structure, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const row = (suppliers: readonly number[]) => suppliers.map((supplier) => ({ supplier, cost: 1 }));

const structureFor = (blocks: readonly Block[], suppliers: number): Structure =>
  structureOf(
    blocks,
    Array.from({ length: suppliers }, () => 1),
  );

const first = (count: number, of: number): Uint8Array => Uint8Array.from({ length: of }, (_, s) => (s < count ? 1 : 0));

const search = (
  structure: Structure,
  open: Uint8Array,
  steps = 2_000,
  isOver = () => false,
): Uint8Array | undefined => {
  const baskets = basketsOf(structure);
  return searchCover({
    whole: wholeCover(coverTables(structure)),
    open,
    steps,
    isOver,
    unservedBlock: (served) => unservedBlock(baskets, served),
  });
};

const sizeOf = (open: Uint8Array): number => open.reduce((sum, value) => sum + value, 0);

test('it finds a cover that was planted among many suppliers, of just as many as it began with', () => {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  for (let round = 0; round < 20; round += 1) {
    const planted = 5;
    const suppliers = 40;
    // Each block has one supplier of the planted cover, the last five, and two others.
    const blocks = Array.from({ length: 80 }, (_, block): Block => {
      const other = () => Math.floor(random() * (suppliers - planted));
      return [[row([...new Set([suppliers - 1 - (block % planted), other(), other()])])]];
    });
    const structure = structureFor(blocks, suppliers);
    const open = first(planted, suppliers);
    const found = search(structure, open);
    expect(found && sizeOf(found), `seed ${seed}, round ${round}`).toBe(planted);
    expect(basketCost(basketsOf(structure), found as Uint8Array)).toBeLessThan(Infinity);
    expect(open).toEqual(first(planted, suppliers));
    expect(search(structure, open)).toEqual(found);
  }
});

test('it goes on where a split is served by one of its two suppliers', () => {
  // Either supplier of the split counts as serving it; only 2 and 3 together do.
  const blocks: readonly Block[] = [[[row([0, 2])]], [[row([1, 3])]], [[row([2]), row([3])]]];
  const found = search(structureFor(blocks, 4), Uint8Array.from([0, 1, 1, 0]));
  expect(found && [...found]).toEqual([0, 0, 1, 1]);
});

test('it finds nothing where so few do not suffice, and ends', () => {
  const blocks = [0, 1, 2].map((s): Block => [[row([s])]]);
  expect(search(structureFor(blocks, 4), first(2, 4))).toBeUndefined();
});

test('one supplier is swapped for one, and none for none', () => {
  const structure = structureFor([[[row([1, 2])]], [[row([0, 2])]]], 3);
  expect(search(structure, Uint8Array.from([1, 0, 0]))).toEqual(Uint8Array.from([0, 0, 1]));
  expect(search(structureFor([[[row([0])]], [[row([1])]]], 2), Uint8Array.from([1, 0]))).toBeUndefined();
  expect(search(structure, new Uint8Array(3))).toBeUndefined();
  expect(search(structureFor([], 2), new Uint8Array(2))).toEqual(new Uint8Array(2));
});

test('what already serves all is returned without a step', () => {
  const blocks = [0, 1].map((s): Block => [[row([s])]]);
  expect(search(structureFor(blocks, 3), first(2, 3), 0)).toEqual(first(2, 3));
});

test('it ends at once when its time is over', () => {
  const structure = structureFor([[[row([1, 2])]], [[row([0, 2])]]], 3);
  let looks = 0;
  const isOver = (): boolean => {
    looks += 1;
    return true;
  };
  expect(search(structure, first(1, 3), 2_000, isOver)).toBeUndefined();
  expect(looks).toBe(1);
});
