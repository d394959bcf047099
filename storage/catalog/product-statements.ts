/**
 * Lets products follow what their sources state: takes products of which a source says something
 * else than before, decides by `domain/catalog/fact-precedence.ts` what is served, and writes it
 * with its events, some products in a transaction.
 *
 * A batch locks in this order: the lock of replacements, the products in the order of their ids.
 * Nobody who holds one of these waits for the rows that say which products are due. Database down:
 * `unavailable`, and the products stay due. A product that becomes due meanwhile is due again.
 */

import { statedCategory } from '../../domain/catalog/category.ts';
import {
  type FactSource,
  type FollowedFact,
  followedFacts,
  restate,
  type Statements,
  servedStatement,
} from '../../domain/catalog/fact-precedence.ts';
import { manufacturerKey } from '../../domain/catalog/identity.ts';
import { factNames, type StatedFacts } from '../../domain/catalog/part-facts.ts';
import type { ProductStatements, StatedFact } from '../../domain/catalog/ports.ts';
import { changedFields, type ProductFacts } from '../../domain/catalog/product-facts.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { contradictedFacts } from '../../domain/offers/contradicted-facts.ts';
import type { CredentialScope } from '../../domain/offers/offer.ts';
import { servedText } from '../../domain/pricing/duties/tariff-goods.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { appendAndCommit, type OnWrite } from '../event-log/event-store.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { jsonLines } from '../pool/json-lines.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { type AnySql, inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { type StatementSource, withSources } from '../pool/statement-sources.ts';
import { type FactsOfProduct, recordContradictions } from './contradicted-facts.ts';
import { lockReplacements, resolveReplacements } from './product-replacements.ts';
import { type Revision, type StatedProduct, writeRevisions } from './product-writes.ts';
import { type StatedCategories, statedCategories, statedCategoryOf } from './stated-category.ts';
import { isAnyDue, noteMatched, takeDue } from './statements-due.ts';

interface ProductRow extends Nullable<ProductFacts> {
  readonly id: string;
  readonly manufacturerKey: string;
  readonly origin: 'catalogue' | 'offer';
  readonly quantities: Readonly<Record<string, number>>;
}

interface OfferRow {
  readonly id: string;
  readonly productId: string;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly credentialScope: CredentialScope | null;
  readonly text: string | null;
  readonly lifecycle: string | null;
  readonly replacedByMpn: string | null;
  readonly facts: StatedFacts;
  readonly categories: StatedCategories;
  readonly stated: readonly StatementSource<'text' | 'lifecycle' | 'replacedByMpn' | 'facts' | 'attributes'>[];
}

/** What was known of a source, as JSON holds it. */
type StoredStatements = Readonly<Partial<Record<FollowedFact, readonly [value: string, since: string]>>>;

interface KnownRow {
  readonly productId: string;
  readonly source: string;
  readonly said: StoredStatements;
}

const catalogue = 'catalogue';

const read = (stored: StoredStatements | undefined): Statements =>
  Object.fromEntries(
    followedFacts.flatMap((fact) => {
      const entry = stored?.[fact];
      return entry === undefined ? [] : [[fact, { value: entry[0], since: new Date(entry[1]) }]];
    }),
  );

const stored = (said: Statements): StoredStatements =>
  Object.fromEntries(
    followedFacts.flatMap((fact) => {
      const statement = said[fact];
      return statement === undefined ? [] : [[fact, [statement.value, statement.since.toISOString()]]];
    }),
  );

/**
 * Takes what the catalogue says of products that follow their sources, and notes these as due. Of
 * the others the catalogue is the only source, or it is read when they get another.
 */
export const stateInCatalogue = async (
  sql: Transaction,
  stated: readonly StatedProduct[],
  storedId: ReadonlyMap<string, string>,
): Promise<void> => {
  const factsOf = new Map(stated.map(({ id, facts }) => [storedId.get(id) ?? id, facts]));
  const rows = await sql<KnownRow[]>`
    select product_id as "productId", source, said from product_statement
    where source = ${catalogue} and product_id = any(${arrayLiteral([...factsOf.keys()])}::text[])`;
  const news = rows.flatMap(({ productId, said }) => {
    const before = read(said);
    const after = { ...before, ...restate(before, statementsOf(factsOf.get(productId))) };
    return followedFacts.every((fact) => after[fact] === before[fact]) ? [] : [{ productId, said: stored(after) }];
  });
  if (news.length === 0) return;
  await sql`
    update product_statement set said = given.said::json
    from rows from (
      unnest(${arrayLiteral(news.map(({ productId }) => productId))}::text[]),
      string_to_table(${jsonLines(news.map(({ said }) => said))}, E'\n')
    ) as given (product_id, said)
    where product_statement.product_id = given.product_id and source = ${catalogue}`;
  await noteMatched(
    sql,
    news.map(({ productId }) => productId),
  );
};

const lockProducts = (sql: Transaction, ids: readonly string[]) => sql<ProductRow[]>`
  select id, manufacturer_key as "manufacturerKey", origin, quantities, description, characteristics, lifecycle,
    category, replaced_by_mpn as "replacedByMpn", observed_at as "observedAt"
  from product where id = any(${arrayLiteral(ids)}::text[]) order by id for no key update`;

/** Left out are offers that are matched weakly: they may be about another product. */
const offersOf = (sql: AnySql, ids: readonly string[]) => sql<OfferRow[]>`
  select offer.id, product_id as "productId", supplier_id as "supplierId", supplier.name as "supplierName",
    offer.description as text, lifecycle, replaced_by_mpn as "replacedByMpn", facts, stated, ${statedCategories(sql)}, (
      select scope from offer_view join credential on credential.id = credential_id
      where offer_view.offer_id = offer.id
      order by array_position(array['system', 'group', 'customer'], scope) limit 1) as "credentialScope"
  from offer join supplier on supplier.id = supplier_id
  where product_id = any(${arrayLiteral(ids)}::text[]) and match_confidence <> 'weak'
  order by offer.id`;

const knownOf = (sql: AnySql, ids: readonly string[]) => sql<KnownRow[]>`
  select product_id as "productId", source, said from product_statement
  where product_id = any(${arrayLiteral(ids)}::text[])`;

/** One source of a product, with the key under which its statements are kept. */
interface KeptSource extends FactSource {
  readonly key: string;
}

const statedParts = (row: OfferRow) =>
  withSources(
    {
      text: row.text,
      lifecycle: row.lifecycle,
      replacedByMpn: row.replacedByMpn,
      facts: row.facts,
      attributes: row.categories,
    },
    row.stated,
  );

const offerSource = (offer: OfferRow, product: Pick<ProductRow, 'manufacturerKey'>, before: Statements): KeptSource => {
  const { text, lifecycle, replacedByMpn } = statedParts(offer);
  const isOwn = manufacturerKey(offer.supplierName) === product.manufacturerKey;
  return {
    key: offer.id,
    by: offer.supplierId,
    kind: isOwn ? 'manufacturer' : 'supplier',
    isTenants: offer.credentialScope === 'customer' || offer.credentialScope === 'group',
    said: restate(before, {
      description: text,
      lifecycle,
      replacedByMpn,
      category: statedCategoryOf(offer.categories, statedParts(offer)),
    }),
  };
};

/**
 * What the catalogue says: what was known before any offer, unless it was an offer that made the
 * product known.
 */
const catalogueSource = (product: ProductRow, before: Statements | undefined): KeptSource => {
  const known = withoutNulls<ProductFacts>(product);
  const category = statedCategory(product.characteristics ?? {});
  const own = product.origin === 'offer' ? {} : restate({}, statementsOf({ ...known, category }));
  // What was kept before categories were followed says none.
  const kept = before && { ...(own.category && { category: own.category }), ...before };
  const said = kept ?? own;
  return { key: catalogue, by: catalogue, kind: 'catalogue', isTenants: false, said };
};

/** What is known as statements of the instant when it was. */
const statementsOf = (facts: ProductFacts | undefined) => {
  const at = facts?.observedAt ?? new Date(0);
  return Object.fromEntries(
    followedFacts.flatMap((fact) => (facts?.[fact] === undefined ? [] : [[fact, { value: facts[fact], at }]])),
  );
};

const neverSaid = new Date(0);

/** What an offer states besides what is followed. */
const otherFactsOf = (offer: OfferRow, source: FactSource): readonly StatedFact[] => {
  const since = statedParts(offer).facts?.at ?? neverSaid;
  return factNames.flatMap((fact) => {
    const value = offer.facts[fact];
    return value === undefined ? [] : [{ fact, offerId: offer.id, vote: { value, since, source } }];
  });
};

const followedFactsOf = (source: FactSource, offerId: string | undefined): readonly StatedFact[] =>
  followedFacts.flatMap((fact) => {
    const statement = source.said[fact];
    return statement === undefined ? [] : [{ fact, offerId, vote: { ...statement, source } }];
  });

/** All that is said of a product, but for categories in a supplier's own words. */
const saidOf = (
  [ofCatalogue, ...ofOffers]: readonly KeptSource[],
  offers: readonly OfferRow[],
): readonly StatedFact[] => [
  ...(ofCatalogue === undefined ? [] : followedFactsOf(ofCatalogue, undefined)),
  ...ofOffers.flatMap((source, at) => {
    const offer = offers[at];
    const others = offer === undefined ? [] : otherFactsOf(offer, source);
    return [...followedFactsOf(source, source.key), ...others.filter(({ fact }) => fact !== 'category')];
  }),
];

/** What becomes of one product. */
interface Followed {
  readonly id: string;
  readonly sources: readonly KeptSource[];
  readonly contradicted: FactsOfProduct['contradicted'];
  /** Undefined: it is served as before. */
  readonly revision: Revision | undefined;
  readonly event: DomainEvent | undefined;
}

const followed = (product: ProductRow, offers: readonly OfferRow[], known: readonly KnownRow[]): Followed => {
  const before = new Map(known.map(({ source, said }) => [source, read(said)]));
  const sources = [
    catalogueSource(product, before.get(catalogue)),
    ...offers.map((offer) => offerSource(offer, product, before.get(offer.id) ?? {})),
  ];
  const { id, quantities } = product;
  const contradicted = contradictedFacts(saidOf(sources, offers), servedText);
  const facts = withoutNulls<ProductFacts>(product);
  const served = Object.fromEntries(followedFacts.map((fact) => [fact, servedStatement(fact, sources)]));
  const values = Object.fromEntries(followedFacts.map((fact) => [fact, served[fact]?.value ?? facts[fact]]));
  const after = { ...facts, ...values } as ProductFacts;
  const changed = changedFields(facts, after);
  if (changed.length === 0) return { id, sources, contradicted, revision: undefined, event: undefined };
  const changes = followedFacts.flatMap((fact) => {
    const [from, to] = [facts[fact], after[fact]];
    return from === to ? [] : [{ fact, from, to, by: served[fact]?.source.by }];
  });
  return {
    id,
    sources,
    contradicted,
    revision: { id, facts: after, quantities, changed },
    event: { type: 'product.updated', productId: id, changed, changes },
  };
};

/** Replaces the statements of products; only rows that differ are written. */
const writeStatements = async (sql: Transaction, products: readonly Followed[]): Promise<void> => {
  const rows = products.flatMap(({ id, sources }) => sources.map(({ key, said }) => ({ id, key, said: stored(said) })));
  const owners = arrayLiteral(rows.map(({ id }) => id));
  const keys = arrayLiteral(rows.map(({ key }) => key));
  await sql`
    delete from product_statement as kept
    where product_id = any(${arrayLiteral(products.map(({ id }) => id))}::text[]) and not exists (
      select from unnest(${owners}::text[], ${keys}::text[]) as said (product_id, source)
      where (said.product_id, said.source) = (kept.product_id, kept.source))`;
  await sql`
    insert into product_statement as kept (product_id, source, said)
    select product_id, source, said::json
    from rows from (unnest(${owners}::text[], ${keys}::text[]), string_to_table(${jsonLines(rows.map(({ said }) => said))}, E'\n'))
      as said (product_id, source, said)
    on conflict (product_id, source) do update set said = excluded.said where kept.said::text <> excluded.said::text`;
};

interface StatedRow extends OfferRow {
  readonly said: StoredStatements | null;
  readonly manufacturerKey: string;
}

/** What an offer states: what is followed since when it does, the rest since it was last said. */
const statedByOffer = (row: StatedRow): readonly StatedFact[] => {
  const source = offerSource(row, row, read(row.said ?? undefined));
  const others = otherFactsOf(row, source);
  const followed = followedFactsOf(source, row.id);
  // A category is told in the supplier's own words, which `others` has if it is stated as a fact.
  const own = row.facts.category ?? row.categories.attributes ?? '';
  return [
    ...followed.flatMap((each): readonly StatedFact[] => {
      if (each.fact !== 'category') return [each];
      return row.facts.category === undefined ? [{ ...each, vote: { ...each.vote, value: own } }] : [];
    }),
    ...others,
  ];
};

const statedByCatalogue = async (
  sql: Sql,
  productId: string,
  options?: ReadOptions,
): Promise<readonly StatedFact[]> => {
  const [row] = await run(
    sql<(ProductRow & Pick<StatedRow, 'said'>)[]>`
      select manufacturer_key as "manufacturerKey", origin, description, characteristics, lifecycle, category,
        replaced_by_mpn as "replacedByMpn", observed_at as "observedAt", said
      from product left join product_statement on product_id = id and source = ${catalogue}
      where id = ${productId}`,
    options,
  );
  if (row === undefined) return [];
  return followedFactsOf(catalogueSource(row, row.said === null ? undefined : read(row.said)), undefined);
};

const statedByOffers = async (
  sql: Sql,
  productId: string,
  offerIds: readonly string[],
  options?: ReadOptions,
): Promise<readonly StatedFact[]> => {
  if (offerIds.length === 0) return [];
  const rows = await run(
    sql<StatedRow[]>`
      select offer.id, product_id as "productId", supplier_id as "supplierId", supplier.name as "supplierName",
        manufacturer_key as "manufacturerKey", null as "credentialScope", offer.description as text, offer.lifecycle,
        offer.replaced_by_mpn as "replacedByMpn", facts, stated, ${statedCategories(sql)}, (
          select said from product_statement
          where product_statement.product_id = offer.product_id and source = offer.id) as said
      from offer join supplier on supplier.id = supplier_id join product on product.id = product_id
      where product_id = ${productId} and offer.id = any(${arrayLiteral(offerIds)}::text[])
      order by offer.id`,
    options,
  );
  return rows.flatMap(statedByOffer);
};

/** Creates the store on a migrated database; `onWrite` counts the events that it appends. */
export const createProductStatements = (
  sql: Sql,
  { onWrite }: { readonly onWrite?: OnWrite } = {},
): ProductStatements => ({
  follow: (limit, context) =>
    inTransaction(sql, async (transaction) => {
      if (!(await isAnyDue(transaction))) return { followed: 0, changed: 0 };
      await lockReplacements(transaction, 'alone');
      const ids = await takeDue(transaction, limit);
      const products = await lockProducts(transaction, ids);
      const [offers, known] = await Promise.all([offersOf(transaction, ids), knownOf(transaction, ids)]);
      const offersBy = Map.groupBy(offers, ({ productId }) => productId);
      const knownBy = Map.groupBy(known, ({ productId }) => productId);
      const all = products.map((product) =>
        followed(product, offersBy.get(product.id) ?? [], knownBy.get(product.id) ?? []),
      );
      if (all.length > 0) await writeStatements(transaction, all);
      await recordContradictions(transaction, all);
      const revisions = all.flatMap(({ revision }) => revision ?? []);
      await writeRevisions(transaction, revisions);
      await resolveReplacements(
        transaction,
        revisions.filter(({ changed }) => changed.includes('replaced_by')).map(({ id }) => id),
      );
      await appendAndCommit(
        transaction,
        all.flatMap(({ event }) => event ?? []),
        context,
        onWrite,
      );
      return { followed: ids.length, changed: revisions.length };
    }),
  stated: async (productId, offerIds, options) =>
    (
      await Promise.all([statedByCatalogue(sql, productId, options), statedByOffers(sql, productId, offerIds, options)])
    ).flat(),
});
