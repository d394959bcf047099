import { run, type Sql, type Transaction } from '../pool/pool.ts';

/**
 * Events as lines of an archive: JSON objects with the columns of `event`, written and read by the
 * database itself, so that microseconds and the digits of numbers come back as they were. One event
 * always gives the same line.
 */

/** Some events of a partition, in order of position. */
export interface EventLines {
  readonly lines: readonly string[];
  readonly firstPosition: string;
  readonly lastPosition: string;
}

interface LineRow {
  readonly position: bigint;
  readonly line: string;
}

/** The most events in memory at a time. */
export const batchSize = 2_000;

/** Every event of a partition in order of position, some at a time. */
export async function* partitionLines(sql: Sql, partition: string): AsyncGenerator<EventLines> {
  const rows = sql<LineRow[]>`
    select position, json_build_object(
      'position', position::text,
      'aggregate_type', aggregate_type,
      'aggregate_id', aggregate_id,
      'version', version,
      'type', type,
      'data', data,
      'correlation_id', correlation_id,
      'traceparent', traceparent,
      'recorded_at', to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )::text as line
    from ${sql(partition)}
    order by ${sql(partition)}.position`;
  for await (const batch of rows.cursor(batchSize)) {
    const first = batch[0];
    const last = batch.at(-1);
    if (first === undefined || last === undefined) continue;
    yield {
      lines: batch.map(({ line }) => line),
      firstPosition: first.position.toString(),
      lastPosition: last.position.toString(),
    };
  }
}

/** Puts events back; those that are there already stay as they are. Returns how many were not. */
export const insertLines = async (sql: Transaction, table: string, lines: readonly string[]): Promise<number> => {
  const { count } = await run(sql`
    insert into ${sql(table)}
      (position, aggregate_type, aggregate_id, version, type, data, correlation_id, traceparent, recorded_at)
    select event.*
    from unnest(${lines}::text[]) as line,
      jsonb_to_record(line::jsonb) as event (
        position bigint, aggregate_type text, aggregate_id text, version int, type text, data jsonb,
        correlation_id text, traceparent text, recorded_at timestamptz
      )
    on conflict do nothing`);
  return count;
};
