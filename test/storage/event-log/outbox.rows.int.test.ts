import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from '../../../storage/event-log/outbox.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;

/** Rows as they may stand; times lie well before now or after it. */
describe('the rows of the outbox', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['event', 'outbox']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const outbox = () => createOutbox({ sql: database.pool.sql, url: database.url });
  const fromNow = (ms: number): Date => new Date(Date.now() + ms);
  const at = fromNow(-1_000);
  const data = { supplierId: 'borealis', supplierSku: 'B-1' };
  /** Events with their rows, by position. */
  const waiting = async (rows: Readonly<Record<number, Row>>) => {
    for (const [position, row] of Object.entries(rows)) {
      const of = { aggregate_type: 'offer', aggregate_id: `ofr_${position}`, version: 1, ...row };
      const { aggregate_type, aggregate_id, version } = of;
      await put('event', {
        position,
        aggregate_type,
        aggregate_id,
        version,
        type: 'offer.created',
        data,
        recorded_at: at,
      });
      await put('outbox', { position, enqueued_at: at, ...of });
    }
  };
  const pending = async (limit = 9) => (await outbox().pending(limit)).map(({ position }) => Number(position));

  it('are read in the order of their positions, but for what is parked or waits for another try', async () => {
    await waiting({
      5: {},
      1: { attempts: 4, retry_at: fromNow(-hour) },
      2: { attempts: 5, parked_at: at },
      3: { aggregate_id: 'ofr_waits', attempts: 1, retry_at: fromNow(hour) },
      4: { aggregate_id: 'ofr_waits', version: 2 },
      6: { aggregate_type: 'product', aggregate_id: 'ofr_waits' },
    });
    // The same aggregate and version in another month, and what is no event of the row.
    await put('event', {
      position: 70,
      aggregate_id: 'ofr_5',
      version: 2,
      type: 'offer.created',
      data,
      recorded_at: at,
    });
    await put('event', {
      position: 71,
      aggregate_id: 'ofr_6',
      version: 1,
      type: 'offer.created',
      data,
      recorded_at: at,
    });
    const read = (await outbox().pending(9)).map(({ position, aggregateId }) => [Number(position), aggregateId]);
    expect(read).toEqual([
      [1, 'ofr_1'],
      [5, 'ofr_5'],
      [6, 'ofr_waits'],
    ]);
    expect(await pending(2)).toEqual([1, 5]);
  });

  it.each([
    [0, 500],
    [1, 1_000],
    [3, 4_000],
    [4, undefined],
  ])('that failed %d times before and fail again wait for %s ms, or are parked', async (attempts, ms) => {
    await waiting({ 1: { attempts }, 2: {} });
    const { sql } = database.pool;
    const [before] = await sql<{ at: Date }[]>`select date_trunc('milliseconds', clock_timestamp()) as at`;
    expect(await outbox().failed(1n, 'no answer')).toEqual({ parked: ms === undefined });
    const [failed, other] = await sql<
      { parked: boolean; error: string | null; attempts: number; retry: Date | null }[]
    >`
      select attempts, parked_at is not null as parked, last_error as error, retry_at as retry from outbox order by position`;
    const [after] = await sql<{ at: Date }[]>`select clock_timestamp() + interval '1 millisecond' as at`;
    expect(failed).toMatchObject({ attempts: attempts + 1, parked: ms === undefined, error: 'no answer' });
    expect(other).toEqual({ attempts: 0, parked: false, error: null, retry: null });
    const began = failed?.retry && failed.retry.getTime() - (ms ?? 0);
    expect(began === null).toBe(ms === undefined);
    expect(began ?? before?.at.getTime()).toBeGreaterThanOrEqual(before?.at.getTime() ?? Number.POSITIVE_INFINITY);
    expect(began ?? 0).toBeLessThanOrEqual(after?.at.getTime() ?? 0);
  });

  it('that are parked do not fail again', async () => {
    await waiting({ 1: { attempts: 5, parked_at: at }, 2: {} });
    expect(await outbox().failed(1n, 'no answer')).toEqual({ parked: false });
    const rows = await database.pool.sql`select attempts from outbox order by position`;
    expect(rows).toEqual([{ attempts: 5 }, { attempts: 0 }]);
  });

  it('are counted, the parked apart, with the age of the oldest that waits', async () => {
    await waiting({
      1: { attempts: 5, parked_at: at, enqueued_at: fromNow(-9 * hour) },
      2: { enqueued_at: fromNow(-2 * hour) },
      3: { enqueued_at: fromNow(-hour) },
    });
    const { oldestAgeSeconds, ...counts } = await outbox().stats();
    expect(counts).toEqual({ unpublished: 2, parked: 1 });
    expect(Math.round(oldestAgeSeconds / 3_600)).toBe(2);
  });
});
