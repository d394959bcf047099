import { notFound } from '../../domain/errors.ts';
import type { SupplierRetirement } from '../../domain/ingestion/supplier-ports.ts';
import type { Change } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { awaitWriters } from '../offers/supplier-writers.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { endLeases, lockLeases } from './connector-leases.ts';

/**
 * Takes a supplier out of service. First, in one transaction with its record: its credentials are
 * disabled and lose their secrets and leases, and no observation of it counts any more. Then its
 * offers lose what credentials knew of them, some at a time, so that nobody sees them; this can be
 * broken off and done again. Who writes or reads offers of others waits for nothing of it. Offers,
 * matches, events and history stay.
 */
export const createSupplierRetirement = (
  sql: Sql,
  options: { readonly onWrite?: OnWrite } = {},
): SupplierRetirement => ({
  retire: async (supplierId, change) => {
    await withAuditRecord(sql, audited('supplier', supplierId, change.context), async (transaction) => {
      await markRetired(transaction, supplierId);
      await endCredentials(transaction, supplierId, change, options.onWrite);
      await run(transaction`delete from connector_order where supplier_id = ${supplierId}`);
    });
    // Who looked before the supplier was retired may still write what it knew of an offer.
    await awaitWriters(sql, supplierId);
    await removeViews(sql, supplierId);
  },

  isRetired: async (supplierId) => {
    const rows = await run(sql`select from supplier where id = ${supplierId} and retired_at is not null`);
    return rows.length > 0;
  },
});

const markRetired = async (transaction: Transaction, supplierId: string): Promise<void> => {
  const { count } = await run(transaction`
    update supplier set retired_at = coalesce(retired_at, clock_timestamp()) where id = ${supplierId}`);
  if (count === 0) throw notFound('supplier', supplierId);
};

/** In the order of their ids, as a rotation of the sealing key takes them. */
const endCredentials = async (
  transaction: Transaction,
  supplierId: string,
  { by, context }: Change,
  onWrite: OnWrite | undefined,
): Promise<void> => {
  const all = await run(transaction<{ id: string }[]>`select id from credential where supplier_id = ${supplierId}`);
  await lockLeases(
    transaction,
    all.map(({ id }) => id),
  );
  const held = await run(transaction<{ id: string; isDisabled: boolean }[]>`
    select id, disabled_at is not null as "isDisabled" from credential
    where supplier_id = ${supplierId} order by id for no key update`);
  const ids = held.map(({ id }) => id);
  await endLeases(transaction, ids);
  await run(transaction`
    update credential set disabled_at = coalesce(disabled_at, clock_timestamp()), next_tick_at = null,
      secret = null, session = null, sealed_for = null, detached_at = coalesce(detached_at, clock_timestamp())
    where id = any(${ids}::text[])`);
  const events = held
    .filter(({ isDisabled }) => !isDisabled)
    .map(({ id }) => ({ type: 'credential.disabled', credentialId: id, supplierId, by }) as const);
  if (events.length > 0) await appendEvents(transaction, events, context, onWrite);
};

/** Rows of a transaction: their changes are told one by one to whoever keeps offers in memory. */
const sliceSize = 1_000;

const removeViews = async (sql: Sql, supplierId: string): Promise<void> => {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last: string = after;
    after = await inTransaction(sql, async (transaction) => {
      const offers = await run(transaction<{ id: string }[]>`
        select id from offer where supplier_id = ${supplierId} and id > ${last} order by id limit ${sliceSize}`);
      await run(transaction`delete from offer_view where offer_id = any(${offers.map(({ id }) => id)}::text[])`);
      return offers.at(-1)?.id;
    });
  }
};
