import { abortable } from '../../../concurrency/abortable.ts';
import type { Offer } from '../../../domain/offers/offer.ts';
import { currentOffer, type OfferRecord } from '../../../domain/offers/offer-record.ts';
import type { OfferChangeFeed } from '../../../domain/offers/ports.ts';
import type { ReadOptions } from '../../../domain/store-context.ts';
import { createByteStore } from '../../cache/byte-store.ts';
import { createGroupedReads, maxReadAgeMs } from '../../cache/grouped-reads.ts';
import type { MaybePromise } from '../../request/maybe-promise.ts';
import { createChangeFollower } from './change-follower.ts';
import { type CredentialTable, createCredentialTable } from './credential-table.ts';
import { offerText, readOfferText } from './offer-text.ts';

/**
 * Offers for pricing, the hottest read there is: kept in memory for as long as they do not change.
 *
 * What is known of every offer that was read is kept as a short text outside the heap
 * (`offer-text.ts`, `cache/byte-store.ts`). To make an offer of it is some microseconds of work,
 * and a million of them cost the garbage collector nothing.
 *
 * Age. Two seconds at most. Twice a second `catchUp` looks at what has changed
 * (`change-follower.ts`), and everything that is kept and did not change is as young as that look.
 * While looks fail or are late, offers are read from the store.
 *
 * Credentials. How they fare (whether one fails, when it looks next) changes all the time and would
 * change all of their offers. So it is kept apart, and an offer is made of what is known of it and
 * the states of its credentials at that moment.
 *
 * Stamps. The stamp of an offer is another one whenever anything of it was written or a credential
 * of its supplier has changed. So what is worked out from an offer and kept under its stamp is
 * found again for as long as it holds, and then never again.
 *
 * Reads share their queries, fail with what the store throws and leave nothing behind then; an id
 * that the store does not know is not kept (`cache/grouped-reads.ts`).
 */
export interface OfferCache {
  /**
   * The offer as the store knows it, at most two seconds old; undefined when the store does not
   * know the id. At once, and whatever the signal says, when it is in memory. A caller that goes
   * away stops waiting and nothing else.
   */
  load(id: string, options?: LoadOptions): MaybePromise<LoadedOffer | undefined>;
  /** Where the offer is in memory, without reading it; undefined when it is not there. */
  find(id: string): KeptOffer | undefined;
  /** These offers have changed: reads that began before are not used for later requests. */
  invalidate(ids: readonly string[]): void;
  /** The same for all offers. */
  clear(): void;
  /**
   * Reads the changes. Requests after it has resolved see all that was committed before the call.
   * Rejects with what the store throws.
   */
  catchUp(): Promise<void>;
  /**
   * Deletes what all processes have seen from the feed of changes. Rejects with what the store
   * throws.
   */
  forgetSeen(): Promise<void>;
}

/** Where an offer is in memory. Good for the turn of the event loop in which it was found. */
export interface KeptOffer {
  readonly position: number;
  /** The one that a load would come with now. */
  readonly stamp: string;
  /** Of the text that it is kept as. */
  readonly bytes: number;
}

/** How an offer is loaded. */
export interface LoadOptions extends ReadOptions {
  /** What `find` has just said of it, which saves finding it again; left out: it was not asked. */
  readonly kept?: KeptOffer | undefined;
}

/** An offer, and what to keep under what is worked out from it. */
export interface LoadedOffer {
  readonly offer: Offer;
  /** Undefined when nothing that is worked out from it may be kept. */
  readonly stamp: string | undefined;
}

/** What the cache reads from, and its bounds where they differ from the usual ones. */
export interface OfferCacheOptions {
  readonly store: OfferChangeFeed;
  /** A clock that never goes back, in milliseconds; left out: the process's. */
  readonly nowMs?: () => number;
  /** Left out: 256 MiB. Taken as it is needed. */
  readonly maxBytes?: number;
}

/** What a read brings. */
interface Reading {
  readonly id: string;
  readonly record: OfferRecord;
  readonly offer: Offer;
  /** Of the supplier's credentials, when the offer was made. */
  readonly changes: number;
  /** Where it was kept; undefined while it was not. */
  position?: number | undefined;
}

/**
 * Before each text: the number of the supplier, so that a stamp can be told without reading the
 * text.
 */
const headBytes = 4;

/** Numbers for names, the same one for the same name. */
const createNumbers = () => {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    of: (name: string): number => {
      let number = numbers.get(name);
      if (number === undefined) {
        number = names.push(name) - 1;
        numbers.set(name, number);
      }
      return number;
    },
    nameOf: (number: number): string => names[number] ?? '',
  };
};

const stampFor = (position: number, changes: number): string => `${position}.${changes}`;

/** What is known of offers, as texts by id. */
const createOfferTexts = (maxBytes: number) => {
  const texts = createByteStore({ maxBytes });
  const suppliers = createNumbers();
  return {
    find: texts.find,
    /** Where it is kept; undefined when it is not. */
    keep: (id: string, record: OfferRecord): number | undefined => {
      if (!texts.admits(id)) return undefined;
      const text = offerText(record);
      const value = Buffer.allocUnsafe(headBytes + Buffer.byteLength(text));
      value.writeUInt32LE(suppliers.of(record.supplierId));
      value.write(text, headBytes);
      return texts.set(id, value);
    },
    recordAt: (position: number): OfferRecord => readOfferText(texts.at(position).toString('utf8', headBytes)),
    headAt: (position: number): { readonly supplierId: string; readonly bytes: number } => {
      const value = texts.at(position);
      return { supplierId: suppliers.nameOf(value.readUInt32LE()), bytes: value.length };
    },
    delete: texts.delete,
    clear: texts.clear,
  };
};

/** What offers are read by. */
interface ReadingDependencies {
  readonly store: OfferChangeFeed;
  readonly credentials: CredentialTable;
  readonly isFollowed: () => boolean;
}

/** Reads offers with the states of their credentials. States not followed have no known age. */
const readOffers =
  ({ store, credentials, isFollowed }: ReadingDependencies) =>
  async (offerIds: readonly string[], signal: AbortSignal): Promise<readonly Reading[]> => {
    const records = await store.records(offerIds, { signal });
    const ids = new Set(records.flatMap(({ views }) => views.map(({ credentialId }) => credentialId)));
    if (isFollowed()) await credentials.ensure(ids, signal);
    if (!isFollowed()) await credentials.renew(ids, signal);
    return records.flatMap((record) => {
      // Without one of its credentials the offer has just been deleted with it.
      const offer = currentOffer(record, credentials.stateOf);
      const { id, supplierId } = record;
      return offer === undefined ? [] : { id, record, offer, changes: credentials.changesAt(supplierId) };
    });
  };

/** What is kept of the store, and how it follows what changes there. */
const createFollowedOffers = ({ store, nowMs, maxBytes }: Required<OfferCacheOptions>) => {
  const texts = createOfferTexts(maxBytes);
  const credentials = createCredentialTable(store);
  const isFollowed = (): boolean => nowMs() - follower.followedAtMs() <= maxReadAgeMs;
  const reads = createGroupedReads<Reading>({
    read: readOffers({ store, credentials, isFollowed }),
    onRead: (reading) => {
      reading.position = texts.keep(reading.id, reading.record);
    },
    nowMs,
  });

  const forget = (ids: readonly string[]): void => {
    for (const id of ids) texts.delete(id);
    reads.invalidate(ids);
  };

  const forgetAll = (): void => {
    texts.clear();
    credentials.clear();
    reads.cutOffAll();
  };

  const follower = createChangeFollower({
    store,
    onChanges: async (changes, signal) => {
      forget(changes.offers);
      await credentials.refresh(changes.credentials, signal);
    },
    onRestart: forgetAll,
    nowMs,
  });

  const positionOf = (id: string): number | undefined => (isFollowed() ? texts.find(id) : undefined);
  return { texts, credentials, reads, positionOf, forget, forgetAll, follower };
};

/**
 * Nothing is kept yet, and nothing is kept for longer than a read before `catchUp` is called for
 * the first time.
 */
export const createOfferCache = ({
  store,
  nowMs = () => performance.now(),
  maxBytes = 2 ** 28,
}: OfferCacheOptions): OfferCache => {
  const offers = createFollowedOffers({ store, nowMs, maxBytes });
  const { texts, credentials, positionOf } = offers;

  const find: OfferCache['find'] = (id) => {
    const position = positionOf(id);
    if (position === undefined) return undefined;
    const { supplierId, bytes } = texts.headAt(position);
    return { position, bytes, stamp: stampFor(position, credentials.changesAt(supplierId)) };
  };

  const fromText = ({ position, stamp }: KeptOffer): LoadedOffer | undefined => {
    const offer = currentOffer(texts.recordAt(position), credentials.stateOf);
    return offer && { offer, stamp };
  };

  const fromStore = async (id: string): Promise<LoadedOffer | undefined> => {
    const reading = await offers.reads.read(id);
    if (reading === undefined) return undefined;
    const { offer, position, changes } = reading;
    return { offer, stamp: position === undefined ? undefined : stampFor(position, changes) };
  };

  return {
    load(id, options) {
      const kept = options?.kept ?? find(id);
      return (kept && fromText(kept)) ?? abortable(fromStore(id), options?.signal);
    },

    find,

    invalidate: offers.forget,
    clear: offers.forgetAll,
    catchUp: offers.follower.catchUp,
    forgetSeen: offers.follower.forgetSeen,
  };
};
