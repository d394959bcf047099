import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobTarget } from '../../../domain/enrichment/target.ts';
import { createEnrichmentJobStore } from '../../../storage/jobs/enrichment-job-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { caller, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const tables = ['credential', 'enrichment_job', 'enrichment_requester', 'offer', 'offer_view', 'product'] as const;

describe('the rows of jobs as those who asked for them see them', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await put('customer', { id: 'acme' }, { id: 'globex' });
  });
  beforeEach(() => emptyTables(database.pool.sql, tables));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const store = () => createEnrichmentJobStore(database.pool.sql);
  const requester = (customerId: string) => ({ customerId });

  const jobs = async () => {
    await put('enrichment_job', ...['a', 'b', 'c', 'd', 'x'].map((id) => ({ id, target_key: id })));
    await put(
      'enrichment_requester',
      { job_id: 'a' },
      { job_id: 'b' },
      { job_id: 'c', created_at: fromNoon(1) },
      { job_id: 'd', created_at: fromNoon(-1) },
      { job_id: 'a', customer_id: 'globex' },
      { job_id: 'x', customer_id: 'globex' },
    );
  };

  it('are one by its id, and in pages from the latest on', async () => {
    await jobs();
    const of = async (id: string) => (await store().job(id, requester('acme')))?.id;
    expect([await of('a'), await of('b'), await of('x'), await of('none')]).toEqual(['a', 'b', undefined, undefined]);
    const page = async (after?: { readonly createdAt: Date; readonly id: string }, limit = 9) =>
      (await store().page(requester('acme'), after, limit)).map(({ id }) => id).join('');
    expect(await page()).toBe('cbad');
    expect(await page(undefined, 2)).toBe('cb');
    expect(await page({ createdAt: noon, id: 'b' })).toBe('ad');
  });

  it('end with the last who cancels, and no others do', async () => {
    await jobs();
    const ended = async () => {
      const rows = await database.pool.sql<{ id: string }[]>`
        select id from enrichment_job where finished_at is not null order by id`;
      return rows.map(({ id }) => id).join('');
    };
    const waiting = async () => {
      const rows = await database.pool.sql<{ of: string }[]>`
        select customer_id || ' ' || job_id as of from enrichment_requester where not is_waiting order by 1`;
      return rows.map(({ of }) => of);
    };
    const cancel = async (id: string, customerId: string) =>
      (await store().cancel(id, requester(customerId), noon, untraced))?.hasEnded;
    expect(await cancel('x', 'acme')).toBeUndefined();
    expect(await cancel('a', 'acme')).toBe(false);
    expect([await waiting(), await ended()]).toEqual([['acme a'], '']);
    expect(await cancel('a', 'globex')).toBe(true);
    expect([await waiting(), await ended()]).toEqual([['acme a', 'globex a'], 'a']);
    expect(await cancel('a', 'globex')).toBe(false);
  });

  const offers: JobTarget = { kind: 'offers', offerIds: ['ofr_1'] };
  const supplier: JobTarget = { kind: 'supplier', supplierId: 'borealis' };
  const want: JobTarget = {
    kind: 'wants',
    wants: [
      { id: 'W1', kind: 'sku', supplierId: 'borealis', sku: 'B-1' },
      { id: 'W2', kind: 'number', mpn: 'NE555P' },
    ],
  };
  it.each<[string, Row, boolean]>([
    ['of the system', {}, true],
    ['of the customer', { scope: 'customer', owner_id: 'acme' }, true],
    ['of another customer', { scope: 'customer', owner_id: 'globex' }, false],
    ['of its group', { scope: 'group', owner_id: 'buyers' }, true],
    ['of another group', { scope: 'group', owner_id: 'sellers' }, false],
    ['of a customer with the name of the group', { scope: 'customer', owner_id: 'buyers' }, false],
    ['of a group with the name of the customer', { scope: 'group', owner_id: 'acme' }, false],
    ['of another supplier', { supplier_id: 'cetus' }, false],
  ])('may be about what is seen through a credential %s', async (_, credential, isVisible) => {
    await put('credential', { id: 'crd_1', ...credential }, { id: 'crd_2', supplier_id: 'dorado' });
    await put('offer', { id: 'ofr_1', supplier_id: 'borealis' }, { id: 'ofr_2' });
    await put('offer_view', { offer_id: 'ofr_2', credential_id: 'crd_2' });
    if (credential.supplier_id === undefined) await put('offer_view', { offer_id: 'ofr_1', credential_id: 'crd_1' });
    const tenant = { ...caller, groupIds: ['buyers'] };
    for (const target of [offers, supplier, want]) expect(await store().isVisible(target, tenant)).toBe(isVisible);
  });

  it('may be about products that are known, and wants of no one supplier', async () => {
    await put('product', { id: 'prd_1', mpn: 'A' });
    const tenant = { ...caller, groupIds: [] };
    const isVisible = (target: JobTarget) => store().isVisible(target, tenant);
    expect(await isVisible({ kind: 'product', productId: 'prd_1' })).toBe(true);
    expect(await isVisible({ kind: 'product', productId: 'prd_2' })).toBe(false);
    expect(await isVisible({ kind: 'wants', wants: [{ id: 'W2', kind: 'number', mpn: 'A' }] })).toBe(true);
  });
});
