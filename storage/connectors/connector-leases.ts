import { Failure, notFound } from '../../domain/errors.ts';
import type { ConnectorLeases, LeaseToken } from '../../domain/ingestion/ports.ts';
import { violationOf } from '../pool/constraint.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';

/**
 * Leases on credentials, one row each. All instants are the database's, so that clocks of processes
 * need not agree. When the database is down no lease is granted or renewed: its holder stops when
 * the lease is over by its own clock, and since nothing that a connector does can be stored
 * meanwhile, nothing is lost by that.
 *
 * A transaction that locks both locks the lease before its credential, as whoever stores under a
 * lease does; so no two of them wait for each other.
 */
export const createConnectorLeases = (sql: Sql): ConnectorLeases => ({
  acquire: async (credentialId, owner, ttlMs) => {
    try {
      const [row] = await run(sql<{ token: string }[]>`
        insert into connector_lease as held (credential_id, owner, token, expires_at)
        select ${credentialId}, ${owner}, 1, clock_timestamp() + ${ttlMs} * interval '1 ms'
        where not exists (
            select from credential where id = ${credentialId} and (disabled_at is not null or secret is null)
          )
          -- Whoever only waits reads: the upsert would lock and log the row of the holder every time.
          and not exists (
            select from connector_lease
            where credential_id = ${credentialId} and owner <> ${owner} and expires_at > clock_timestamp()
          )
        on conflict (credential_id) do update set
          owner = excluded.owner, token = held.token + 1, expires_at = excluded.expires_at
        where held.owner = excluded.owner or held.expires_at <= clock_timestamp()
        returning token::text`);
      if (row === undefined) return undefined;
      const token = BigInt(row.token);
      if (await isInUse(sql, credentialId)) return token;
      await release(sql, credentialId, token);
      return undefined;
    } catch (error) {
      throw violationOf(error) === 'foreign_key' ? notFound('credential', credentialId) : error;
    }
  },

  renew: async (credentialId, token, ttlMs) => {
    const { count } = await run(sql`
      update connector_lease set expires_at = clock_timestamp() + ${ttlMs} * interval '1 ms'
      where credential_id = ${credentialId} and token = ${String(token)}::bigint`);
    return count > 0;
  },

  release: (credentialId, token) => release(sql, credentialId, token),
});

/**
 * Looked at once more after a lease is granted: the statement that grants it may have waited for
 * an operator's transaction, and knows the credential only as it was before. One that begins later
 * ends the lease.
 */
const isInUse = async (sql: Sql, credentialId: string): Promise<boolean> => {
  const rows = await run(sql`
    select from credential where id = ${credentialId} and disabled_at is null and secret is not null`);
  return rows.length > 0;
};

const release = async (sql: Sql, credentialId: string, token: LeaseToken): Promise<void> => {
  await run(sql`
    update connector_lease set token = token + 1, expires_at = clock_timestamp()
    where credential_id = ${credentialId} and token = ${String(token)}::bigint`);
};

/**
 * Makes a transaction fail unless the lease is still the present one, and keeps it from changing
 * hands before the transaction ends. Throws `conflict`.
 */
export const holdLease = async (transaction: AnySql, credentialId: string, token: LeaseToken): Promise<void> => {
  const rows = await run(transaction`
    select from connector_lease where credential_id = ${credentialId} and token = ${String(token)}::bigint for share`);
  if (rows.length === 0) throw new Failure('conflict', `the lease on credential ${credentialId} has passed to another`);
};

/**
 * Keeps leases from being renewed or passed on before the transaction ends: for operators, before
 * they lock the credentials.
 */
export const lockLeases = async (transaction: AnySql, credentialIds: readonly string[]): Promise<void> => {
  await run(transaction`
    select from connector_lease where credential_id = any(${credentialIds}::text[])
    order by credential_id for no key update`);
};

/**
 * Ends leases: their holders can store nothing from then on. Whether another may begin depends on
 * the credential.
 */
export const endLeases = async (transaction: AnySql, credentialIds: readonly string[]): Promise<void> => {
  await run(transaction`
    update connector_lease set token = token + 1, expires_at = clock_timestamp()
    where credential_id = any(${credentialIds}::text[])`);
};
