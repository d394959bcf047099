import { expect, test } from 'vitest';
import { basketCost, basketsOf } from '../../../../domain/estimate/search/basket.ts';
import { type Block, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { swapSuppliers } from '../../../../domain/estimate/search/swaps.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const none = (): boolean => false;

const block = (...entries: readonly (readonly [supplier: number, cost: number])[]): Block => [
  [entries.map(([supplier, cost]) => ({ supplier, cost }))],
];

test('it goes through a set that does not serve all to a cheaper one two swaps away', () => {
  // Suppliers 0 and 1 serve both blocks for 20, 2 and 3 for 2; no other two serve both.
  const structure = structureOf([block([0, 10], [2, 1]), block([1, 10], [3, 1]), block([0, 0], [3, 0])], [0, 0, 0, 0]);
  const baskets = basketsOf(structure);
  const from = Uint8Array.from([1, 1, 0, 0]);
  const { open, score } = swapSuppliers({ baskets, open: from, turns: 20, isOver: none });
  expect([...open]).toEqual([0, 0, 1, 1]);
  expect(score).toBe(2);
});

test('it returns as many suppliers that serve all and cost what it says, no more than before', () => {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  for (let round = 0; round < 50; round += 1) {
    const blocks = Array.from({ length: 12 }, () =>
      block(
        ...[0, 1, 2, 3, 4, 5, 6, 7]
          .filter((s) => s < 4 || random() < 0.5)
          .map((s) => [s, Math.floor(random() * 90)] as const),
      ),
    );
    const baskets = basketsOf(structureOf(blocks, [5, 9, 2, 7, 4, 1, 8, 3]));
    const from = Uint8Array.from([1, 1, 1, 0, 0, 0, 0, 0]);
    const { open, score } = swapSuppliers({ baskets, open: from, turns: 30, isOver: none });
    expect(
      open.reduce((sum, value) => sum + value, 0),
      `seed ${seed}`,
    ).toBe(3);
    expect(basketCost(baskets, open), `seed ${seed}`).toBe(score);
    expect(score, `seed ${seed}`).toBeLessThanOrEqual(basketCost(baskets, from));
  }
});

test('it stops within a turn once the time is over', () => {
  const sellers = Array.from({ length: 40 }, (_, s) => s);
  const structure = structureOf(
    sellers.map((s) => block([s, s], [(s + 1) % 40, 1])),
    sellers,
  );
  let looks = 0;
  const baskets = {
    ...basketsOf(structure),
    get structure() {
      looks += 1;
      return structure;
    },
  };
  const from = Uint8Array.from(sellers, (s) => s % 2);
  swapSuppliers({ baskets, open: from, turns: 1, isOver: () => looks > 1_000 });
  expect(looks).toBeLessThan(2_000);
});
