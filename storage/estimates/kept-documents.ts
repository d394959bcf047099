/**
 * Documents that stay beside their estimates after they were read, so that they can be read again
 * in another way: small ones, and of each customer the newest few. All others go when they have
 * been read, and all of them with their estimates.
 */
import type { Estimates } from '../../domain/estimate/ports.ts';
import type { AnySql, Sql } from '../pool/pool.ts';
import { customerAlone, readForTenant } from '../pool/tenant.ts';

/** The largest document that is kept, in bytes. */
const maxKeptBytes = 2 ** 20;

/** How many of a customer are kept. */
const maxKept = 20;

/**
 * What follows the reading of a document: it stays if it is small, and the customer's oldest ones
 * make room for it.
 */
export const keepFewDocuments = (transaction: AnySql, id: string) => transaction`
  delete from estimate_document where estimate_id in (
    select kept.id from (
      select estimate.id, octet_length(bytes) as size,
        row_number() over (order by created_at desc, estimate.id desc) as place
      from estimate_document join estimate on estimate.id = estimate_id
      where customer_id = (select customer_id from estimate where id = ${id}) and status <> 'parsing'
    ) as kept
    where kept.place > ${maxKept} or (kept.id = ${id} and kept.size > ${maxKeptBytes}))`;

/** Finds what was kept. */
export const keptDocuments = (sql: Sql): Pick<Estimates, 'document' | 'hasDocument'> => ({
  document: async (id, customerId, options) => {
    const [row] = await readForTenant<{ bytes: Uint8Array }>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select bytes from estimate_document join estimate on id = estimate_id
        where id = ${id} and customer_id = ${customerId}`,
      options,
    );
    return row?.bytes;
  },

  hasDocument: async (id, customerId, options) => {
    const rows = await readForTenant(
      sql,
      customerAlone(customerId),
      (client) => client`
        select id from estimate_document join estimate on id = estimate_id
        where id = ${id} and customer_id = ${customerId}`,
      options,
    );
    return rows.length > 0;
  },
});
