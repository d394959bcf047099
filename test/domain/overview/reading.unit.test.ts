import { describe, expect, it } from 'vitest';
import { supplierLags } from '../../../domain/overview/queues.ts';
import { type Reading, type Selector, select, sumOf } from '../../../domain/overview/reading.ts';
import { freshnessBySupplier } from '../../../domain/overview/supplier-freshness.ts';

const of = (value: number, labels: Readonly<Record<string, string>> = {}, name = 'asked'): Reading => ({
  name,
  labels,
  value,
});

const readings = [of(1), of(2, { code: 'a' }), of(4, { code: 'b', api: 'x' }), of(8, { code: 'a' }, 'other')];

describe('the readings of a selector', () => {
  it.each<[selector: Selector, sum: number]>([
    [{ name: 'asked' }, 7],
    [{ name: 'asked', labels: { code: 'a' } }, 2],
    [{ name: 'asked', labels: { code: ['a', 'b'] } }, 6],
    [{ name: 'asked', labels: { code: ['b', 'c'], api: 'x' } }, 4],
    [{ name: 'asked', labels: { code: 'a', api: 'x' } }, 0],
    [{ name: 'asked', labels: { code: 'ab' } }, 0],
    [{ name: 'asked', labels: { constructor: ['a'] } }, 0],
    [{ name: 'nobody' }, 0],
  ])('%j come to %i', (selector, sum) => {
    expect(sumOf(readings, selector)).toBe(sum);
    expect(select(readings, selector).reduce((all, { value }) => all + value, 0)).toBe(sum);
  });
});

it('what waits for a supplier is told beside its lag, in the order of ids', () => {
  const lag = (supplier: string, value: number) => of(value, { supplier_id: supplier }, 'ingestion_lag_seconds');
  const backlog = (supplier: string, value: number) => of(value, { supplier_id: supplier }, 'ingestion_backlog_size');
  expect(supplierLags([lag('b', 5), backlog('c', 3), backlog('c', 4), lag('a', 6), backlog('b', 1)])).toEqual([
    { supplierId: 'a', lagSeconds: 6, waiting: 0 },
    { supplierId: 'b', lagSeconds: 5, waiting: 1 },
    { supplierId: 'c', lagSeconds: undefined, waiting: 7 },
  ]);
});

it('suppliers are by the worse of their kinds, those as fresh by their ids, and of no offers nothing is told', () => {
  const row = (supplierId: string, data: 'price' | 'stock', offers: number, stale: number) => ({
    supplierId,
    data,
    offers,
    stale,
    oldestSeconds: undefined,
  });
  const { suppliers } = freshnessBySupplier(
    [
      row('d', 'price', 100, 1),
      row('c', 'price', 100, 1),
      row('b', 'price', 100, 0),
      row('b', 'stock', 100, 50),
      row('a', 'price', 100, 40),
      row('a', 'stock', 0, 0),
      row('e', 'price', 1, 0),
    ],
    9,
  );
  expect(suppliers.map(({ supplierId }) => supplierId)).toEqual(['b', 'a', 'c', 'd', 'e']);
  expect(suppliers[1]?.stock).toBeUndefined();
  expect(suppliers[4]?.price).toMatchObject({ offers: 1, oldestSeconds: 0 });
  const left = freshnessBySupplier([row('a', 'price', 100, 9), row('b', 'price', 100, 0), row('b', 'stock', 9, 9)], 0);
  expect(left).toMatchObject({ leftOut: 2, leftOutNotKept: 2 });
});
