/**
 * The erasure of a customer: its keys end first, then everything goes some rows at a time, each
 * with the count of what went in one transaction, and at last the customer itself, with whatever
 * was written meanwhile. It can stop at any point and be begun again.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */

import type { CustomerErasures, ErasureReport, OwnedCredential, RetainedData } from '../../domain/erasure/ports.ts';
import { notFound } from '../../domain/errors.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { type AnySql, inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { retainedTables } from './retained-tables.ts';
import { eraseSeenOffers } from './seen-offers.ts';
import { type Erased, type ErasureStep, lastSteps, steps } from './steps.ts';

/** Rows that one transaction takes away. */
const rowsAtOnce = 1_000;

/** For a transaction that must not leave any. */
const everyRow = 2_147_483_647;

/** Whose the credentials of an erased customer are: no id of a customer holds a colon. */
const formerOwner = (customerId: string): string => `erased:${customerId}`;

type Counts = Readonly<Record<string, number>>;

/** Adds to the counts of the latest erasure of the customer. */
const addCounts = async (sql: AnySql, customerId: string, counts: Counts): Promise<void> => {
  const more = Object.entries(counts).filter(([, rows]) => rows > 0);
  if (more.length === 0) return;
  await run(sql`
    update customer_erasure set erased = (
      select json_object_agg(place, rows) from (
        select place, sum(rows) as rows from (
          select key as place, value::bigint as rows from json_each_text(erased)
          union all
          select * from unnest(${more.map(([place]) => place)}::text[], ${more.map(([, rows]) => rows)}::bigint[])
        ) as every group by place order by place
      ) as total)
    where id = (select max(id) from customer_erasure where customer_id = ${customerId})`);
};

/** The customer's credentials, by the id of the customer or by what it became. */
const credentialsOf = async (sql: AnySql, customerId: string): Promise<readonly OwnedCredential[]> => {
  const rows = await run(sql<OwnedCredential[]>`
    select id as "credentialId", supplier_id as "supplierId" from credential
    where scope = 'customer' and owner_id in (${customerId}, ${formerOwner(customerId)}) order by id`);
  return [...rows];
};

const credentialIdsOf = async (sql: AnySql, customerId: string): Promise<readonly string[]> =>
  (await credentialsOf(sql, customerId)).map(({ credentialId }) => credentialId);

interface NoteRow extends Pick<ErasureReport, 'requestedAt' | 'erased'> {
  readonly finishedAt: Date;
  readonly knownSince: Date;
}

/** Rules and policies of which the latest version holds the id of the customer anywhere. */
const mentions = async (sql: AnySql, customerId: string): Promise<readonly RetainedData[]> => {
  const rows = await run(sql<{ place: string; names: string[] }[]>`
    select place, array_agg(id order by id) as names from (
      select 'pricing_rule_version' as place, id, document::text as text,
        row_number() over (partition by id order by version desc) as age from pricing_rule_version
      union all
      select 'visibility_policy', id, document::text,
        row_number() over (partition by id order by version desc) from visibility_policy
    ) as latest where age = 1 and position(${customerId} in text) > 0 group by place order by place`);
  return rows.map(({ place, names }) => ({ place, names, why: 'names the id of the customer; change or remove it' }));
};

/** Months of events that were moved out since the customer was created. */
const archivedMonths = async (sql: AnySql, since: Date): Promise<readonly string[]> => {
  const rows = await run(sql<{ partition: string }[]>`
    select partition from event_archive where partition >= 'event_' || to_char(${since}::timestamptz, 'YYYY_MM')
    order by partition`);
  return rows.map(({ partition }) => partition);
};

const unreachable = async (sql: AnySql, since: Date): Promise<readonly RetainedData[]> => {
  const names = await archivedMonths(sql, since);
  return [
    ...(names.length === 0
      ? []
      : [{ place: 'event archive', names, why: 'files are not changed; remove them, or the lines, by hand' }]),
    { place: 'bus', why: 'messages are kept for their time and then deleted' },
    { place: 'backups and logs', why: 'the service does not know of them' },
  ];
};

const kept = async (sql: AnySql, { customerId, credentialIds }: Erased): Promise<readonly RetainedData[]> => [
  ...Object.entries(retainedTables).flatMap(([place, { why }]) => (why === undefined ? [] : [{ place, why }])),
  { place: 'event', why: 'events hold ids of the customer, of its keys and estimates; names in them were erased' },
  { place: 'characteristic_statement', why: 'what suppliers state of products, without whose credential read it' },
  ...(credentialIds.length === 0
    ? []
    : [
        {
          place: 'credential',
          names: credentialIds,
          why: 'disabled, without secret, label and owner, because observations under way name it',
        },
      ]),
  ...(await mentions(sql, customerId)),
];

type Tell = Erased['tell'];

const tellWith =
  (context: WriteContext, onWrite: OnWrite | undefined): Tell =>
  async (transaction, events) => {
    await appendEvents(transaction, events, context, onWrite);
  };

const revokeKeys = async (transaction: Transaction, customerId: string, by: string, tell: Tell): Promise<void> => {
  const keys = await run(transaction<{ keyId: string }[]>`
    update api_key set revoked_at = now(), previous_until = null
    where customer_id = ${customerId} and revoked_at is null returning id as "keyId"`);
  await tell(
    transaction,
    keys.map(({ keyId }) => ({ type: 'api_key.revoked', keyId, customerId, by })),
  );
};

/**
 * The credential stays, without data of the customer, and can no longer be used for requests. Taken
 * in the order of their ids, as a rotation of the sealing key takes them.
 */
const emptyCredentials = async (transaction: Transaction, customerId: string): Promise<number> => {
  const owned = await run(transaction<{ id: string }[]>`
    select id from credential where scope = 'customer' and owner_id = ${customerId}
    order by id for update`);
  for (const { id } of owned)
    await run(transaction`
      update credential set owner_id = ${formerOwner(customerId)}, label = 'erased', secret = null, session = null,
        sealed_for = null, detached_at = clock_timestamp(), health = null, failing_since = null, next_tick_at = null,
        disabled_at = coalesce(disabled_at, clock_timestamp())
      where id = ${id}`);
  return owned.length;
};

const eraseStep = async (sql: Sql, [place, { erase }]: readonly [string, ErasureStep], of: Erased): Promise<void> => {
  let count: number;
  do {
    count = await inTransaction(sql, async (transaction) => {
      const rows = await erase(transaction, of, rowsAtOnce);
      await addCounts(transaction, of.customerId, { [place]: rows });
      return rows;
    });
  } while (count >= rowsAtOnce);
};

const reportOf = async (transaction: AnySql, of: Erased): Promise<ErasureReport> => {
  const [row] = await run(transaction<NoteRow[]>`
    update customer_erasure set finished_at = coalesce(finished_at, clock_timestamp())
    where id = (select max(id) from customer_erasure where customer_id = ${of.customerId})
    returning requested_at as "requestedAt", finished_at as "finishedAt", erased, known_since as "knownSince"`);
  if (row === undefined) throw notFound('customer', of.customerId);
  const { knownSince, ...noted } = row;
  return {
    ...noted,
    customerId: of.customerId,
    kept: await kept(transaction, of),
    unreachable: await unreachable(transaction, knownSince),
  };
};

/** Revokes the customer's keys and says which of its credentials are in use. */
const beginErasure = async (
  transaction: Transaction,
  customerId: string,
  by: string,
  tell: Tell,
): Promise<readonly OwnedCredential[]> => {
  const known = await run(transaction`select from customer where id = ${customerId} for update`);
  if (known.length > 0)
    await run(transaction`
      insert into customer_erasure (customer_id, known_since, requested_by)
      select id, created_at, ${by} from customer where id = ${customerId}
      on conflict (customer_id) where finished_at is null do nothing`);
  const begun = await run(transaction`select from customer_erasure where customer_id = ${customerId} limit 1`);
  if (begun.length === 0) throw notFound('customer', customerId);
  await revokeKeys(transaction, customerId, by, tell);
  const inUse = await run(transaction<OwnedCredential[]>`
    select id as "credentialId", supplier_id as "supplierId" from credential
    where scope = 'customer' and owner_id = ${customerId} and disabled_at is null order by id`);
  return [...inUse];
};

/** Creates the store on a migrated database. */
export const createCustomerErasures = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): CustomerErasures => {
  return {
    begin: (customerId, change) =>
      withAuditRecord(sql, audited('customer', customerId, change.context), (transaction) =>
        beginErasure(transaction, customerId, change.by, tellWith(change.context, options.onWrite)),
      ),

    eraseData: async (customerId, context) => {
      await inTransaction(sql, async (transaction) => {
        await addCounts(transaction, customerId, { credential: await emptyCredentials(transaction, customerId) });
      });
      const credentialIds = await credentialIdsOf(sql, customerId);
      const of = { customerId, credentialIds, tell: tellWith(context, options.onWrite) };
      for (const step of Object.entries(steps)) await eraseStep(sql, step, of);
      await eraseSeenOffers(sql, credentialIds, (transaction, seen) => addCounts(transaction, customerId, { ...seen }));
    },

    formerCredentials: (customerId) => credentialIdsOf(sql, customerId),

    note: (customerId, erased) => addCounts(sql, customerId, erased),

    finish: (customerId, change) => {
      const target = { kind: 'customer', id: customerId };
      const told = ({ erased }: ErasureReport) => ({ erased });
      return withAuditRecord(sql, { act: change.context.act, target, tell: told }, async (transaction) => {
        // Transactions that write for the customer have ended by now, and none can begin.
        await run(transaction`select from customer where id = ${customerId} for update`);
        const credentialIds = await credentialIdsOf(transaction, customerId);
        const of = { customerId, credentialIds, tell: tellWith(change.context, options.onWrite) };
        for (const [place, { erase }] of [...Object.entries(steps), ...Object.entries(lastSteps)])
          await addCounts(transaction, customerId, { [place]: await erase(transaction, of, everyRow) });
        return reportOf(transaction, of);
      });
    },
  };
};
