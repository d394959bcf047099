/**
 * API keys as operators see and change them. A change and its event are one transaction; signals
 * are sent elsewhere. Of a secret only the hash comes this far, and no answer holds it.
 *
 * Database down: throws `Failure` of kind `unavailable`.
 */
import type { Scope } from '../../domain/callers/caller.ts';
import type { KeyLimits } from '../../domain/callers/key-limits.ts';
import type { ApiKey, ApiKeyStore, KeyProperties, OfApiKey } from '../../domain/callers/ports.ts';
import { Failure, notFound } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { Change } from '../../domain/store-context.ts';
import { audited, tellNewSecret, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { violationOf } from '../pool/constraint.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';

type KeyRow = Nullable<KeyLimits> & Nullable<Required<Omit<ApiKey, 'limits'>>>;

const keyOf = ({ requestsPerSecond, burst, requestsPerDay, streams, ...row }: KeyRow): ApiKey => ({
  ...withoutNulls<Omit<ApiKey, 'limits'>>(row),
  limits: withoutNulls<KeyLimits>({ requestsPerSecond, burst, requestsPerDay, streams }),
});

const keyReads = (sql: Sql): Pick<ApiKeyStore, 'get' | 'ofCustomer'> => ({
  get: async ({ customerId, keyId }, read) => {
    const [row] = await run(sql<KeyRow[]>`${keys(sql)} where customer_id = ${customerId} and id = ${keyId}`, read);
    return row && keyOf(row);
  },

  ofCustomer: async (customerId, read) => {
    const rows = await run(
      sql<KeyRow[]>`${keys(sql)} where customer_id = ${customerId} order by created_at desc, id`,
      read,
    );
    return rows.map(keyOf);
  },
});

/** Creates the store on a migrated database. */
export const createApiKeyStore = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): ApiKeyStore => {
  const append = (transaction: AnySql, event: DomainEvent, { context }: Change) =>
    appendEvents(transaction, [event], context, options.onWrite);

  return {
    create: async ({ keyId, customerId, hash, ...properties }, change) => {
      try {
        await withAuditRecord(sql, audited('api_key', keyId, change.context, tellNewSecret), async (transaction) => {
          await insertKey(transaction, { keyId, customerId, hash }, properties);
          await append(transaction, rightsEvent('api_key.created', { keyId, customerId }, properties, change), change);
        });
      } catch (error) {
        if (violationOf(error) === 'foreign_key') throw notFound('customer', customerId);
        throw error;
      }
    },

    update: (of, properties, change, guard) =>
      withAuditRecord(sql, audited('api_key', of.keyId, change.context), async (transaction) => {
        const { isRevoked, scopes: before } = await lock(transaction, of);
        guard(before);
        if (isRevoked) throw new Failure('failed_precondition', 'the key is revoked; create another one');
        await updateKey(transaction, of.keyId, properties);
        await append(transaction, rightsEvent('api_key.changed', of, properties, change), change);
      }),

    rotate: (of, { hash, overlapMs }, change, guard) =>
      withAuditRecord(sql, audited('api_key', of.keyId, change.context, tellNewSecret), async (transaction) => {
        const { isRevoked, isExpired, scopes } = await lock(transaction, of);
        guard(scopes);
        if (isRevoked || isExpired) {
          const what = isRevoked ? 'is revoked' : 'has expired';
          throw new Failure('failed_precondition', `the key ${what}; create another one`);
        }
        const previousUntil = (await replaceHash(transaction, of.keyId, hash, overlapMs)).toISOString();
        await append(transaction, { type: 'api_key.rotated', ...of, previousUntil, by: change.by }, change);
      }),

    revoke: (of, change) =>
      withAuditRecord(sql, audited('api_key', of.keyId, change.context), async (transaction) => {
        const { isRevoked } = await lock(transaction, of);
        if (isRevoked) return;
        await run(transaction`update api_key set revoked_at = now(), previous_until = null where id = ${of.keyId}`);
        await append(transaction, { type: 'api_key.revoked', ...of, by: change.by }, change);
      }),

    ...keyReads(sql),
  };
};

const keys = (sql: AnySql) => sql`
  select id as "keyId", customer_id as "customerId", label, scopes, created_at as "createdAt",
    case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as status,
    expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
    case when previous_until > now() then previous_until end as "previousUntil",
    requests_per_second as "requestsPerSecond", burst, requests_per_day::float8 as "requestsPerDay", streams,
    coalesce((select requests from api_key_usage where key_id = api_key.id and day = current_date), 0)::float8
      as "requestsToday"
  from api_key`;

/** Takes the key for the transaction. Throws `not_found` when the customer has no such key. */
const lock = async (transaction: AnySql, { customerId, keyId }: OfApiKey) => {
  const [known] = await run(transaction<{ isRevoked: boolean; isExpired: boolean; scopes: Scope[] }[]>`
    select revoked_at is not null as "isRevoked", coalesce(expires_at <= now(), false) as "isExpired", scopes
    from api_key where id = ${keyId} and customer_id = ${customerId} for update`);
  if (known === undefined) throw notFound('key', keyId);
  return known;
};

const rightsEvent = (
  type: 'api_key.created' | 'api_key.changed',
  { keyId, customerId }: OfApiKey,
  { label, scopes, expiresAt }: KeyProperties,
  { by }: Change,
): DomainEvent => ({ type, keyId, customerId, label, scopes, expiresAt: expiresAt?.toISOString(), by });

const insertKey = (
  transaction: AnySql,
  { keyId, customerId, hash }: OfApiKey & { readonly hash: Uint8Array },
  { label, scopes, expiresAt, limits }: KeyProperties,
) =>
  run(transaction`
    insert into api_key (id, customer_id, hash, scopes, label, expires_at,
      requests_per_second, burst, requests_per_day, streams)
    values (${keyId}, ${customerId}, ${hash}, ${[...scopes]}::text[], ${label}, ${expiresAt ?? null},
      ${limits.requestsPerSecond ?? null}, ${limits.burst ?? null}, ${limits.requestsPerDay ?? null},
      ${limits.streams ?? null})`);

const updateKey = (transaction: AnySql, keyId: string, { label, scopes, expiresAt, limits }: KeyProperties) =>
  run(transaction`
    update api_key set label = ${label}, scopes = ${[...scopes]}::text[], expires_at = ${expiresAt ?? null},
      requests_per_second = ${limits.requestsPerSecond ?? null}, burst = ${limits.burst ?? null},
      requests_per_day = ${limits.requestsPerDay ?? null}, streams = ${limits.streams ?? null}
    where id = ${keyId}`);

/** Gives the key another secret; says until when the one before works too. */
const replaceHash = async (transaction: AnySql, keyId: string, hash: Uint8Array, overlapMs: number): Promise<Date> => {
  const [rotated] = await run(transaction<{ previousUntil: Date }[]>`
    update api_key set previous_hash = hash, hash = ${hash},
      previous_until = now() + make_interval(secs => ${overlapMs / 1_000}::float8)
    where id = ${keyId}
    returning previous_until as "previousUntil"`);
  if (rotated === undefined) throw notFound('key', keyId);
  return rotated.previousUntil;
};
