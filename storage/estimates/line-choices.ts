/**
 * What customers have chosen for the lines of their bills of materials.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a choice is kept or it is
 * not.
 */
import { notFound } from '../../domain/errors.ts';
import { lineKey } from '../../domain/estimate/resolve/line-key.ts';
import type { ChoiceMark, LabelledChoice, LineChoices } from '../../domain/estimate/resolve/ports.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { run, type Sql } from '../pool/pool.ts';
import { type CandidateRow, candidateColumns, storedCandidate } from './line-candidates.ts';

interface LabelledRow extends ChoiceMark {
  readonly saidManufacturer: string | null;
  readonly saidMpn: string | null;
  readonly saidDescription: string | null;
  readonly manufacturer: string;
  readonly mpn: string;
  readonly description: string | null;
}

const labelledChoice = (row: LabelledRow): LabelledChoice => ({
  customerId: row.customerId,
  key: row.key,
  written: {
    manufacturer: row.saidManufacturer ?? undefined,
    mpn: row.saidMpn ?? undefined,
    description: row.saidDescription ?? undefined,
  },
  product: { manufacturer: row.manufacturer, mpn: row.mpn, description: row.description ?? undefined },
});

/** Creates the store on a migrated database. */
export const createLineChoices = (sql: Sql): LineChoices => ({
  chosen: async (customerId, keys) => {
    if (keys.length === 0) return new Map();
    const rows = await run(
      sql<(CandidateRow & { readonly key: string })[]>`
        select given.key, product.*
        from unnest(${arrayLiteral(keys)}::text[]) as given (key),
          lateral (
            select product_id from line_choice where customer_id = ${customerId} and line_key = given.key offset 0
          ) choice,
          lateral (select ${sql.unsafe(candidateColumns)} from product where id = choice.product_id offset 0) product`,
    );
    return new Map(rows.map((row) => [row.key, storedCandidate(row)]));
  },

  remember: async (customerId, line, productId) => {
    const [first] = line.parts;
    const { count } = await run(sql`
      insert into line_choice (customer_id, line_key, product_id, manufacturer, mpn, description, chosen_at)
      select customer.id, ${lineKey(line)}, product.id, ${first?.manufacturer ?? null}, ${first?.partNumber ?? null},
        ${line.description ?? line.rawText}, now()
      from customer, product where customer.id = ${customerId} and product.id = ${productId}
      on conflict (customer_id, line_key) do update set
        product_id = excluded.product_id, manufacturer = excluded.manufacturer, mpn = excluded.mpn,
        description = excluded.description, chosen_at = excluded.chosen_at`);
    if (count > 0) return;
    const known = await run(sql`select from product where id = ${productId}`);
    throw known.length === 0 ? notFound('product', productId) : notFound('customer', customerId);
  },

  forget: async (customerId, line) => {
    const { count } = await run(
      sql`delete from line_choice where customer_id = ${customerId} and line_key = ${lineKey(line)}`,
    );
    return count > 0;
  },

  labelled: async (after, limit) => {
    const rows = await run(sql<LabelledRow[]>`
      select customer_id as "customerId", line_key as key,
        line_choice.manufacturer as "saidManufacturer", line_choice.mpn as "saidMpn",
        line_choice.description as "saidDescription", product.manufacturer, product.mpn, product.description
      from line_choice join product on product.id = product_id
      where (customer_id, line_key) > (${after?.customerId ?? ''}, ${after?.key ?? ''})
      order by customer_id, line_key limit ${limit}`);
    return rows.map(labelledChoice);
  },
});
