/**
 * Requests by key and day, and when a key was last used: one statement for everything that a
 * process has counted.
 *
 * Database down: throws `Failure` of kind `unavailable`, and nothing was counted.
 */
import type { KeyUsage } from '../../domain/callers/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

/** How many days the requests of a key are kept. */
const keptDays = 90;

/** Creates the store on a migrated database. */
export const createKeyUsage = (sql: Sql): KeyUsage => ({
  add: async (uses) => {
    const inOrder = uses.toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));
    const rows = await run(sql<{ keyId: string; requests: number }[]>`
      with used as materialized (
        select * from unnest(
          ${inOrder.map(({ keyId }) => keyId)}::text[], ${inOrder.map(({ requests }) => requests)}::bigint[],
          ${inOrder.map(({ lastUsedAt }) => lastUsedAt.toISOString())}::text[]
        ) as used (key_id, requests, last_used_at)
      ), noted as (
        update api_key set last_used_at = date_trunc('minute', used.last_used_at::timestamptz)
        from used
        where id = used.key_id
          and (api_key.last_used_at is null or api_key.last_used_at < date_trunc('minute', used.last_used_at::timestamptz))
      ), forgotten as (
        delete from api_key_usage where day < current_date - ${keptDays}::int
      )
      insert into api_key_usage as usage (key_id, day, requests)
      select key_id, current_date, requests from used order by key_id
      on conflict (key_id, day) do update set requests = usage.requests + excluded.requests
      returning key_id as "keyId", requests::float8 as requests`);
    return new Map(rows.map(({ keyId, requests }) => [keyId, requests]));
  },
});
