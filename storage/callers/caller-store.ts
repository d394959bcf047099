import type { Caller, Scope } from '../../domain/callers/caller.ts';
import type { KeyLimits } from '../../domain/callers/key-limits.ts';
import type { CallerStore, KeyStatus } from '../../domain/callers/ports.ts';
import { Failure, notFound } from '../../domain/errors.ts';
import { violationOf } from '../pool/constraint.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';

interface CallerRow extends Nullable<KeyLimits> {
  readonly keyId: string;
  readonly customerId: string;
  readonly deliveryZone: string | null;
  readonly currency: string | null;
  readonly groupIds: string[];
  readonly scopes: Scope[];
  readonly requestsToday: number;
}

interface StandingRow extends CallerRow {
  readonly kind: KeyStatus['kind'];
}

const callerColumns = (sql: Sql) => sql`
  api_key.id as "keyId", customer.id as "customerId", customer.delivery_zone as "deliveryZone",
  customer.currency, api_key.scopes,
  array(select group_id from group_member where customer_id = customer.id order by group_id) as "groupIds",
  requests_per_second as "requestsPerSecond", burst, requests_per_day::float8 as "requestsPerDay", streams,
  coalesce((select requests from api_key_usage where key_id = api_key.id and day = current_date), 0)::float8
    as "requestsToday"`;

/**
 * Customers and their API keys. A key that was revoked or has expired is as unknown as one that
 * never was.
 */
export const createCallerStore = (sql: Sql): CallerStore => ({
  byKeyHash: async (hash) => {
    const [row] = await run(sql<CallerRow[]>`
      select ${callerColumns(sql)}
      from api_key join customer on customer.id = api_key.customer_id
      where (hash = ${hash} or (previous_hash = ${hash} and previous_until > now()))
        and revoked_at is null and (expires_at is null or expires_at > now())`);
    return row && callerOf(row);
  },

  keyStatuses: async (hashes) => {
    const rows = await run(sql<StandingRow[]>`
      select ${callerColumns(sql)}, case
          when api_key.id is null then 'unknown'
          when revoked_at is not null then 'revoked'
          when expires_at <= now() then 'expired'
          when hash <> asked.secret and (previous_until > now()) is not true then 'replaced'
          else 'valid'
        end as kind
      from unnest(${hashes.map(hexOf)}::text[]) with ordinality as given (hex, place)
      cross join lateral (select decode(given.hex, 'hex') as secret) as asked
      left join lateral (
        select * from api_key where hash = asked.secret
        union all
        select * from api_key where previous_hash = asked.secret
        limit 1
      ) as api_key on true
      left join customer on customer.id = api_key.customer_id
      order by given.place`);
    return rows.map(({ kind, ...row }) => (kind === 'valid' ? { kind, caller: callerOf(row) } : { kind }));
  },

  putCustomer: (customer) => inTransaction(sql, (transaction) => putCustomer(transaction, customer)),

  putKey: async ({ id, customerId, hash, scopes, label }) => {
    try {
      await run(sql`
        insert into api_key (id, customer_id, hash, scopes, label)
        values (${id}, ${customerId}, ${hash}, ${[...scopes]}::text[], ${label})
        on conflict (id) do update set
          customer_id = excluded.customer_id, hash = excluded.hash, scopes = excluded.scopes, label = excluded.label`);
    } catch (error) {
      const violation = violationOf(error);
      if (violation === 'foreign_key') throw notFound('customer', customerId);
      if (violation === 'unique') throw new Failure('conflict', 'this API key exists already under another id');
      throw error;
    }
  },
});

const putCustomer = async (
  transaction: Transaction,
  { id, name, groupIds, currency }: Parameters<CallerStore['putCustomer']>[0],
): Promise<void> => {
  await transaction`
    insert into customer (id, name, currency) values (${id}, ${name}, ${currency ?? null})
    on conflict (id) do update set name = excluded.name, currency = excluded.currency`;
  await transaction`
    insert into customer_group (id, name) select id, id from unnest(${[...groupIds].sort()}::text[]) as wanted(id)
    on conflict (id) do nothing`;
  await transaction`delete from group_member where customer_id = ${id} and group_id <> all(${[...groupIds]}::text[])`;
  await transaction`
    insert into group_member (customer_id, group_id) select ${id}, unnest(${[...groupIds]}::text[])
    on conflict do nothing`;
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const callerOf = ({
  keyId,
  customerId,
  groupIds,
  scopes,
  deliveryZone,
  currency,
  requestsToday,
  ...limits
}: CallerRow): Caller => ({
  keyId,
  customerId,
  groupIds,
  scopes,
  deliveryZone: deliveryZone ?? undefined,
  allowance: { limits: withoutNulls<KeyLimits>(limits), requestsToday },
  currency: currency ?? undefined,
});
