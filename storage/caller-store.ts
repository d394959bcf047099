import type { Caller, Scope } from '../domain/caller.ts';
import { Failure, notFound } from '../domain/errors.ts';
import type { CallerStore } from '../domain/ports.ts';
import { violationOf } from './constraint.ts';
import { type LimitColumns, limitsOf } from './key-limit-columns.ts';
import { inTransaction, run, type Sql } from './pool.ts';

interface CallerRow extends LimitColumns {
  readonly keyId: string;
  readonly customerId: string;
  readonly deliveryZone: string | null;
  readonly currency: string | null;
  readonly groupIds: string[];
  readonly scopes: Scope[];
  readonly requestsToday: number;
}

/** Customers and their API keys. A key that was revoked or has expired is as unknown as one that never was. */
export const createCallerStore = (sql: Sql): CallerStore => ({
  byKeyHash: async (hash) => {
    const [row] = await run(sql<CallerRow[]>`
      select api_key.id as "keyId", customer.id as "customerId", customer.delivery_zone as "deliveryZone",
        customer.currency, api_key.scopes,
        array(select group_id from group_member where customer_id = customer.id order by group_id) as "groupIds",
        requests_per_second as "requestsPerSecond", burst, requests_per_day::float8 as "requestsPerDay", streams,
        coalesce((select requests from api_key_usage where key_id = api_key.id and day = current_date), 0)::float8
          as "requestsToday"
      from api_key join customer on customer.id = api_key.customer_id
      where (hash = ${hash} or (previous_hash = ${hash} and previous_until > now()))
        and revoked_at is null and (expires_at is null or expires_at > now())`);
    return row && callerOf(row);
  },

  putCustomer: ({ id, name, groupIds, currency }) =>
    inTransaction(sql, async (transaction) => {
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
    }),

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

  hasKeys: async () => {
    const [row] = await run(sql<{ exist: boolean }[]>`select exists (select from api_key) as exist`);
    return row?.exist === true;
  },
});

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
  allowance: { limits: limitsOf(limits), requestsToday },
  currency: currency ?? undefined,
});
