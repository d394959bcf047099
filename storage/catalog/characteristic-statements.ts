import type { CharacteristicSource, CharacteristicStatement } from '../../domain/characteristics/statement.ts';
import { sourceKey } from '../../domain/characteristics/statement.ts';
import type { CredentialScope } from '../../domain/offers/offer.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import type { Transaction } from '../pool/pool.ts';

/** A statement with whether it is served. */
export type StoredStatement = CharacteristicStatement & { readonly isServed: boolean };

interface StatementRow {
  readonly productId: string;
  readonly name: string;
  readonly value: string;
  readonly isServed: boolean;
  readonly source: CharacteristicSource['kind'];
  readonly statedAt: Date | null;
  readonly supplierId: string | null;
  readonly offerId: string | null;
  readonly credentialScope: CredentialScope | null;
  readonly attribute: string | null;
  readonly model: string | null;
}

const missing = (): never => {
  throw new TypeError('a stored statement lacks a part of its source');
};

const sourceOf = (row: StatementRow): CharacteristicSource => {
  const { source, statedAt, supplierId, offerId, credentialScope, attribute, model } = row;
  switch (source) {
    case 'catalogue':
      return { kind: source, statedAt: statedAt ?? undefined };
    case 'supplier':
      return {
        kind: source,
        supplierId: supplierId ?? missing(),
        offerId: offerId ?? missing(),
        credentialScope: credentialScope ?? missing(),
        field: attribute === null ? { kind: 'description' } : { kind: 'attribute', name: attribute },
        statedAt: statedAt ?? missing(),
      };
    case 'language_model':
      return { kind: source, model: model ?? missing(), statedAt: statedAt ?? missing() };
  }
};

/** What sources have stated of the products, by product. */
export const readStatements = async (
  sql: Transaction,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredStatement[]>> => {
  const rows = await sql<StatementRow[]>`
    select product_id as "productId", name, value, is_served as "isServed", source, stated_at as "statedAt",
      supplier_id as "supplierId", offer_id as "offerId", credential_scope as "credentialScope", attribute, model
    from characteristic_statement where product_id = any(${arrayLiteral(productIds)}::text[])
    order by product_id, name, source_key`;
  const byProduct = new Map<string, StoredStatement[]>();
  for (const row of rows) {
    const ofProduct = byProduct.get(row.productId) ?? [];
    ofProduct.push({ name: row.name, text: row.value, isServed: row.isServed, source: sourceOf(row) });
    byProduct.set(row.productId, ofProduct);
  }
  return byProduct;
};

const supplierParts = ({ source }: StoredStatement) => (source.kind === 'supplier' ? source : undefined);

const attributeOf = (statement: StoredStatement): string | undefined => {
  const field = supplierParts(statement)?.field;
  return field?.kind === 'attribute' ? field.name : undefined;
};

/** Replaces the statements of products; only rows that differ are written. */
export const writeStatements = async (
  sql: Transaction,
  productIds: readonly string[],
  statements: readonly (readonly [productId: string, statement: StoredStatement])[],
): Promise<void> => {
  const column = (value: (statement: StoredStatement) => string | Date | undefined) =>
    arrayLiteral(statements.map(([, each]) => value(each)));
  const owners = arrayLiteral(statements.map(([productId]) => productId));
  const names = column(({ name }) => name);
  const keys = column(({ source }) => sourceKey(source));
  await sql`
    delete from characteristic_statement as kept
    where product_id = any(${arrayLiteral(productIds)}::text[]) and not exists (
      select from unnest(${owners}::text[], ${names}::text[], ${keys}::text[]) as said (product_id, name, source_key)
      where (said.product_id, said.name, said.source_key) = (kept.product_id, kept.name, kept.source_key))`;
  if (statements.length === 0) return;
  await sql`
    insert into characteristic_statement as kept (product_id, name, source_key, value, is_served, source, stated_at,
      supplier_id, offer_id, credential_scope, attribute, model)
    select * from unnest(
      ${owners}::text[],
      ${names}::text[],
      ${keys}::text[],
      ${column(({ text }) => text)}::text[],
      ${column(({ isServed }) => String(isServed))}::boolean[],
      ${column(({ source }) => source.kind)}::text[],
      ${column(({ source }) => source.statedAt)}::timestamptz[],
      ${column((each) => supplierParts(each)?.supplierId)}::text[],
      ${column((each) => supplierParts(each)?.offerId)}::text[],
      ${column((each) => supplierParts(each)?.credentialScope)}::text[],
      ${column(attributeOf)}::text[],
      ${column(({ source }) => (source.kind === 'language_model' ? source.model : undefined))}::text[])
    on conflict (product_id, name, source_key) do update set
      value = excluded.value, is_served = excluded.is_served, stated_at = excluded.stated_at,
      credential_scope = excluded.credential_scope, attribute = excluded.attribute, model = excluded.model
    where (kept.value, kept.is_served, kept.stated_at, kept.credential_scope, kept.attribute, kept.model) is distinct from
      (excluded.value, excluded.is_served, excluded.stated_at, excluded.credential_scope, excluded.attribute, excluded.model)`;
};
