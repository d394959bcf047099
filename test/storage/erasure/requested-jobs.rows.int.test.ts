import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../domain/events.ts';
import { steps } from '../../../storage/erasure/steps.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** Acme is erased, which has asked for jobs as others have. */
describe('the rows of jobs that an erased customer has asked for', () => {
  let database: TestDatabase;
  let told: readonly DomainEvent[];
  beforeAll(async () => {
    database = await testDatabase();
    await put('customer', { id: 'acme' }, { id: 'globex' }, { id: 'initech' });
  });
  beforeEach(async () => {
    told = [];
    await emptyTables(database.pool.sql, ['enrichment_job', 'enrichment_requester', 'supplier_refresh']);
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const erase = (place: string, limit = 9) =>
    inTransaction(database.pool.sql, async (transaction) => {
      const tell = async (_: unknown, events: readonly DomainEvent[]): Promise<void> => {
        told = [...told, ...events];
      };
      return steps[place]?.erase(transaction, { customerId: 'acme', credentialIds: [], tell }, limit);
    });

  const byGlobex = { customer_id: 'globex' };
  const ended = { started_at: noon, finished_at: noon, failure: 'timeout' };
  /** Jobs with who asked for them; a name in brackets is of one who wants it no longer. */
  const jobs = async (given: Readonly<Record<string, { job?: Row; asked: string }>>) => {
    const all = Object.entries(given);
    await put('enrichment_job', ...all.map(([id, { job }]) => ({ id, target_key: id, ...job })));
    const requesters = all.flatMap(([id, { asked }]) =>
      asked.split(' ').map((name) => ({
        job_id: id,
        customer_id: name.replaceAll(/[()]/g, ''),
        is_waiting: !name.startsWith('('),
      })),
    );
    await put('enrichment_requester', ...requesters);
  };

  it.each<[string, Row, string, string | null]>([
    ['goes on where another waits for it', byGlobex, 'acme globex', null],
    ['goes on where another joined it', {}, 'acme (globex) initech', null],
    ['goes on where the erased one had cancelled it', byGlobex, '(acme) globex', null],
    ['is cancelled where it was the only one who asked', {}, 'acme', 'cancelled'],
    ['is cancelled where those who joined it want it no longer', {}, 'acme (globex) (initech)', 'cancelled'],
    ['is cancelled where the one who made it wants it no longer', byGlobex, '(globex) acme', 'cancelled'],
    ['stays as it is where it had ended', { ...byGlobex, ...ended }, '(globex) acme', 'timeout'],
    ['stays as it is where the erased one never asked', byGlobex, '(globex)', null],
  ])('is a job that %s', async (_, job, asked, failure) => {
    await jobs({ job: { job: { ...job, version: 7 }, asked } });
    expect(await erase('enrichment_requester')).toBe(asked.includes('acme') ? 1 : 0);
    const rows = await database.pool.sql`
      select failure, finished_at is null as pending, version from enrichment_job`;
    const isCancelled = failure === 'cancelled';
    expect(rows).toEqual([{ failure, pending: failure === null, version: isCancelled ? 8 : 7 }]);
    const event = { type: 'enrichment_job.failed', jobId: 'job', jobType: 'refresh_observation', reason: 'cancelled' };
    expect(told).toEqual(isCancelled ? [event] : []);
  });

  it('is no longer asked for, some at a time', async () => {
    const alone = { asked: 'acme' };
    await jobs({ a: alone, b: alone, c: { asked: 'acme globex' } });
    const taken = [await erase('enrichment_requester', 2), await erase('enrichment_requester', 2)];
    expect([...taken, await erase('enrichment_requester', 2)]).toEqual([2, 1, 0]);
    const left = await database.pool.sql`select job_id as job, customer_id as of from enrichment_requester`;
    expect(left).toEqual([{ job: 'c', of: 'globex' }]);
  });

  it('lets a supplier be refreshed again that was not asked yet for a job that is cancelled', async () => {
    const of = (supplier: string): Row => ({ target: { supplier_id: supplier } });
    await jobs({
      queued: { job: of('queued'), asked: 'acme' },
      begun: { job: { ...of('begun'), started_at: noon }, asked: 'acme' },
      shared: { job: of('shared'), asked: 'acme globex' },
    });
    await put('supplier_refresh', ...['queued', 'begun', 'shared', 'other'].map((id) => ({ supplier_id: id })));
    await erase('enrichment_requester');
    const left = await database.pool.sql<{ id: string }[]>`select supplier_id as id from supplier_refresh order by 1`;
    expect(left.map(({ id }) => id)).toEqual(['begun', 'other', 'shared']);
  });

  it('is passed on to one who waits for it, before any who does not', async () => {
    await jobs({ shared: { asked: '(globex) initech' }, ended: { job: ended, asked: '(globex) (initech)' } });
    expect(await erase('enrichment_job')).toBe(2);
    const rows = await database.pool.sql`select id, customer_id as of from enrichment_job order by id`;
    expect(rows).toEqual([
      { id: 'ended', of: 'globex' },
      { id: 'shared', of: 'initech' },
    ]);
  });
});
