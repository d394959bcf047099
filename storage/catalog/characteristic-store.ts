/**
 * Characteristics of products with their sources. What is served is decided by
 * `domain/characteristics/characteristic-diff.ts` while the products are locked, so that nothing
 * that an import or another job writes at the same time is lost. Products are locked in the order
 * of ids, as everywhere.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a batch is written whole or
 * not at all, and hearing the same again changes nothing.
 */
import { hash } from 'node:crypto';
import { type CharacteristicChange, settleCharacteristics } from '../../domain/characteristics/characteristic-diff.ts';
import { type DescribedOffer, statementsOf } from '../../domain/characteristics/offer-statements.ts';
import { type CharacteristicStatement, valueEqualityFor } from '../../domain/characteristics/statement.ts';
import type { CharacteristicStore, ModelQuestion } from '../../domain/enrichment/characteristic-ports.ts';
import { acceptedValues } from '../../domain/enrichment/model-values.ts';
import type { IdentityProfile } from '../../domain/identity/profile.ts';
import { quantitiesOf } from '../../domain/identity/read-characteristics.ts';
import { ownProperty } from '../../domain/own-property.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { readStatements, type StoredStatement, writeStatements } from './characteristic-statements.ts';
import { describedOffers, nextProducts, type ProductToDescribe, productsOfTarget } from './described-products.ts';
import { profilesInForce } from './profiles.ts';

/** Creates the store. */
export const createCharacteristicStore = (
  sql: Sql,
  { onWrite }: { readonly onWrite?: OnWrite } = {},
): CharacteristicStore => ({
  count: async (target) => {
    const [row] = await run(sql<{ count: number }[]>`
      select count(*)::int as count from (${productsOfTarget(sql, target)}) as product`);
    return row?.count ?? 0;
  },

  refresh: (target, after, limit, context) =>
    inTransaction(sql, async (transaction) => {
      const products = await nextProducts(transaction, target, { after, limit, isLocked: true });
      const ids = products.map(({ id }) => id);
      const [offers, profiles] = await Promise.all([describedOffers(transaction, ids), profilesInForce(transaction)]);
      const { heard, rejected } = whatIsHeard(products, offers, profiles);
      const changes = await settle(transaction, heard, context, onWrite);
      const lastProductId = products.length < limit ? undefined : products.at(-1)?.id;
      return { products: products.length, rejected, changes, lastProductId };
    }),

  question: async (target, afterProductId) => {
    const profiles = await profilesInForce(sql);
    let after = afterProductId;
    for (;;) {
      const products = await run(nextProducts(sql, target, { after, limit: askedAtOnce, isLocked: false }));
      const question = await firstQuestion(sql, products, profiles);
      if (question !== undefined || products.length < askedAtOnce) return question;
      after = products.at(-1)?.id;
    }
  },

  answer: (answered, context) =>
    inTransaction(sql, async (transaction) => {
      const { question, now } = answered;
      const { productId, profile, digest } = question;
      const target = { kind: 'product', productId } as const;
      const [product] = await nextProducts(transaction, target, { after: undefined, limit: 1, isLocked: true });
      if (product === undefined) return [];
      await transaction`
        insert into language_model_reading (product_id, digest, read_at) values (${productId}, ${digest}, ${now})
        on conflict (product_id) do update set digest = excluded.digest, read_at = excluded.read_at`;
      const statements = acceptedValues(answered);
      return settle(transaction, [{ product, profile, statements }], context, onWrite);
    }),
});

/** Products that are looked at together for one that there is something to ask about. */
const askedAtOnce = 50;

/** What is heard of one product. */
interface NewStatements {
  readonly product: ProductToDescribe;
  readonly profile: IdentityProfile;
  readonly statements: readonly CharacteristicStatement[];
}

const whatIsHeard = (
  products: readonly ProductToDescribe[],
  offers: ReadonlyMap<string, readonly DescribedOffer[]>,
  profiles: ReadonlyMap<string, IdentityProfile>,
): { readonly heard: readonly NewStatements[]; readonly rejected: number } => {
  let rejected = 0;
  const heard = products.flatMap((product): NewStatements[] => {
    const profile = profiles.get(product.profileId);
    if (profile === undefined) return [];
    const said = (offers.get(product.id) ?? []).map((offer) => ({ offer, ...statementsOf(offer, profile) }));
    // Sources of other tenants must stay unknown to callers who do not see them.
    for (const { offer, rejected: count } of said) if (offer.credentialScope === 'system') rejected += count;
    return [{ product, profile, statements: said.flatMap(({ statements }) => statements) }];
  });
  return { heard, rejected };
};

const settle = async (
  transaction: Transaction,
  heard: readonly NewStatements[],
  context: WriteContext,
  onWrite: OnWrite | undefined,
): Promise<readonly CharacteristicChange[]> => {
  const ids = heard.map(({ product }) => product.id);
  const kept = await readStatements(transaction, ids);
  const settled = heard.map(({ product, profile, statements }) => {
    const { id: productId, characteristics, observedAt } = product;
    const known = { productId, characteristics, kept: kept.get(productId) ?? [], observedAt: observedAt ?? undefined };
    return { product, profile, ...settleCharacteristics(known, statements, valueEqualityFor(profile)) };
  });
  const all = settled.flatMap(({ product, statements }) =>
    statements.map((each): readonly [string, StoredStatement] => [product.id, each]),
  );
  await writeStatements(transaction, ids, all);
  const news = settled.filter(({ product, characteristics }) =>
    Object.entries(characteristics).some(([name, text]) => ownProperty(product.characteristics, name) !== text),
  );
  if (news.length > 0) {
    const column = (value: (each: (typeof news)[number]) => string) => arrayLiteral(news.map(value));
    await transaction`
      update product set characteristics = given.characteristics, quantities = given.quantities, updated_at = now()
      from unnest(
        ${column(({ product }) => product.id)}::text[],
        ${column(({ characteristics }) => JSON.stringify(characteristics))}::jsonb[],
        ${column(({ characteristics, profile }) => JSON.stringify(quantitiesOf(characteristics, profile)))}::jsonb[]
      ) as given (id, characteristics, quantities)
      where product.id = given.id`;
    const changed = ['characteristics'];
    const events = news.map(({ product }) => ({ type: 'product.updated', productId: product.id, changed }) as const);
    await appendEvents(transaction, events, context, onWrite);
  }
  return settled.flatMap(({ changes }) => changes);
};

const firstQuestion = async (
  sql: Sql,
  products: readonly ProductToDescribe[],
  profiles: ReadonlyMap<string, IdentityProfile>,
): Promise<ModelQuestion | undefined> => {
  const ids = products.map(({ id }) => id);
  const [offers, read] = await Promise.all([
    describedOffers(sql, ids),
    run(sql<{ id: string; digest: string }[]>`
      select product_id as id, digest from language_model_reading where product_id = any(${arrayLiteral(ids)}::text[])`),
  ]);
  const digests = new Map(read.map(({ id, digest }) => [id, digest]));
  return products
    .map((product) => questionAbout(product, offers.get(product.id) ?? [], profiles.get(product.profileId)))
    .find((question) => question !== undefined && digests.get(question.productId) !== question.digest);
};

/** Texts in a question, and characters of each, at most. */
const maxTexts = 40;
const longestText = 400;

/**
 * What suppliers write of a product, as the system's own credentials see it: nothing that is a
 * customer's leaves the service.
 */
const publicTexts = (offers: readonly DescribedOffer[]): readonly string[] =>
  offers
    .filter(({ credentialScope }) => credentialScope === 'system')
    .flatMap(({ description, attributes }) => [
      ...(description === undefined ? [] : [description]),
      ...Object.entries(attributes).map(([name, text]) => `${name}: ${text}`),
    ])
    .map((text) => text.slice(0, longestText))
    .filter((text, at, all) => text.trim() !== '' && all.indexOf(text) === at)
    .slice(0, maxTexts);

const questionAbout = (
  { id: productId, manufacturer, mpn, characteristics }: ProductToDescribe,
  offers: readonly DescribedOffer[],
  profile: IdentityProfile | undefined,
): ModelQuestion | undefined => {
  const wanted = profile?.characteristics.filter(({ name }) => characteristics[name] === undefined) ?? [];
  const texts = publicTexts(offers);
  if (profile === undefined || wanted.length === 0 || texts.length === 0) return undefined;
  // Of everything that the profile names: what was answered before is wanted no longer, and makes
  // no other question.
  const named = profile.characteristics.map(({ name, unit }) => [name, unit]);
  const digest = hash('sha256', JSON.stringify([texts, named]));
  return { productId, manufacturer, mpn, texts, wanted, profile, digest };
};
