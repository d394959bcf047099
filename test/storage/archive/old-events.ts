import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreArchive } from '../../../storage/archive/restore.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/**
 * A database with two months of old events, beside those of today, and a folder for their archive.
 */
export interface OldEvents {
  readonly database: TestDatabase;
  /** A folder of its own inside; the archive is `directory`, which is not there yet. */
  readonly directory: string;
  /** Every event as text, to the microsecond, in order of aggregate and version. */
  digest(database?: TestDatabase): Promise<string>;
  /**
   * Adds so many decisions of matches in equal parts in the two months, each of an offer of its
   * own.
   */
  addDecisions(count: number): Promise<void>;
  /** Puts what was archived back. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** The months that are old. */
export const oldMonths = ['event_2020_01', 'event_2020_02'] as const;

/** A day on which months are due at 12 months and not at 24. */
export const later = new Date('2021-06-01T00:00:00Z');

/**
 * What an archive must bring back to the letter: quotes, line ends, other scripts, long and signed
 * numbers, an unset field.
 */
const awkward = JSON.stringify({
  productId: 'prd_1',
  changed: ['"quoted" \\ back', 'two\nlines\r\n', '抵抗器 Ω µ 🙂', '\u2028', ''],
  nested: { deep: [null, true, -0.00001, 123456789012345.6] },
});

/**
 * Makes the database with so many old events of so many aggregates, in equal parts in the two
 * months.
 */
export const oldEvents = async (events: number, aggregates: number): Promise<OldEvents> => {
  const database = await testDatabase();
  const root = await mkdtemp(join(tmpdir(), 'archive-'));
  await fill(database, events, aggregates);
  const directory = join(root, 'archive');
  return {
    database,
    directory,
    digest: (of = database) => digestOf(of),
    addDecisions: (count) => addDecisions(database, count),
    restore: async () => {
      const { pool, url } = database;
      await restoreArchive({ sql: pool.sql, url, directory }, { keptUntil: later });
    },
    close: async () => {
      await database.close();
      await rm(root, { recursive: true, force: true });
    },
  };
};

const fill = async ({ pool: { sql } }: TestDatabase, events: number, aggregates: number): Promise<void> => {
  await sql`create table event_2020_01 partition of event for values from ('2020-01-01Z') to ('2020-02-01Z')`;
  await sql`create table event_2020_02 partition of event for values from ('2020-02-01Z') to ('2020-03-01Z')`;
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`
      insert into event (aggregate_type, aggregate_id, version, type, data, correlation_id, traceparent, recorded_at)
      select 'product', 'prd_' || at % ${aggregates}::int, 1 + at / ${aggregates}::int, 'product.updated',
        case when at % 10 = 0 then ${awkward}::text::jsonb
          else jsonb_build_object('productId', 'prd_' || at % ${aggregates}::int, 'changed', jsonb_build_array('f' || at)) end,
        'cor_' || at,
        case when at % 3 = 0 then '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' end,
        timestamptz '2020-01-01Z' + at * (interval '59 days' / ${events}::int) + interval '1 microsecond' * (at % 1000)
      from generate_series(0, ${events}::int - 1) as at`;
    await transaction`
      insert into event_stream select aggregate_type, aggregate_id, max(version) from event group by 1, 2`;
  });
};

const addDecisions = async ({ pool: { sql } }: TestDatabase, count: number): Promise<void> => {
  await sql`
    insert into event (aggregate_type, aggregate_id, version, type, data, correlation_id, recorded_at)
    select 'offer', 'ofr_' || at, 1, 'offer.matched',
      jsonb_build_object('offerId', 'ofr_' || at, 'productId', case when at % 5 > 0 then 'prd_' || at % 7 end,
        'confidence', 'exact', 'rule', 'manufacturer_and_mpn'),
      'cor_' || at, timestamptz '2020-01-01Z' + at * (interval '59 days' / ${count}::int) + interval '1 microsecond' * (at % 1000)
    from generate_series(0, ${count}::int - 1) as at`;
  await sql`insert into event_stream select 'offer', 'ofr_' || at, 1 from generate_series(0, ${count}::int - 1) as at`;
};

const digestOf = async ({ pool: { sql } }: TestDatabase): Promise<string> => {
  const [row] = await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    return transaction<{ digest: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(event::text), '' order by aggregate_type, aggregate_id, version)), '') as digest
      from event`;
  });
  return row?.digest ?? '';
};
