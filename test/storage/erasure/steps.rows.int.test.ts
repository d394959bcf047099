import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../domain/events.ts';
import { steps } from '../../../storage/erasure/steps.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const tables = [
  'api_key',
  'api_key_usage',
  'customer',
  'enrichment_job',
  'enrichment_requester',
  'estimate',
  'estimate_product',
  'event',
  'part_want_lookup',
  'rate_budget',
  'watch_notice',
] as const;

/** Rows of Acme, which is erased, beside those of Globex. */
describe('the rows that are erased of a customer', () => {
  let database: TestDatabase;
  let told: readonly DomainEvent[];
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    told = [];
    await emptyTables(database.pool.sql, tables);
    await put('customer', { id: 'acme' }, { id: 'globex' }, { id: 'initech' });
    const hash = (byte: number): string => `\\x${Buffer.alloc(32, byte).toString('hex')}`;
    await put(
      'api_key',
      { id: 'key_acme', hash: hash(1) },
      { id: 'key_acme_2', hash: hash(2) },
      { id: 'key_globex', customer_id: 'globex', hash: hash(3) },
    );
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const erase = (place: string, limit = 9) =>
    inTransaction(database.pool.sql, async (transaction) => {
      const tell = async (_: unknown, events: readonly DomainEvent[]): Promise<void> => {
        told = [...told, ...events];
      };
      const of = { customerId: 'acme', credentialIds: ['crd_acme', 'crd_acme_2'], tell };
      return steps[place]?.erase(transaction, of, limit);
    });
  const left = async (table: StoredTable, columns: string) => {
    const rows = await database.pool.sql.unsafe<{ row: string }[]>(
      `select concat_ws(' ', ${columns}) as row from ${table} order by 1`,
    );
    return rows.map(({ row }) => row);
  };

  const globex = { customer_id: 'globex' };
  it.each<[StoredTable, string, readonly Row[], readonly Row[]]>([
    [
      'watch_notice',
      'watch_id',
      ['a', 'b', 'c'].map((id) => ({ watch_id: id, number: 1 })),
      [{ watch_id: 'x', number: 1, ...globex }],
    ],
    [
      'part_want_lookup',
      'want_id',
      ['a', 'b', 'c'].map((id, at) => ({ want_id: id, credential_id: at === 1 ? 'crd_acme_2' : 'crd_acme' })),
      [{ want_id: 'x', credential_id: 'crd_globex' }],
    ],
    [
      'estimate_product',
      'estimate_id',
      ['a', 'b', 'c'].map((product) => ({ estimate_id: 'est_acme', product_id: product })),
      [{ estimate_id: 'est_globex', product_id: 'a' }],
    ],
    ['estimate', 'id', [{ id: 'a' }, { id: 'b' }, { id: 'est_acme' }], [{ id: 'x', ...globex }]],
    [
      'api_key_usage',
      'key_id, day',
      [1, 2, 3].map((day) => ({ key_id: day === 1 ? 'key_acme' : 'key_acme_2', day: `2026-03-0${day}`, requests: 1 })),
      [{ key_id: 'key_globex', day: '2026-03-01', requests: 1 }],
    ],
    [
      'rate_budget',
      'key',
      ['crd_acme:parts', 'crd_acme:stock', 'crd_acme_2:parts'].map((end) => ({
        key: `ratelimit:borealis:${end}`,
        arrivals: [],
        starts_at: 0,
      })),
      ['borealis:crd_globex:crd_acme', 'crd_acme:crd_globex:parts'].map((end) => ({
        key: `ratelimit:${end}`,
        arrivals: [],
        starts_at: 0,
      })),
    ],
  ])('of %s are its own, and no more at a time than were asked for', async (table, columns, own, other) => {
    if (table !== 'estimate') await put('estimate', { id: 'est_acme' }, { id: 'est_globex', ...globex });
    await put(table, ...other);
    const before = await left(table, columns);
    await put(table, ...own);
    expect([await erase(table, 2), await erase(table, 2), await erase(table, 2)]).toEqual([2, 1, 0]);
    expect(await left(table, columns)).toEqual(before);
  });

  it('of estimates are told as deleted', async () => {
    await put('estimate', { id: 'est_acme' }, { id: 'est_globex', ...globex });
    await erase('estimate');
    expect(told).toEqual([{ type: 'estimate.deleted', estimateId: 'est_acme' }]);
  });

  const ended = { started_at: noon, finished_at: noon, failure: 'timeout' };
  it('of jobs go, or are passed on to the first of the others who asked for the same job', async () => {
    const jobs: readonly (readonly [string, Row, readonly string[]])[] = [
      ['own', {}, []],
      ['own_ended', ended, []],
      ['own_as_asked', {}, ['acme']],
      ['shared', {}, ['acme', 'initech', 'globex']],
      ['shared_ended', ended, ['initech']],
      ['of_globex', globex, ['acme', 'initech']],
      ['of_globex_ended', { ...globex, ...ended }, ['globex']],
    ];
    await put('enrichment_job', ...jobs.map(([id, row]) => ({ id, target_key: id, ...row })));
    await put(
      'enrichment_requester',
      ...jobs.flatMap(([id, , requesters]) => requesters.map((customer) => ({ job_id: id, customer_id: customer }))),
    );
    expect(await erase('enrichment_job')).toBe(5);
    expect(await left('enrichment_job', 'id, customer_id')).toEqual([
      'of_globex globex',
      'of_globex_ended globex',
      'shared globex',
      'shared_ended initech',
    ]);
    expect(told.map((event) => [event.type, 'jobId' in event && event.jobId]).toSorted()).toEqual([
      ['enrichment_job.failed', 'own'],
      ['enrichment_job.failed', 'own_as_asked'],
    ]);
  });

  it('of jobs are no more at a time than were asked for', async () => {
    await put('enrichment_job', ...['a', 'b', 'c'].map((id) => ({ id, target_key: id })));
    expect([await erase('enrichment_job', 2), await erase('enrichment_job', 2)]).toEqual([2, 1]);
  });

  /** Events by what they are of, with what they say before and, where they change, afterwards. */
  const events: readonly (readonly [type: string, id: string, data: Row, after?: Row])[] = [
    ['customer', 'acme', { name: 'Acme', by: 'key_1' }, { name: 'erased', by: 'key_1' }],
    ['customer', 'acme', { name: 'erased' }],
    ['customer', 'acme', { by: 'key_1' }],
    ['customer', 'globex', { name: 'Globex' }],
    ['customer', 'key_acme', { name: 'A customer that is called like a key' }],
    ['supplier', 'acme', { name: 'A supplier that is called like the customer' }],
    ['api_key', 'key_acme', { label: 'desk' }, { label: 'erased' }],
    ['api_key', 'key_acme_2', { label: 'desk', name: 'erased' }, { label: 'erased', name: 'erased' }],
    ['api_key', 'key_acme_2', { label: 'erased', name: 'Acme' }, { label: 'erased', name: 'erased' }],
    ['api_key', 'key_acme_2', { label: 'erased' }],
    ['api_key', 'key_globex', { label: 'desk of Globex' }],
    ['api_key', 'acme', { label: 'a key that is called like the customer' }],
    ['offer', 'key_acme', { label: 'an offer that is called like a key' }],
  ];
  it('of events lose the names that they hold of the customer and its keys, and nothing else', async () => {
    await put(
      'event',
      ...events.map(([type, id, data], at) => ({
        position: at,
        aggregate_type: type,
        aggregate_id: id,
        version: at,
        type: 'test',
        data,
        recorded_at: new Date(),
      })),
    );
    expect([await erase('event', 3), await erase('event', 3), await erase('event', 3)]).toEqual([3, 1, 0]);
    const rows = await database.pool.sql<{ data: Row }[]>`select data from event order by position`;
    expect(rows.map(({ data }) => data)).toEqual(events.map(([, , data, after = data]) => after));
  });
});
