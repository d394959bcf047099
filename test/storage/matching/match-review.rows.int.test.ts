import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatchVerdict } from '../../../domain/matching/ports.ts';
import { createMatchReview } from '../../../storage/matching/match-review.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

describe('the rows of matches as humans judge them', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await put('product', ...['prd_1', 'prd_2', 'prd_3'].map((id) => ({ id, mpn: id })));
  });
  beforeEach(() => emptyTables(database.pool.sql, ['event', 'match_verdict', 'offer']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const review = () => createMatchReview(database.pool.sql);
  const by = { by: 'key_1', context: untraced };
  const offer = (id: string, row: Row = {}): Row => ({ id, supplier_sku: id, ...row });
  const verdict = (offerId: string, productId: string, said = 'reject'): Row => ({
    offer_id: offerId,
    product_id: productId,
    verdict: said,
  });

  it('are orphans where they were decided and belong to nothing, in pages from the earliest on', async () => {
    await put(
      'offer',
      offer('b', { matched_at: noon }),
      offer('a', { matched_at: noon }),
      offer('c', { matched_at: noon }),
      offer('before', { matched_at: fromNoon(-1) }),
      offer('after', { matched_at: fromNoon(1) }),
      offer('undecided'),
      offer('matched', { matched_at: noon, match_confidence: 'weak', product_id: 'prd_1' }),
    );
    type After = Parameters<ReturnType<typeof review>['orphans']>[0];
    const page = async (after: After, limit = 9) =>
      (await review().orphans(after, limit)).map(({ offerId }) => offerId).join(' ');
    expect(await page(undefined)).toBe('before a b c after');
    expect(await page(undefined, 2)).toBe('before a');
    expect(await page({ matchedAt: noon, offerId: 'a' })).toBe('b c after');
    expect(await page({ matchedAt: noon, offerId: 'c' }, 1)).toBe('after');
  });

  it('are labelled with each verdict of each offer, in pages by offer and product', async () => {
    await put('offer', offer('a'), offer('b', { mpn: 'NE555P' }), offer('c'));
    await put('match_verdict', verdict('b', 'prd_2', 'confirm'), verdict('b', 'prd_1'), verdict('b', 'prd_3'));
    await put('match_verdict', verdict('a', 'prd_3'), verdict('c', 'prd_1'));
    type After = Parameters<ReturnType<typeof review>['labelled']>[0];
    const page = async (after: After, limit = 9) =>
      (await review().labelled(after, limit)).map(
        ({ verdict: { offerId, verdict: said }, offer: { mpn }, product }) =>
          `${offerId} ${mpn ?? '-'} ${product.mpn} ${said}`,
      );
    const [a, b, c] = [
      ['a - prd_3 reject'],
      ['b NE555P prd_1 reject', 'b NE555P prd_2 confirm', 'b NE555P prd_3 reject'],
      ['c - prd_1 reject'],
    ];
    expect(await page(undefined)).toEqual([...a, ...b, ...c]);
    expect(await page(undefined, 2)).toEqual([...a, ...b.slice(0, 1)]);
    expect(await page({ offerId: 'b', productId: 'prd_1' })).toEqual([...b.slice(1), ...c]);
    expect(await page({ offerId: 'b', productId: 'prd_3' })).toEqual(c);
  });

  const decided = { matched_at: noon, match_strategy: 'heuristic', verdicts: 4 };
  /** Three offers of which each was confirmed as one product and not taken for another. */
  const judged = async () => {
    await put('offer', ...['ofr_0', 'ofr_1', 'ofr_2'].map((id) => offer(id, decided)));
    for (const id of ['ofr_0', 'ofr_1', 'ofr_2'])
      await put('match_verdict', verdict(id, 'prd_1', 'confirm'), verdict(id, 'prd_2'));
  };
  /** What is said of an offer now, and whether it waits to be decided again. */
  const said = async (offerId: string) => {
    const { sql } = database.pool;
    const verdicts = await sql<{ is: string }[]>`
      select product_id || ' ' || verdict as is from match_verdict where offer_id = ${offerId} order by 1`;
    const [counted] = await sql<{ verdicts: number; waits: boolean }[]>`
      select verdicts, matched_at is null and match_strategy is null as waits from offer where id = ${offerId}`;
    return { ...counted, said: verdicts.map(({ is }) => is) };
  };
  const before = { verdicts: 4, waits: false, said: ['prd_1 confirm', 'prd_2 reject'] };
  const reopened = (...verdicts: readonly string[]) => ({ verdicts: 5, waits: true, said: [...verdicts] });
  const othersStay = async () => expect([await said('ofr_0'), await said('ofr_2')]).toEqual([before, before]);

  it.each<[string, string, MatchVerdict['verdict'], readonly string[]]>([
    ['another product takes the place of the one', 'prd_3', 'confirm', ['prd_2 reject', 'prd_3 confirm']],
    ['the same product stays', 'prd_1', 'confirm', ['prd_1 confirm', 'prd_2 reject']],
    ['one that was not takes its place', 'prd_2', 'confirm', ['prd_2 confirm']],
    ['one that is not stands beside', 'prd_3', 'reject', ['prd_1 confirm', 'prd_2 reject', 'prd_3 reject']],
    ['one that was is not any more', 'prd_1', 'reject', ['prd_1 reject', 'prd_2 reject']],
  ])('have a verdict more: %s', async (_, productId, verdict, after) => {
    await judged();
    const given = { offerId: 'ofr_1', productId, verdict, note: undefined, by: 'key_1', at: noon };
    await review().recordVerdict(given, untraced);
    expect(await said('ofr_1')).toEqual(reopened(...after));
    await othersStay();
  });

  it.each<[string, string | undefined, number, typeof before]>([
    ['all', undefined, 2, reopened()],
    ['that of a product', 'prd_2', 1, reopened('prd_1 confirm')],
    ['none, where none is of the product', 'prd_3', 0, before],
  ])('have verdicts taken back: %s', async (_, productId, count, after) => {
    await judged();
    expect(await review().withdraw({ offerId: 'ofr_1', productId }, by)).toBe(count);
    expect(await said('ofr_1')).toEqual(after);
    await othersStay();
  });

  it('are not judged where the offer or the product is none', async () => {
    await judged();
    const given = { verdict: 'confirm', note: undefined, by: 'key_1', at: noon } as const;
    const judge = (offerId: string, productId: string) =>
      review().recordVerdict({ offerId, productId, ...given }, untraced);
    await expect(judge('ofr_1', 'prd_9')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(judge('ofr_9', 'prd_1')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(review().withdraw({ offerId: 'ofr_9', productId: undefined }, by)).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await said('ofr_1')).toEqual(before);
  });
});
