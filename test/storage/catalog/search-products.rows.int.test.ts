import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductQuery, SearchMark } from '../../../domain/catalog/ports.ts';
import { countCategories, countProducts, searchProducts } from '../../../storage/catalog/search-products.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { putRows } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** Products of two makers, in and below a category, beside it and in none. */
const products: readonly Row[] = [
  { id: 'd', mpn: 'D1', category: 'parts > resistors', lifecycle: 'active' },
  { id: 'a', mpn: 'A1', category: 'parts > resistors > thick film', lifecycle: 'active' },
  { id: 'b', mpn: 'B1', category: 'parts > resistors', lifecycle: 'discontinued' },
  { id: 'c', mpn: 'C1', category: 'parts > capacitors', lifecycle: 'active' },
  { id: 'e', mpn: 'E1', lifecycle: 'active' },
  { id: 'f', mpn: 'F1', category: 'parts > resistors', manufacturer: 'Other', manufacturer_key: 'OTHER' },
];

describe('the rows of products that are listed and counted', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await putRows(database.pool.sql, 'product', products);
    await putRows(database.pool.sql, 'product_demand', [
      { product_id: 'a', score: 0 },
      { product_id: 'b', score: 4 },
    ]);
  });
  afterAll(() => database.close());

  const listed = async (query: ProductQuery, id?: string, limit = 9) => {
    const after: SearchMark | undefined = id === undefined ? undefined : { rank: 0, id };
    const found = await searchProducts(database.pool.sql, query, { after, limit }, {});
    return found.map((each) => each.id).join('');
  };

  it.each<[string, ProductQuery, string]>([
    ['all', {}, 'abcdef'],
    ['of a life cycle', { lifecycles: ['active'] }, 'acde'],
    ['of a maker', { manufacturer: 'Maker' }, 'abcde'],
    ['of another maker', { manufacturer: 'Other' }, 'f'],
    ['of no maker that is known', { manufacturer: 'Nobody' }, ''],
    ['of a maker and life cycle', { manufacturer: 'Maker', lifecycles: ['discontinued'] }, 'b'],
    ['of a category and what is below it', { category: 'parts > resistors' }, 'abdf'],
    ['of a category and life cycle', { category: 'parts > resistors', lifecycles: ['active'] }, 'ad'],
    ['of a category and maker', { category: 'parts > resistors', manufacturer: 'Maker' }, 'abd'],
  ])('are %s, in the order of their ids and in pages', async (_, query, expected) => {
    expect(await listed(query)).toBe(expected);
    expect(await listed(query, undefined, 2)).toBe(expected.slice(0, 2));
    expect(await listed(query, 'b')).toBe(expected.replaceAll(/[ab]/g, ''));
    expect(await listed(query, 'b', 1)).toBe(expected.replaceAll(/[ab]/g, '').slice(0, 1));
  });

  it('tell how much they are asked for, where they are at all', async () => {
    const found = await searchProducts(database.pool.sql, {}, { after: undefined, limit: 2 }, {});
    expect(found.map(({ demand }) => demand === 0)).toEqual([true, false]);
  });

  it('are counted by what is known of them, the most frequent values first', async () => {
    const counts = await countProducts(database.pool.sql, {}, ['manufacturer', 'lifecycle_status', 'category'], {});
    expect(counts).toEqual({
      counted: 6,
      isCapped: false,
      facets: [
        {
          facet: 'manufacturer',
          values: [
            { value: 'Maker', count: 5 },
            { value: 'Other', count: 1 },
          ],
        },
        {
          facet: 'lifecycle_status',
          values: [
            { value: 'active', count: 4 },
            { value: 'discontinued', count: 1 },
          ],
        },
        {
          facet: 'category',
          values: [
            { value: 'parts', count: 5 },
            { value: 'parts > resistors', count: 4 },
            { value: 'parts > capacitors', count: 1 },
            { value: 'parts > resistors > thick film', count: 1 },
          ],
        },
      ],
    });
  });

  it('are counted by the category that they are in themselves', async () => {
    expect(new Map(await countCategories(database.pool.sql, {}))).toEqual(
      new Map([
        ['parts > capacitors', 1],
        ['parts > resistors', 3],
        ['parts > resistors > thick film', 1],
      ]),
    );
  });
});
