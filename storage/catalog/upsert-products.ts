/**
 * Creates products and adds to what is known of them, thousands at a time, as part of the caller's
 * transaction.
 *
 * 1. Makers are looked up in the alias table, and characteristics get the names of the profile;
 *    drafts of one identity become one, in the order given.
 * 2. Every product is created, or locked where it exists, each in the order of identities: until
 *    the commit nobody else changes them, and two writers of overlapping batches wait for each
 *    other and never deadlock.
 * 3. What is known of the existing ones is read, and `domain/catalog/product-facts.ts` merges in
 *    memory.
 * 4. What differs is written, replacements are resolved, and the events are appended:
 *    `product.created`, or `product.updated` with the fields that changed. A product seen again
 *    without news gets no event, and its instant of observation moves by whole hours only, because
 *    an update costs as much as an insert.
 */
import type { ProductDraft } from '../../domain/catalog/catalog.ts';
import { manufacturerKey, mpnKey } from '../../domain/catalog/identity.ts';
import { addFacts, draftFacts, type ProductField } from '../../domain/catalog/product-facts.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { canonicalCharacteristics } from '../../domain/identity/read-characteristics.ts';
import { productId } from '../../domain/ids.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import type { Transaction } from '../pool/pool.ts';
import { removedAliases, restoreProducts } from './change-alias.ts';
import { type ManufacturerName, manufacturersOf } from './manufacturers.ts';
import { lockReplacements, resolveReplacements } from './product-replacements.ts';
import { stateInCatalogue } from './product-statements.ts';
import {
  createOrLock,
  type ProductOrigin,
  type Revision,
  revise,
  type StatedProduct,
  writeRevisions,
} from './product-writes.ts';
import { profilesInForce } from './profiles.ts';

/** What to write and for whom. */
export interface ProductUpsert {
  readonly drafts: readonly ProductDraft[];
  readonly observedAt: Date;
  readonly context: WriteContext;
  readonly onWrite: OnWrite | undefined;
  /** Who makes them known: an import into the catalogue, or offers. */
  readonly origin: ProductOrigin;
}

/** What became of it. */
export interface UpsertOutcome {
  readonly created: number;
  readonly updated: number;
  /** The product of each draft, in the order given. */
  readonly productIds: readonly string[];
}

/**
 * Upserts the drafts. Throws `RangeError` for a draft without maker or part number: the caller must
 * have checked its drafts.
 */
export const upsertProducts = async (sql: Transaction, upsert: ProductUpsert): Promise<UpsertOutcome> => {
  const { drafts, context, onWrite, origin } = upsert;
  if (drafts.length === 0) return { created: 0, updated: 0, productIds: [] };
  const namesReplacements = drafts.some(({ replacedByMpn }) => replacedByMpn !== undefined);
  await lockReplacements(sql, namesReplacements ? 'alone' : 'beside others');
  const [manufacturers, profiles] = await Promise.all([
    manufacturersOf(
      sql,
      drafts.map((draft) => draft.manufacturer),
    ),
    profilesInForce(sql),
  ]);
  const { said, idOfDraft } = mergeByIdentity(upsert, manufacturers, profiles);
  const removed = await removedAliases(sql, [...new Set(said.map(({ manufacturer }) => manufacturer.key))]);
  const reclaimed = said.filter(({ manufacturer }) => removed.has(manufacturer.key));
  if (reclaimed.length > 0) await restoreProducts(sql, reclaimed);
  const createdIds = await createOrLock(sql, said, origin);
  const created = said.filter(({ id }) => createdIds.has(id));
  const existing = said.filter(({ id }) => !createdIds.has(id));
  const { revisions, storedId } = await revise(sql, existing);
  await writeRevisions(sql, revisions);
  if (origin === 'catalogue') await stateInCatalogue(sql, existing, storedId);
  const linked = await resolveReplacements(sql, replacementSeeds(created, existing, storedId));
  const changed = changedOf(created, revisions, linked);
  const events = [...created.map(createdEvent), ...[...changed].map(updatedEvent)];
  await appendEvents(sql, events, context, onWrite);
  return {
    created: created.length,
    updated: changed.size,
    productIds: idOfDraft.map((id) => storedId.get(id) ?? id),
  };
};

const mergeByIdentity = (
  { drafts, observedAt }: Pick<ProductUpsert, 'drafts' | 'observedAt'>,
  manufacturers: ReadonlyMap<string, ManufacturerName>,
  profiles: Profiles,
): { said: readonly StatedProduct[]; idOfDraft: readonly string[] } => {
  const byId = new Map<string, StatedProduct>();
  const idOfDraft = drafts.map((draft) => {
    const key = mpnKey(draft.mpn);
    const manufacturer = manufacturers.get(manufacturerKey(draft.manufacturer));
    if (key === '' || manufacturer === undefined || manufacturer.key === '')
      throw new RangeError('a draft names no maker or no part');
    const id = productId(draft.profileId, manufacturer.key, key);
    const before = byId.get(id);
    const profile = profiles.get(draft.profileId);
    const characteristics = canonicalCharacteristics(draft.characteristics ?? {}, profile);
    const facts = draftFacts({ ...draft, characteristics }, observedAt);
    byId.set(
      id,
      before === undefined
        ? { id, profileId: draft.profileId, profile, manufacturer, mpn: draft.mpn.trim(), mpnKey: key, facts }
        : { ...before, facts: addFacts(before.facts, facts) },
    );
    return id;
  });
  const said = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { said, idOfDraft };
};

/**
 * Products through which a replacement may have become known: the new ones, and those of which one
 * was named now.
 */
const replacementSeeds = (
  created: readonly StatedProduct[],
  existing: readonly StatedProduct[],
  storedId: ReadonlyMap<string, string>,
): readonly string[] => [
  ...created.map(({ id }) => id),
  ...existing.filter(({ facts }) => facts.replacedByMpn !== undefined).map(({ id }) => storedId.get(id) ?? id),
];

/**
 * The fields that changed, by product; new products and such as were only seen again are left out.
 */
const changedOf = (
  created: readonly StatedProduct[],
  revisions: readonly Revision[],
  linkedIds: readonly string[],
): ReadonlyMap<string, ReadonlySet<ProductField>> => {
  const changed = new Map<string, Set<ProductField>>();
  for (const { id, changed: fields } of revisions) if (fields.length > 0) changed.set(id, new Set(fields));
  for (const id of linkedIds) changed.set(id, (changed.get(id) ?? new Set()).add('replaced_by'));
  for (const { id } of created) changed.delete(id);
  return changed;
};

const createdEvent = ({ id, profileId, manufacturer, mpn, facts }: StatedProduct): DomainEvent => ({
  type: 'product.created',
  productId: id,
  profileId,
  manufacturer: manufacturer.name,
  mpn,
  lifecycle: facts.lifecycle,
});

const updatedEvent = ([id, fields]: readonly [string, ReadonlySet<ProductField>]): DomainEvent => ({
  type: 'product.updated',
  productId: id,
  changed: [...fields],
});
