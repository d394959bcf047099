/**
 * Writes observations: offers, what each credential knows of them, the history and the events of a
 * batch in one transaction.
 *
 * 1. The batch's offers are created or locked, in the order of their ids. Until the commit no other
 *    transaction changes what is known of them, and two writers of overlapping batches wait for
 *    each other and never deadlock. A batch that describes no part is taken to be of offers that
 *    are there; when one is not, its transaction is over and another one creates what is missing.
 * 2. What is known is read. An observation that the history holds already is set aside, so that a
 *    redelivery changes nothing.
 * 3. `domain/ingestion/fold.ts` merges in memory. The merge rule is stated once, there, and not a
 *    second time in SQL.
 * 4. Snapshots, descriptions and events are written.
 *
 * Every distinct observation leaves exactly one row of history, also when a later one was applied
 * before it. Any order of any batches, applied by any number of processes, ends in the same
 * knowledge of what the supplier said; which of two prices that are far apart is held back depends
 * on the order, see `domain/ingestion/price-hold.ts`.
 *
 * Events: `offer.created` for the first observation of a SKU by any credential; `offer.repriced`
 * when what a credential knows as the price becomes another one. The first price that a credential
 * sees is no repricing, and neither is the same price seen again or an older one that arrives late;
 * `offer.price_held` when a price jumps from the one that counts and is held back; `offer.returned`
 * when a credential sees a SKU again that was withdrawn.
 *
 * Database down or colliding transactions: `unavailable`, nothing was written. Broken in the middle
 * of the commit: `unavailable` too, and all or nothing was written; to apply the batch again is
 * right in every case.
 */
import { notFound } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { offerId } from '../../domain/ids.ts';
import {
  type DescriptionChange,
  foldDescriptions,
  foldKnowledge,
  type OfferObservation,
  type Snapshot,
  viewKey,
} from '../../domain/ingestion/fold.ts';
import { isFirstOfHour, type Observation } from '../../domain/ingestion/observation.ts';
import type { ApplyOutcome, ObservationStore } from '../../domain/ingestion/ports.ts';
import { usualJumpFactor } from '../../domain/ingestion/price-jump.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { noteObserved } from '../catalog/observed-products.ts';
import { noteDescribed } from '../catalog/statements-due.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import {
  confirmDescriptions,
  lockKnownOffers,
  lockOffers,
  readDescriptions,
  writeDescriptions,
} from '../matching/offer-descriptions.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { type HoldChange, holdChanges, recordHolds } from './held-prices.ts';
import { findApplied, forgetDescribed, readViews, recordSnapshots, type StoredView } from './offer-views.ts';
import { joinWriters } from './supplier-writers.ts';

/** What a batch comes to, before it is written. */
interface Changes {
  readonly created: ReadonlySet<string>;
  readonly snapshots: readonly Snapshot[];
  /** What was known before, by `viewKey`. */
  readonly views: ReadonlyMap<string, StoredView>;
  readonly redescribed: ReadonlyMap<string, DescriptionChange>;
  /** Views of which another price is held back than before, or none. */
  readonly holds: readonly HoldChange[];
  /** The first observations of views whose SKU was withdrawn until then. */
  readonly returned: readonly OfferObservation[];
  /** Those whose products may not be known as seen within the hour. */
  readonly firstSeen: readonly OfferObservation[];
}

/** What else the store is given. */
export interface ObservationStoreOptions {
  readonly onWrite?: OnWrite;
  /** How far a price may move at once; left out: the usual factor. */
  readonly priceJumpFactor?: number;
  /** Told after the commit how many prices of a supplier were held back. */
  readonly onPricesHeld?: (supplierId: string, count: number) => void;
}

/** Creates the store on a migrated database. */
export const createObservationStore = (sql: Sql, options: ObservationStoreOptions = {}): ObservationStore => {
  const { onWrite, priceJumpFactor = usualJumpFactor, onPricesHeld } = options;
  const requireCredentials = createCredentialCheck(sql);
  return {
    apply: async (batch, context) => {
      await requireCredentials(batch);
      const distinct = distinctObservations(batch);
      if (distinct.length === 0) return { applied: 0, duplicates: 0, createdOfferIds: [], changedOfferIds: [] };
      const applyLocked = (lock: Lock): Promise<Changes | undefined> =>
        inTransaction(sql, async (transaction) => {
          const inService = await ofSuppliersInService(transaction, distinct);
          const changes = await foldUnderLock(transaction, inService, lock, priceJumpFactor);
          if (changes !== undefined) await write(transaction, changes, context, onWrite);
          return changes;
        });
      // What describes no part is nearly always of offers that are there.
      const isDescribing = distinct.some(({ observation }) => observation.description !== undefined);
      const known = isDescribing ? undefined : await applyLocked(lockKnown);
      const changes = known ?? (await applyLocked(lockOrCreate));
      if (changes === undefined) throw new Error('offers that were locked or created are not there');
      for (const [supplierId, count] of heldBySupplier(changes)) onPricesHeld?.(supplierId, count);
      return outcomeOf(batch.length, changes);
    },
  };
};

/**
 * Throws `not_found` for the first credential that is unknown or another supplier's. A credential
 * once seen is remembered: credentials are never deleted, nor do they change hands.
 */
const createCredentialCheck = (sql: Sql) => {
  const supplierOf = new Map<string, string>();
  return async (batch: readonly Observation[]): Promise<void> => {
    const unknown = new Set(batch.map((each) => each.credentialId).filter((id) => !supplierOf.has(id)));
    if (unknown.size > 0) {
      const rows = await run(sql<{ id: string; supplierId: string }[]>`
        select id, supplier_id as "supplierId" from credential where id = any(${[...unknown]}::text[])`);
      for (const row of rows) supplierOf.set(row.id, row.supplierId);
    }
    const stray = batch.find((each) => supplierOf.get(each.credentialId) !== each.supplierId);
    if (stray !== undefined) throw notFound('credential', stray.credentialId);
  };
};

/** The batch without repetitions of an observation id within it. */
const distinctObservations = (batch: readonly Observation[]): readonly OfferObservation[] => {
  const byId = new Map<string, Observation>();
  for (const each of batch) if (!byId.has(each.id)) byId.set(each.id, each);
  return [...byId.values()].map((observation) => ({
    offerId: offerId(observation.supplierId, observation.supplierSku),
    observation,
  }));
};

/** Without those of retired suppliers, which are late: nobody is to see such an offer again. */
const ofSuppliersInService = async (
  sql: Transaction,
  batch: readonly OfferObservation[],
): Promise<readonly OfferObservation[]> => {
  const suppliers = [...new Set(batch.map(({ observation }) => observation.supplierId))];
  const [, retired] = await Promise.all([
    joinWriters(sql, suppliers),
    run(sql<{ id: string }[]>`
      select id from supplier where id = any(${suppliers}::text[]) and retired_at is not null`),
  ]);
  if (retired.length === 0) return batch;
  const ids = new Set(retired.map(({ id }) => id));
  return batch.filter(({ observation }) => !ids.has(observation.supplierId));
};

/** Locks the offers of a batch; the ids of those that it made, undefined when one is missing. */
type Lock = (sql: Transaction, batch: readonly OfferObservation[]) => Promise<ReadonlySet<string> | undefined>;

const lockOrCreate: Lock = (sql, batch) => lockOffers(sql, offersOf(batch));

const lockKnown: Lock = async (sql, batch) => {
  const ids = new Set(batch.map(({ offerId }) => offerId));
  return (await lockKnownOffers(sql, ids)) ? new Set() : undefined;
};

/** Undefined when the offers could not be locked. */
const foldUnderLock = async (
  sql: Transaction,
  batch: readonly OfferObservation[],
  lock: Lock,
  priceJumpFactor: number,
): Promise<Changes | undefined> => {
  // Sent together: the database begins with the second once the first has all locks.
  const [created, views] = await Promise.all([lock(sql, batch), readViews(sql, batch)]);
  if (created === undefined) return undefined;
  const fresh = await withoutApplied(sql, batch, (each) => {
    const view = views.get(viewKey(each.offerId, each.observation.credentialId));
    return view !== undefined && each.observation.observedAt <= view.lastObservedAt;
  });
  const known = new Map([...views].map(([key, view]) => [key, view.known]));
  const snapshots = foldKnowledge(fresh, known, priceJumpFactor);
  const redescribed = await redescribe(sql, fresh, created);
  const holds = holdChanges(snapshots, views);
  const returned = returnedIn(fresh, views);
  return { created, snapshots, views, redescribed, holds, returned, firstSeen: firstSeenIn(fresh, views, created) };
};

/**
 * Without those of views that were seen in the same hour before: that one has been noted, or the
 * match of the offer has (`storage/matching/match-decisions.ts`). A new offer has no product.
 */
const firstSeenIn = (
  batch: readonly OfferObservation[],
  views: ReadonlyMap<string, StoredView>,
  created: ReadonlySet<string>,
): readonly OfferObservation[] =>
  batch.filter(({ offerId, observation: { credentialId, observedAt } }) => {
    const before = views.get(viewKey(offerId, credentialId))?.lastObservedAt;
    return !created.has(offerId) && isFirstOfHour(observedAt, before);
  });

/** What is late says nothing of whether the supplier has the SKU now. */
const returnedIn = (
  batch: readonly OfferObservation[],
  views: ReadonlyMap<string, StoredView>,
): readonly OfferObservation[] => {
  const returned = new Map<string, OfferObservation>();
  for (const each of batch) {
    const key = viewKey(each.offerId, each.observation.credentialId);
    const view = views.get(key);
    const isWithdrawn = view !== undefined && view.withdrawnAt !== null;
    if (isWithdrawn && each.observation.observedAt > view.lastObservedAt && !returned.has(key)) returned.set(key, each);
  }
  return [...returned.values()];
};

/** Every offer of the batch once, with what the batch says of its description. */
const offersOf = (batch: readonly OfferObservation[]) => {
  const descriptions = foldDescriptions(batch, new Map());
  const offers = new Map(batch.map((each) => [each.offerId, each.observation]));
  return [...offers].map(([id, { supplierId, supplierSku }]) => ({
    id,
    supplierId,
    supplierSku,
    description: descriptions.get(id)?.known ?? {},
  }));
};

/**
 * The batch without what was applied before; only those for which `suspect` holds can have been,
 * and are looked up.
 */
const withoutApplied = async (
  sql: Transaction,
  batch: readonly OfferObservation[],
  suspect: (each: OfferObservation) => boolean,
): Promise<readonly OfferObservation[]> => {
  const suspects = batch.filter(suspect);
  if (suspects.length === 0) return batch;
  const applied = await findApplied(sql, suspects);
  return batch.filter((each) => !applied.has(each.observation.id));
};

/**
 * Which descriptions of offers that existed before change; those of created offers are written
 * already.
 */
const redescribe = async (
  sql: Transaction,
  batch: readonly OfferObservation[],
  created: ReadonlySet<string>,
): Promise<ReadonlyMap<string, DescriptionChange>> => {
  const describing = batch.filter((each) => each.observation.description !== undefined && !created.has(each.offerId));
  if (describing.length === 0) return new Map();
  const ids = [...new Set(describing.map((each) => each.offerId))];
  return foldDescriptions(describing, await readDescriptions(sql, ids));
};

/**
 * Writes everything; the statements go out together and the database takes them one after another.
 */
const write = async (
  sql: Transaction,
  changes: Changes,
  context: WriteContext,
  onWrite: OnWrite | undefined,
): Promise<void> => {
  const described = (changed: boolean) =>
    [...changes.redescribed].flatMap(([id, each]) => (each.changed === changed ? [[id, each.known] as const] : []));
  const [reworded, confirmed] = [described(true), described(false)];
  const events = eventsOf(changes);
  await Promise.all([
    changes.snapshots.length > 0 && recordSnapshots(sql, changes.snapshots, changes.views),
    changes.holds.length > 0 && recordHolds(sql, changes.holds),
    confirmed.length > 0 && confirmDescriptions(sql, confirmed),
    reworded.length > 0 && writeDescriptions(sql, reworded),
    reworded.length > 0 &&
      noteDescribed(
        sql,
        reworded.map(([id]) => id),
      ),
    reworded.length > 0 &&
      forgetDescribed(
        sql,
        reworded.map(([id]) => id),
      ),
    changes.firstSeen.length > 0 && noteObserved(sql, changes.firstSeen.map(observedOf)),
    events.length > 0 && appendEvents(sql, events, context, onWrite),
  ]);
};

const observedOf = ({ offerId, observation }: OfferObservation) => ({ offerId, at: observation.observedAt });

const eventsOf = ({ created, snapshots, returned }: Changes): readonly DomainEvent[] => {
  const announced = new Set<string>();
  const events: DomainEvent[] = returned.map(({ offerId, observation: { credentialId, id } }) => ({
    type: 'offer.returned',
    offerId,
    credentialId,
    observationId: id,
  }));
  for (const { offerId, observation, known, repriced, isPriceHeld } of snapshots) {
    const { supplierId, supplierSku, credentialId, id } = observation;
    if (created.has(offerId) && !announced.has(offerId)) {
      announced.add(offerId);
      events.push({ type: 'offer.created', offerId, supplierId, supplierSku });
    }
    if (repriced) events.push({ type: 'offer.repriced', offerId, credentialId, observationId: id });
    if (isPriceHeld && known.priceHold !== undefined) {
      const { jump } = known.priceHold;
      events.push({ type: 'offer.price_held', offerId, credentialId, observationId: id, jump });
    }
  }
  return events;
};

const heldBySupplier = ({ snapshots }: Changes): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { observation, isPriceHeld } of snapshots) {
    if (isPriceHeld) counts.set(observation.supplierId, (counts.get(observation.supplierId) ?? 0) + 1);
  }
  return counts;
};

const outcomeOf = (received: number, { created, snapshots, redescribed, returned }: Changes): ApplyOutcome => {
  const changed = new Set(created);
  for (const { offerId } of returned) changed.add(offerId);
  for (const each of snapshots) if (each.changed.length > 0) changed.add(each.offerId);
  for (const [id, each] of redescribed) if (each.changed) changed.add(id);
  return {
    applied: snapshots.length,
    duplicates: received - snapshots.length,
    createdOfferIds: [...created],
    changedOfferIds: [...changed],
  };
};
