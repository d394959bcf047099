import { expect, it } from 'vitest';
import { freshnessBySupplier } from '../../../domain/overview/supplier-freshness.ts';

const measured = (supplierId: string, data: 'price' | 'stock', offers: number, stale: number) => ({
  supplierId,
  data,
  offers,
  stale,
  oldestSeconds: 60,
});

it('the least fresh come first by the worse of their two kinds, and the share that may be stale is kept to', () => {
  const { suppliers, leftOut } = freshnessBySupplier(
    [
      measured('b-fresh', 'price', 200, 2),
      measured('b-fresh', 'stock', 10, 0),
      measured('a-old-stock', 'price', 10, 0),
      measured('a-old-stock', 'stock', 4, 1),
      measured('c-no-stock', 'price', 10, 9),
    ],
    20,
  );
  expect(leftOut).toBe(0);
  expect(suppliers.map(({ supplierId }) => supplierId)).toEqual(['c-no-stock', 'a-old-stock', 'b-fresh']);
  expect(suppliers[0]).toMatchObject({ price: { isKept: false, oldestSeconds: 60 }, stock: undefined });
  expect(suppliers[0]?.price?.withinShare).toBeCloseTo(0.1);
  expect(suppliers[1]).toMatchObject({ price: { withinShare: 1 }, stock: { withinShare: 0.75, isKept: false } });
  expect(suppliers[2]).toMatchObject({ price: { withinShare: 0.99, isKept: true } });
});

it('no more suppliers are shown than asked for, and of the others it is said how many fail an objective', () => {
  const stale = [50, 40, 30, 0];
  const rows = stale.map((each, at) => measured(`supplier-${at}`, 'price', 100, each));
  const { suppliers, leftOut, leftOutNotKept } = freshnessBySupplier(rows, 2);
  expect(suppliers.map(({ supplierId }) => supplierId)).toEqual(['supplier-0', 'supplier-1']);
  expect([leftOut, leftOutNotKept]).toEqual([2, 1]);
  expect(freshnessBySupplier([], 2)).toEqual({ suppliers: [], leftOut: 0, leftOutNotKept: 0 });
});
