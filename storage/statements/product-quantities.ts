import type { Transaction } from '../pool.ts';
import { arrayLiteral } from './array-literal.ts';

/** Numbers of a product, by name. */
type Quantities = Readonly<Record<string, number>>;

/** What the numbers of a product were and what they become. */
export interface QuantityChange {
  readonly productId: string;
  readonly before: Quantities;
  readonly after: Quantities;
}

interface Entry {
  readonly name: string;
  readonly value: number;
  readonly productId: string;
}

/** The numbers of one that the other does not have. */
const without = (productId: string, some: Quantities, others: Quantities): readonly Entry[] =>
  Object.entries(some).flatMap(([name, value]) => (others[name] === value ? [] : [{ name, value, productId }]));

const columns = (sql: Transaction, entries: readonly Entry[]) => sql`
  unnest(
    ${arrayLiteral(entries.map(({ name }) => name))}::text[], ${arrayLiteral(entries.map(({ value }) => value))}::float8[],
    ${arrayLiteral(entries.map(({ productId }) => productId))}::text[]
  ) as given (name, value, product_id)`;

/** Brings the list of quantities to what the products' own column says; the products are locked by whoever calls. */
export const writeQuantities = async (sql: Transaction, changes: readonly QuantityChange[]): Promise<void> => {
  const gone = changes.flatMap(({ productId, before, after }) => without(productId, before, after));
  const come = changes.flatMap(({ productId, before, after }) => without(productId, after, before));
  if (gone.length > 0) {
    await sql`
      delete from product_quantity using ${columns(sql, gone)}
      where product_quantity.name = given.name and product_quantity.value = given.value
        and product_quantity.product_id = given.product_id`;
  }
  if (come.length > 0) {
    await sql`
      insert into product_quantity (name, value, product_id)
      select name, value, product_id from ${columns(sql, come)} on conflict do nothing`;
  }
};
