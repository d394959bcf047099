import { scopes } from '../../domain/callers/caller.ts';
import { manufacturerKey, mpnKey } from '../../domain/catalog/identity.ts';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
import type { CredentialScope } from '../../domain/offers/offer.ts';
import { keyHash } from '../../gateway/auth/authenticator.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import { createVisibilityPolicyStore } from '../../storage/callers/visibility-policy-store.ts';
import { createCatalogStore } from '../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createMatchStore } from '../../storage/matching/match-store.ts';
import { createObservationStore } from '../../storage/offers/observation-store.ts';
import type { Sql } from '../../storage/pool/pool.ts';
import { createPricingRuleStore } from '../../storage/pricing/pricing-rules-store.ts';
import { byTest } from '../support/by-test.ts';
import { untraced } from '../support/event-samples.ts';
import { borealis, observation, priceOf, stockOf } from '../support/observations.ts';
import { policyDraft } from '../support/policies.ts';
import { off, rule } from '../support/pricing-rules.ts';
import { seededRandom } from '../support/random.ts';
import { testSealer } from '../support/sealer.ts';

/**
 * Worlds that are alike for one customer, acme, and differ in what belongs to all others. What is
 * alike comes from one stream of random numbers: the catalogue, the system's credentials, acme's
 * own and those of its groups, and everything that they have seen. What differs comes from another:
 * credentials, offers, prices, keys, groups, rules and policies of other customers.
 *
 * What a supplier says of a part itself is a fact about the part, and the same whoever hears it.
 */

/** The customer that asks. */
export const asker = { id: 'acme', key: 'os_acmeacmeacmeacmeacmeacmeacme' } as const;

/** The customers that own what differs, and how they call. */
export const others = ['globex', 'initech', 'hooli'].map((id) => ({ id, key: `os_${id.padEnd(26, 'x')}` }));

/** Suppliers that anybody may buy from, and one of which only the others know. */
export const suppliers = ['borealis', 'australis', 'umbra'] as const;

const manufacturers = ['Yageo', 'Vishay'] as const;

/** The parts of the catalogue. */
export const parts = Array.from({ length: 8 }, (_, at) => ({
  manufacturer: manufacturers[at % manufacturers.length] ?? '',
  mpn: `RX${100 + at}`,
}));

/** So many parts are sold to acme; of the others it knows what the catalogue says. */
export const acmeParts = 6;

/** The ids of the catalogue's products. */
export const products = parts.map(({ manufacturer, mpn }) =>
  productId(defaultProfile.id, manufacturerKey(manufacturer), mpnKey(mpn)),
);

/** Every SKU there may be: of the part of its number, under two names at each supplier. */
const skus = ['S', 'X'].flatMap((name) => parts.map((part, at) => ({ sku: `${name}${at}`, at, part })));

/** Every offer that there may be. */
export const offers = suppliers.flatMap((supplierId) =>
  skus.map((each) => ({ ...each, id: offerId(supplierId, each.sku), supplierId })),
);

const change = { by: 'key_1', context: untraced };

/** Random decisions. */
export interface Dice {
  chance(probability: number): boolean;
  below(limit: number): number;
}

/** Decisions that a seed and what they are about decide. */
export const diceOf = (seed: number, about: string): Dice => {
  const random = seededRandom(
    [...about].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), seed),
  );
  return { chance: (probability) => random() < probability, below: (limit) => Math.floor(random() * limit) };
};

interface Eye {
  readonly id: string;
  readonly supplierId: string;
  readonly scope: CredentialScope;
  readonly ownerId: string | undefined;
}

/** How much credentials see: this share of the offers of so many parts, before the instant. */
interface Seeing {
  readonly share: number;
  readonly sold: number;
  readonly base: Date;
}

/** What one credential has seen of the offers of its supplier. */
const observations = (dice: Dice, { id, supplierId }: Eye, { share, sold, base }: Seeing): readonly Observation[] =>
  offers
    .filter((offer) => offer.supplierId === supplierId && offer.at < sold && dice.chance(share))
    .map(({ sku, part }) =>
      observation(sku, {
        supplierId,
        credentialId: id,
        description: part,
        observedAt: new Date(base.getTime() - 3_600_000 * (1 + dice.below(9))),
        leadTimeDays: dice.below(20),
        minimumOrderQuantity: 1 + dice.below(5),
        ...(dice.chance(0.9) && { price: priceOf(`${1 + dice.below(9)}.${10 + dice.below(89)}`) }),
        ...(dice.chance(0.8) && { stock: stockOf(dice.below(3) * 500) }),
      }),
    );

/**
 * How a credential stands: answered, failing, or failing and asked part by part. Nothing is under
 * way, so that jobs end at once.
 */
const standing = async (sql: Sql, dice: Dice, { id }: Eye, base: Date): Promise<void> => {
  const kind = dice.below(4);
  const isFailing = kind >= 2;
  await sql`
    update credential set
      failing_since = ${isFailing ? base : null}, refreshed_since = ${isFailing ? null : new Date(base.getTime() + 1e9)},
      enrolled_at = ${kind === 3 ? base : null}
    where id = ${id}`;
};

/** Adds credentials with what they have seen. */
const see = async (sql: Sql, dice: Dice, eyes: readonly Eye[], seeing: Seeing) => {
  const store = createSupplierStore(sql, testSealer());
  const seen: Observation[] = [];
  for (const eye of eyes) {
    await store.putCredential({ ...eye, label: `${eye.scope} account`, secret: {} });
    seen.push(...observations(dice, eye, seeing));
    await standing(sql, dice, eye, seeing.base);
  }
  if (seen.length > 0) await createObservationStore(sql).apply(seen, untraced);
};

const eyesOf = (scope: CredentialScope, ownerId: string | undefined, of: readonly string[]): readonly Eye[] =>
  of.map((supplierId) => ({ id: `crd_${ownerId ?? scope}_${supplierId}`, supplierId, scope, ownerId }));

/** What acme may know of: the same in every world of the seed. */
const putCommon = async (sql: Sql, dice: Dice, base: Date): Promise<readonly string[]> => {
  const store = createSupplierStore(sql, testSealer());
  for (const id of suppliers)
    await store.putSupplier({ ...borealis, id, route: { supplierId: id, distributor: id } }, byTest);
  const drafts = parts.map((part, at) => ({
    ...part,
    profileId: defaultProfile.id,
    ...(at % 2 === 0 && { description: `Resistor ${at}` }),
    ...(at % 3 === 0 && { lifecycle: 'active' as const }),
  }));
  await createCatalogStore(sql).upsert(drafts, base, untraced);
  const groups = ['guild', 'club'].filter(() => dice.chance(0.5));
  await createCallerStore(sql).putCustomer({ id: asker.id, name: 'Acme', groupIds: groups });
  const open = ['borealis', 'australis'];
  const eyes = [
    ...eyesOf('system', undefined, open),
    ...eyesOf('customer', asker.id, open.slice(0, dice.below(3))),
    ...groups.flatMap((id) => eyesOf('group', id, open.slice(dice.below(2)))),
  ];
  await see(sql, dice, eyes, { base, share: 0.4, sold: acmeParts });
  if (dice.chance(0.5))
    await createPricingRuleStore(sql).put(
      rule('acme_discount', off('5'), { scope: { customers: [asker.id] } }),
      0,
      change,
    );
  if (dice.chance(0.4)) {
    const condition = `offer.supplier_sku == "S${dice.below(parts.length)}" && caller.customer == "acme"`;
    const draft = policyDraft({ target: 'offer', condition });
    await createVisibilityPolicyStore(sql).create('hides', draft, change);
  }
  return groups;
};

/**
 * What belongs to others: another in every world. `groups` are acme's, which others may be in as
 * well.
 */
const putOthers = async (
  sql: Sql,
  dice: Dice,
  { groups, share, base }: { groups: readonly string[]; share: number; base: Date },
): Promise<void> => {
  const callers = createCallerStore(sql);
  const strange = ['guild', 'club', 'ring'].filter((id) => !groups.includes(id));
  for (const { id } of others) {
    const groupIds = [...groups, ...strange].filter(() => dice.chance(0.5));
    await callers.putCustomer({ id, name: id, groupIds });
    await see(
      sql,
      dice,
      eyesOf(
        'customer',
        id,
        suppliers.filter(() => dice.chance(0.7)),
      ),
      { base, share, sold: parts.length },
    );
  }
  for (const id of strange)
    await see(
      sql,
      dice,
      eyesOf(
        'group',
        id,
        suppliers.filter(() => dice.chance(0.6)),
      ),
      { base, share, sold: parts.length },
    );
  const rules = createPricingRuleStore(sql);
  const policies = createVisibilityPolicyStore(sql);
  for (const { id } of others) {
    if (dice.chance(0.5)) await rules.put(rule(`rule_of_${id}`, off('30'), { scope: { customers: [id] } }), 0, change);
    if (dice.chance(0.5))
      await policies.create(`of_${id}`, policyDraft({ condition: `caller.customer == "${id}"` }), change);
  }
};

/** What a world follows from. */
export interface WorldSeeds {
  /** What acme may know of. */
  readonly common: number;
  /** All else. */
  readonly others: number;
  /** The share of all offers that each credential of others has seen. */
  readonly share: number;
}

/**
 * Fills a migrated database: alike for acme by the one seed, different in all else by the other.
 */
export const fillWorld = async (sql: Sql, seeds: WorldSeeds, base: Date): Promise<void> => {
  const groups = await putCommon(sql, diceOf(seeds.common, 'common'), base);
  await putOthers(sql, diceOf(seeds.others, 'others'), { groups, share: seeds.share, base });
  const known = await sql<{ id: string }[]>`select id from offer`;
  const ids = new Set(known.map(({ id }) => id));
  const decisions = offers
    .filter(({ id }) => ids.has(id))
    .map(({ id, at }) => ({
      offerId: id,
      productId: products[at],
      confidence: 'exact' as const,
      strategy: 'deterministic' as const,
      rule: 'manufacturer_and_mpn',
      evidence: {},
      create: undefined,
    }));
  await createMatchStore(sql).record(decisions, untraced, base);
  for (const { id, key } of [asker, ...others]) {
    const hash = keyHash(key);
    const allowed = scopes.filter((scope) => scope !== 'admin');
    await createCallerStore(sql).putKey({ id: `key_${id}`, customerId: id, hash, scopes: allowed, label: id });
  }
};
