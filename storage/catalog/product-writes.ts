import { mpnCompact, mpnKey } from '../../domain/catalog/identity.ts';
import {
  addFacts,
  changedFields,
  isSeenAnew,
  type ProductFacts,
  type ProductField,
} from '../../domain/catalog/product-facts.ts';
import type { IdentityProfile } from '../../domain/identity/profile.ts';
import { canonicalCharacteristics, quantitiesOf } from '../../domain/identity/read-characteristics.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import type { Transaction } from '../pool/pool.ts';
import type { ManufacturerName } from './manufacturers.ts';

/** Who makes products known: an import into the catalogue, or offers that match none. */
export type ProductOrigin = 'catalogue' | 'offer';

/** Everything that is said of one identity, under the id that it gets if it is new. */
export interface StatedProduct {
  readonly id: string;
  readonly profileId: string;
  /** Undefined: no description is known, and characteristics stay as given. */
  readonly profile: IdentityProfile | undefined;
  readonly manufacturer: ManufacturerName;
  readonly mpn: string;
  readonly mpnKey: string;
  readonly facts: ProductFacts;
}

interface KnownRow extends Nullable<ProductFacts> {
  readonly givenId: string;
  readonly id: string;
  readonly quantities: Readonly<Record<string, number>>;
  readonly isFollowing: boolean;
}

/** What changes of a product that exists. */
export interface Revision {
  readonly id: string;
  readonly facts: ProductFacts;
  readonly quantities: Readonly<Record<string, number>>;
  /** Empty: it was only seen again. */
  readonly changed: readonly ProductField[];
}

/**
 * Creates the products that are missing and locks the others, each in the order given; returns the
 * ids of the created ones. Two steps, because a product that another writer creates at the same
 * moment meets this one at either of two unique indexes: an upsert can only name one of them and
 * fails at the other. Who waits in the first step holds nothing but what it has created itself, and
 * in the second only what exists is waited for, so that writers of overlapping batches never
 * deadlock.
 */
export const createOrLock = async (
  sql: Transaction,
  said: readonly StatedProduct[],
  origin: ProductOrigin,
): Promise<ReadonlySet<string>> => {
  const created = await create(sql, said, origin);
  const others = said.filter(({ id }) => !created.has(id));
  const locked = await lock(sql, others);
  // Its id is made from its identity, so that only an identity that was changed behind its id can
  // come to this.
  if (locked < others.length) throw new Error('a product has the id of another identity');
  return created;
};

const create = async (
  sql: Transaction,
  said: readonly StatedProduct[],
  origin: ProductOrigin,
): Promise<ReadonlySet<string>> => {
  const quantities = said.map(({ facts, profile }) => quantitiesOf(facts.characteristics, profile));
  const rows = await sql<{ id: string }[]>`
    insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, quantities,
      description, characteristics, lifecycle, category, replaced_by_mpn, replaced_by_mpn_key, observed_at, origin)
    select *, ${origin} from unnest(
      ${arrayLiteral(said.map(({ id }) => id))}::text[],
      ${arrayLiteral(said.map(({ profileId }) => profileId))}::text[],
      ${arrayLiteral(said.map(({ manufacturer }) => manufacturer.key))}::text[],
      ${arrayLiteral(said.map(({ manufacturer }) => manufacturer.name))}::text[],
      ${arrayLiteral(said.map(({ mpn }) => mpn))}::text[],
      ${arrayLiteral(said.map((each) => each.mpnKey))}::text[],
      ${arrayLiteral(said.map(({ mpn }) => mpnCompact(mpn)))}::text[],
      ${quantityColumn(quantities)}::jsonb[],
      ${factColumns(
        sql,
        said.map(({ facts }) => facts),
      )})
    on conflict do nothing
    returning id`;
  return new Set(rows.map((row) => row.id));
};

/** Returns how many of them there are. */
const lock = async (sql: Transaction, existing: readonly StatedProduct[]): Promise<number> => {
  if (existing.length === 0) return 0;
  const { count } = await sql`
    select from unnest(${identityColumns(sql, existing)})
      with ordinality as given (mpn_key, manufacturer_key, profile_id, place)
    join product using (mpn_key, manufacturer_key, profile_id)
    order by place for no key update of product`;
  return count;
};

/** What makes up the identities as arrays, in the order number, maker, profile. */
const identityColumns = (sql: Transaction, said: readonly StatedProduct[]) => sql`
  ${arrayLiteral(said.map((each) => each.mpnKey))}::text[],
  ${arrayLiteral(said.map(({ manufacturer }) => manufacturer.key))}::text[],
  ${arrayLiteral(said.map(({ profileId }) => profileId))}::text[]`;

const quantityColumn = (quantities: readonly Readonly<Record<string, number>>[]): string =>
  arrayLiteral(quantities.map((each) => JSON.stringify(each)));

/**
 * The facts as arrays, in the order description, characteristics, lifecycle, category, replacement,
 * its key, instant.
 */
const factColumns = (sql: Transaction, facts: readonly ProductFacts[]) => {
  const replacements = facts.map(({ replacedByMpn }) => replacedByMpn);
  return sql`
    ${arrayLiteral(facts.map(({ description }) => description))}::text[],
    ${arrayLiteral(facts.map(({ characteristics }) => JSON.stringify(characteristics)))}::jsonb[],
    ${arrayLiteral(facts.map(({ lifecycle }) => lifecycle))}::text[],
    ${arrayLiteral(facts.map(({ category }) => category))}::text[],
    ${arrayLiteral(replacements)}::text[],
    ${arrayLiteral(replacements.map((mpn) => (mpn === undefined ? undefined : mpnKey(mpn))))}::text[],
    ${arrayLiteral(facts.map(({ observedAt }) => observedAt))}::timestamptz[]`;
};

/** What sources state is decided by what all of them state: see `product-statements.ts`. */
const keepFollowed = (
  { description, lifecycle, category, replacedByMpn }: ProductFacts,
  added: ProductFacts,
): ProductFacts => ({
  ...added,
  description,
  lifecycle,
  category,
  replacedByMpn,
});

/**
 * Reads the products that exist and says what is new of them; also under which id each is stored.
 */
export const revise = async (
  sql: Transaction,
  existing: readonly StatedProduct[],
): Promise<{ revisions: readonly Revision[]; storedId: ReadonlyMap<string, string> }> => {
  if (existing.length === 0) return { revisions: [], storedId: new Map() };
  const rows = await sql<KnownRow[]>`
    select given.id as "givenId", product.id, description, characteristics, quantities, lifecycle, category,
      replaced_by_mpn as "replacedByMpn", observed_at as "observedAt",
      exists (select from product_statement where product_id = product.id) as "isFollowing"
    from unnest(
      ${arrayLiteral(existing.map(({ id }) => id))}::text[],
      ${identityColumns(sql, existing)}
    ) as given (id, mpn_key, manufacturer_key, profile_id)
    join product using (mpn_key, manufacturer_key, profile_id)`;
  const said = new Map(existing.map((each) => [each.id, each]));
  const revisions: Revision[] = [];
  for (const { givenId, id, quantities: knownQuantities, isFollowing, ...row } of rows) {
    const { facts: news, profile } = said.get(givenId) ?? {};
    const before = withoutNulls<ProductFacts>(row);
    const canonical = { ...before, characteristics: canonicalCharacteristics(before.characteristics, profile) };
    const added = news === undefined ? before : addFacts(canonical, news);
    const facts = isFollowing ? keepFollowed(before, added) : added;
    const changed = changedFields(before, facts);
    if (changed.length > 0 || isSeenAnew(before, facts)) {
      const quantities = changed.includes('characteristics')
        ? quantitiesOf(facts.characteristics, profile)
        : knownQuantities;
      revisions.push({ id, facts, quantities, changed });
    }
  }
  return { revisions, storedId: new Map(rows.map(({ givenId, id }) => [givenId, id])) };
};

/** Writes what changed. A replacement that is named anew is no longer resolved. */
export const writeRevisions = async (sql: Transaction, revisions: readonly Revision[]): Promise<void> => {
  const news = revisions.filter(({ changed }) => changed.length > 0);
  const seenAgain = revisions.filter(({ changed }) => changed.length === 0);
  if (seenAgain.length > 0) {
    await sql`
      update product set observed_at = given.observed_at
      from unnest(
        ${arrayLiteral(seenAgain.map(({ id }) => id))}::text[],
        ${arrayLiteral(seenAgain.map(({ facts }) => facts.observedAt))}::timestamptz[]
      ) as given (id, observed_at)
      where product.id = given.id`;
  }
  if (news.length > 0) {
    await sql`
      update product set
        description = given.description, characteristics = given.characteristics, quantities = given.quantities,
        lifecycle = given.lifecycle, category = given.category,
        replaced_by_mpn = given.replaced_by_mpn, replaced_by_mpn_key = given.replaced_by_mpn_key,
        replaced_by = case
          when given.replaced_by_mpn_key is not distinct from product.replaced_by_mpn_key then product.replaced_by
        end,
        observed_at = given.observed_at, updated_at = now()
      from unnest(
        ${arrayLiteral(news.map(({ id }) => id))}::text[],
        ${quantityColumn(news.map(({ quantities }) => quantities))}::jsonb[],
        ${factColumns(
          sql,
          news.map(({ facts }) => facts),
        )}
      ) as given (
        id, quantities, description, characteristics, lifecycle, category, replaced_by_mpn, replaced_by_mpn_key,
        observed_at)
      where product.id = given.id`;
  }
};
