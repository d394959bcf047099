import { unavailable } from '../../domain/errors.ts';
import type { Offer } from '../../domain/offer.ts';
import type { OfferStore, ReadOptions } from '../../domain/ports.ts';
import { unlessAborted } from '../unless-aborted.ts';

/**
 * Offers for pricing: the hot path. It answers from memory while that is young, and asks the store for many offers at once
 * when it is not.
 *
 * Grouping. An id that is asked for joins the query that is already fetching it, or else the queue. When no query runs, one
 * takes up to 256 ids off the queue and starts at once, so the first request never waits for company, and the busier the store,
 * the larger the groups. A second query runs beside it only when it would be full too, or when the first has not come back
 * within ten milliseconds: what it waits for shall not hold up everyone else.
 *
 * Age. A result is kept for two seconds at most, counted from the moment its query was sent, because that is the latest
 * instant that its data is certain to include. A query that has been running for longer is not joined any more. Ids that the
 * store does not know are not kept. The map is in the order in which results came, so dropping from its front frees what is too
 * old and keeps its size within bounds without a timer.
 *
 * Invalidation. `invalidate` forgets the result, and cuts the running query of that id off: who already waits for it still
 * gets its answer, having asked before the change, but the answer is not kept, and who asks from now on starts a new query.
 *
 * Giving up. A caller that goes away stops waiting and nothing else; the query goes on for the others. A query has its own
 * deadline, so that a store that hangs fails those who wait, with `unavailable`, instead of holding the two places for ever.
 * When the store fails, everyone in the group gets its failure and nothing is kept.
 */
export interface ReadCache<Item> {
  /**
   * The item as the store knows it, at most two seconds old; undefined when the store does not know the id. The signal is not
   * looked at when the answer is in memory.
   */
  load(id: string, options?: ReadOptions): Promise<Item | undefined>;
  /** These items have changed: what was read of them before is not answered to anyone who asks from now on. */
  invalidate(ids: readonly string[]): void;
  /** The same for all offers. */
  clear(): void;
}

/** Offers for pricing. */
export type OfferCache = ReadCache<Offer>;

/** What the cache reads from, and its bounds where they differ from the usual ones. */
export interface ReadCacheOptions<Item> {
  /** Reads items by id, in any order, unknown ones left out. */
  readonly read: (ids: readonly string[], options: ReadOptions) => Promise<readonly Item[]>;
  /** A clock that never goes back, in milliseconds; left out: the process's. */
  readonly nowMs?: () => number;
  /** Most items kept; left out: 50,000. */
  readonly maxEntries?: number;
}

/** The oldest that an answer may be. */
export const maxOfferAgeMs = 2_000;
const maxIdsPerQuery = 256;
const maxQueries = 2;
const patienceMs = 10;
const queryDeadlineMs = 5_000;

interface Entry<Item> {
  readonly item: Item;
  readonly sentAtMs: number;
}

/** One id on its way: in the queue, then in a query. */
interface Load<Item> extends PromiseWithResolvers<Item | undefined> {
  /** Infinity while it is in the queue: then its answer will be young whenever it comes. */
  sentAtMs: number;
  isCutOff: boolean;
}

const startLoad = <Item>(): Load<Item> => {
  const load = { ...Promise.withResolvers<Item | undefined>(), sentAtMs: Number.POSITIVE_INFINITY, isCutOff: false };
  // Everyone who waited may have gone; the failure is then nobody's and must not end the process.
  load.promise.catch(() => undefined);
  return load;
};

/** What the cache of offers reads from. */
export interface OfferCacheOptions extends Omit<ReadCacheOptions<Offer>, 'read'> {
  readonly store: Pick<OfferStore, 'byIds'>;
}

/** Creates the cache of offers over their store. */
export const createOfferCache = ({ store, ...bounds }: OfferCacheOptions): OfferCache =>
  createReadCache({ ...bounds, read: store.byIds });

/** Creates a cache of whatever is read by id. */
export const createReadCache = <Item extends { readonly id: string }>(
  options: ReadCacheOptions<Item>,
): ReadCache<Item> => {
  const { read, nowMs = () => performance.now(), maxEntries = 50_000 } = options;
  const kept = new Map<string, Entry<Item>>();
  const queue = new Map<string, Load<Item>>();
  const running = new Map<string, Load<Item>>();
  let queries = 0;
  /** How many of them have been running for longer than `patienceMs`. */
  let slowQueries = 0;

  const isYoung = ({ sentAtMs }: Entry<Item> | Load<Item>): boolean => nowMs() - sentAtMs <= maxOfferAgeMs;

  const keep = (id: string, entry: Entry<Item>): void => {
    kept.delete(id);
    kept.set(id, entry);
    for (const [oldestId, oldest] of kept) {
      if (kept.size <= maxEntries && isYoung(oldest)) break;
      kept.delete(oldestId);
    }
  };

  const fetchGroup = async (ids: readonly string[]): Promise<ReadonlyMap<string, Item>> => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), queryDeadlineMs);
    try {
      const items = await read(ids, { signal: deadline.signal });
      return new Map(items.map((item) => [item.id, item]));
    } catch (cause) {
      throw deadline.signal.aborted ? unavailable('items could not be read in time', 1_000, cause) : cause;
    } finally {
      clearTimeout(timer);
    }
  };

  const run = async (group: ReadonlyMap<string, Load<Item>>): Promise<void> => {
    let isSlow = false;
    const patience = setTimeout(() => {
      isSlow = true;
      slowQueries += 1;
      startQueries();
    }, patienceMs);
    try {
      const items = await fetchGroup([...group.keys()]);
      for (const [id, load] of group) {
        const item = items.get(id);
        if (item !== undefined && !load.isCutOff) keep(id, { item, sentAtMs: load.sentAtMs });
        load.resolve(item);
      }
    } catch (error) {
      for (const load of group.values()) load.reject(error);
    }
    for (const [id, load] of group) if (running.get(id) === load) running.delete(id);
    clearTimeout(patience);
    if (isSlow) slowQueries -= 1;
    queries -= 1;
    startQueries();
  };

  const mayStart = (): boolean =>
    queries === 0 || (queries < maxQueries && (queue.size >= maxIdsPerQuery || slowQueries === queries));

  const startQueries = (): void => {
    while (queue.size > 0 && mayStart()) {
      const group = new Map(queue.entries().take(maxIdsPerQuery));
      for (const [id, load] of group) {
        queue.delete(id);
        running.set(id, load);
        load.sentAtMs = nowMs();
      }
      queries += 1;
      void run(group);
    }
  };

  const cutOff = (id: string): void => {
    const load = running.get(id);
    if (load === undefined) return;
    load.isCutOff = true;
    running.delete(id);
  };

  const join = (id: string): Load<Item> => {
    const underway = queue.get(id) ?? running.get(id);
    if (underway !== undefined && isYoung(underway)) return underway;
    cutOff(id);
    const load = startLoad<Item>();
    queue.set(id, load);
    startQueries();
    return load;
  };

  return {
    async load(id, options) {
      const entry = kept.get(id);
      if (entry !== undefined && isYoung(entry)) return entry.item;
      return unlessAborted(join(id).promise, options?.signal);
    },

    invalidate(ids) {
      for (const id of ids) {
        kept.delete(id);
        cutOff(id);
      }
    },

    clear() {
      kept.clear();
      for (const id of [...running.keys()]) cutOff(id);
    },
  };
};
