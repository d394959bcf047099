/**
 * Products of which sources contradict each other: written with the statements that do, in their
 * transaction, so that a page of the list is read as it is.
 */
import type {
  ContradictedFact,
  ContradictedProduct,
  ContradictedProducts,
} from '../../domain/offers/contradicted-facts.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { jsonLines } from '../pool/json-lines.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';

/** What is contradicted of a product; nothing where its sources agree. */
export interface FactsOfProduct {
  readonly id: string;
  readonly contradicted: readonly ContradictedFact[];
}

/** How it is stored: facts with their values, each with who says so since when. */
type FactsDocument = readonly {
  readonly fact: ContradictedFact['fact'];
  readonly values: readonly {
    readonly value: string;
    readonly believed: boolean;
    readonly by: readonly (readonly [by: string, offerId: string | null, since: string])[];
  }[];
}[];

const encoded = (facts: readonly ContradictedFact[]): FactsDocument =>
  facts.map(({ fact, values }) => ({
    fact,
    values: values.map(({ value, isBelieved, sayings }) => ({
      value,
      believed: isBelieved,
      by: sayings.map(({ by, offerId, since }) => [by, offerId ?? null, since.toISOString()]),
    })),
  }));

const decoded = (stored: FactsDocument): readonly ContradictedFact[] =>
  stored.map(({ fact, values }) => ({
    fact,
    values: values.map(({ value, believed, by: sayings }) => ({
      value,
      isBelieved: believed,
      sayings: sayings.map(([by, offerId, since]) => ({ by, offerId: offerId ?? undefined, since: new Date(since) })),
    })),
  }));

/** Writes what is contradicted of products that are locked; rows that are as before stay. */
export const recordContradictions = async (sql: Transaction, products: readonly FactsOfProduct[]): Promise<void> => {
  const disputed = products.filter(({ contradicted }) => contradicted.length > 0);
  const settled = products.filter(({ contradicted }) => contradicted.length === 0);
  if (settled.length > 0)
    await sql`
      delete from contradicted_product where product_id = any(${arrayLiteral(settled.map(({ id }) => id))}::text[])`;
  if (disputed.length > 0)
    await sql`
      insert into contradicted_product as kept (product_id, facts)
      select product_id, facts::json
      from rows from (
        unnest(${arrayLiteral(disputed.map(({ id }) => id))}::text[]),
        string_to_table(${jsonLines(disputed.map(({ contradicted }) => encoded(contradicted)))}, E'\n')
      ) as said (product_id, facts)
      on conflict (product_id) do update set facts = excluded.facts where kept.facts::text <> excluded.facts::text`;
};

type Row = Nullable<Omit<ContradictedProduct, 'facts'>> & { readonly facts: FactsDocument };

/** The list, of a migrated database. `unavailable` while it is down. */
export const createContradictedProducts = (sql: Sql): ContradictedProducts => ({
  list: async (after, limit, options) => {
    const rows = await run(
      sql<Row[]>`
        select product_id as "productId", manufacturer, mpn, description, since, facts
        from contradicted_product join product on id = product_id
        where ${after?.since ?? null}::timestamptz is null
          or (since, product_id) < (${after?.since ?? null}, ${after?.productId ?? ''})
        order by since desc, product_id desc limit ${limit}`,
      options,
    );
    return rows.map(({ facts, ...row }) => ({
      ...withoutNulls<Omit<ContradictedProduct, 'facts'>>(row),
      facts: decoded(facts),
    }));
  },
});
