import { unavailable } from '../../domain/errors.ts';
import type { ReadOptions } from '../../domain/ports.ts';
import type { Prompt } from '../prompt.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { createDoorkeeper } from './doorkeeper.ts';

/**
 * What is read by id, kept in memory while it is young; for the hot path. The store is asked for many items at once.
 *
 * Grouping. An id that is asked for joins the query that is already fetching it, or else the queue. When no query runs, one
 * takes up to 256 ids off the queue and starts at once, so the first request never waits for company, and the busier the store,
 * the larger the groups. A second query runs beside it when eight wait for it, so that the store works on one group while the answers
 * to the other are made, or when the first has not come back within ten milliseconds: what it waits for shall not hold up everyone
 * else.
 *
 * Age. A result is answered for two seconds at most, counted from the moment its query was sent, because that is the latest
 * instant that its data is certain to include. A query that has been running for longer is not joined any more. Ids that the
 * store does not know are not kept.
 *
 * Checking. Where the store can say which items are as they were, an item that has grown old is not read but checked, which
 * costs a small part of it, and is as young again as the check. The item is then the same object, and so is whatever was made
 * from it. Items that were asked for since they were read and will be old in a second are checked together, in a query of their own
 * beside those that somebody waits for: one statement then serves what hundreds would, and hardly any request has to wait for one.
 * The map is in the order in which results came, so dropping from its front frees what nobody has asked for in a long time and
 * keeps its size within bounds without a timer.
 *
 * Room. The first quarter of the room is for whatever comes. The rest is for what is asked for a second time (`doorkeeper.ts`): where
 * many more items are asked for than there is room for, each of them once, keeping them would cost the collector all it has to
 * move and serve nobody.
 *
 * Invalidation. `invalidate` forgets the result, and cuts the running query of that id off: who already waits for it still
 * gets its answer, having asked before the change, but the answer is not kept, and who asks from now on starts a new query.
 *
 * Giving up. A caller that goes away stops waiting and nothing else; the query goes on for the others. A query has its own
 * deadline, so that a store that hangs fails those who wait, with `unavailable`, instead of holding the two places for ever.
 * When the store fails, everyone in the group gets its failure and nothing is kept that was not kept before.
 */
export interface ReadCache<Item> {
  /**
   * The item as the store knows it, at most two seconds old; undefined when the store does not know the id. At once, and whatever
   * the signal says, when it is in memory.
   */
  load(id: string, options?: ReadOptions): Prompt<Item | undefined>;
  /** These items have changed: what was read of them before is not answered to anyone who asks from now on. */
  invalidate(ids: readonly string[]): void;
  /** The same for all items. */
  clear(): void;
}

/** What the cache reads from, and its bounds where they differ from the usual ones. */
export interface ReadCacheOptions<Item> {
  /** Reads items by id, in any order, unknown ones left out. */
  readonly read: (ids: readonly string[], options: ReadOptions) => Promise<readonly Item[]>;
  /** The ids of those items that would be read the same now; left out: every item that has grown old is read again. */
  readonly unchanged?: (items: readonly Item[], options: ReadOptions) => Promise<ReadonlySet<string>>;
  /** A clock that never goes back, in milliseconds; left out: the process's. */
  readonly nowMs?: () => number;
  /** Most items kept; left out: 20,000, which with all that is made from them are some 150 MB. */
  readonly maxEntries?: number;
}

/** The oldest that an answer may be. */
export const maxReadAgeMs = 2_000;
/** How long an item is kept for the next check when nobody asks for it. */
const maxIdleMs = 60_000;
const maxIdsPerQuery = 256;
/** The share of the room that is for whatever comes. */
const openShare = 0.25;
/** From this age on an item is checked before anybody has to wait for that. */
const checkedAheadFromMs = maxReadAgeMs / 2;
/** The least time between two looks for such items, and how many are looked at. */
const lookAheadEveryMs = 50;
const maxLookedAt = 1_024;
const maxQueries = 2;
/** So many ids in the queue are worth a query beside the one that runs. */
const worthAQuery = 8;
const patienceMs = 10;
const queryDeadlineMs = 5_000;

interface Entry<Item> {
  readonly item: Item;
  readonly sentAtMs: number;
}

/**
 * One id on its way: in the queue, then in a query. Once its answer is there it lets go of it and of who waited: a `Map` that makes
 * itself a new table leaves the one before with all that stood in it, and each dead table leads to the next. V8 takes what old
 * garbage leads to for alive until the next full collection, so most requests would become old by this alone.
 */
class Load<Item> {
  /** Infinity while it is in the queue: then its answer will be young whenever it comes. */
  sentAtMs = Number.POSITIVE_INFINITY;
  isCutOff = false;
  private waiting: PromiseWithResolvers<Item | undefined> | undefined;

  /** Waits for the answer; for nothing when it has been there already. */
  answer(): Promise<Item | undefined> {
    if (this.waiting === undefined) {
      this.waiting = Promise.withResolvers();
      // Everyone who waited may have gone; the failure is then nobody's and must not end the process.
      this.waiting.promise.catch(() => undefined);
    }
    return this.waiting.promise;
  }

  resolve(item: Item | undefined): void {
    this.waiting?.resolve(item);
    this.waiting = undefined;
  }

  reject(error: unknown): void {
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}

/** Creates a cache of whatever is read by id. */
export const createReadCache = <Item extends { readonly id: string }>(
  options: ReadCacheOptions<Item>,
): ReadCache<Item> => {
  const { read, unchanged, nowMs = () => performance.now(), maxEntries = 20_000 } = options;
  const keptMs = unchanged === undefined ? maxReadAgeMs : maxIdleMs;
  const kept = new Map<string, Entry<Item>>();
  const queue = new Map<string, Load<Item>>();
  const running = new Map<string, Load<Item>>();
  /** Ids that were asked for since they were read, in that order. */
  const asked = new Set<string>();
  const doorkeeper = createDoorkeeper();
  let queries = 0;
  /** How many of them have been running for longer than `patienceMs`. */
  let slowQueries = 0;
  let isCheckingAhead = false;
  let lookedAheadAtMs = Number.NEGATIVE_INFINITY;

  const isYoung = ({ sentAtMs }: Entry<Item> | Load<Item>): boolean => nowMs() - sentAtMs <= maxReadAgeMs;

  const mayKeep = (id: string): boolean => kept.has(id) || kept.size < maxEntries * openShare || doorkeeper.admits(id);

  const dropOldest = (): void => {
    for (const [oldestId, oldest] of kept) {
      if (kept.size <= maxEntries && nowMs() - oldest.sentAtMs <= keptMs) break;
      kept.delete(oldestId);
      asked.delete(oldestId);
    }
  };

  const keep = (id: string, entry: Entry<Item>): void => {
    if (mayKeep(id)) {
      kept.delete(id);
      kept.set(id, entry);
      asked.delete(id);
    }
    dropOldest();
  };

  const readOrCheck = async (ids: readonly string[], signal: AbortSignal): Promise<readonly Item[]> => {
    const old = ids.flatMap((id) => kept.get(id)?.item ?? []);
    if (unchanged === undefined || old.length === 0) return read(ids, { signal });
    const unread = ids.filter((id) => !kept.has(id));
    const [same, found] = await Promise.all([
      unchanged(old, { signal }),
      unread.length === 0 ? [] : read(unread, { signal }),
    ]);
    const changed = old.filter(({ id }) => !same.has(id)).map(({ id }) => id);
    const reread = changed.length === 0 ? [] : await read(changed, { signal });
    return [...old.filter(({ id }) => same.has(id)), ...found, ...reread];
  };

  const fetchGroup = async (ids: readonly string[]): Promise<ReadonlyMap<string, Item>> => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), queryDeadlineMs);
    try {
      const items = await readOrCheck(ids, deadline.signal);
      return new Map(items.map((item) => [item.id, item]));
    } catch (cause) {
      throw deadline.signal.aborted ? unavailable('items could not be read in time', 1_000, cause) : cause;
    } finally {
      clearTimeout(timer);
    }
  };

  /** Asks the store for a group and keeps what it says; what is returned tells those who wait. */
  const fill = async (group: ReadonlyMap<string, Load<Item>>): Promise<() => void> => {
    let tell: (load: Load<Item>, id: string) => void;
    try {
      const items = await fetchGroup([...group.keys()]);
      for (const [id, load] of group) {
        const item = items.get(id);
        if (item !== undefined && !load.isCutOff) keep(id, { item, sentAtMs: load.sentAtMs });
      }
      tell = (load, id) => load.resolve(items.get(id));
    } catch (error) {
      tell = (load) => load.reject(error);
    }
    for (const [id, load] of group) if (running.get(id) === load) running.delete(id);
    return () => group.forEach(tell);
  };

  const run = async (group: ReadonlyMap<string, Load<Item>>): Promise<void> => {
    let isSlow = false;
    const patience = setTimeout(() => {
      isSlow = true;
      slowQueries += 1;
      startQueries();
    }, patienceMs);
    const tell = await fill(group);
    clearTimeout(patience);
    if (isSlow) slowQueries -= 1;
    queries -= 1;
    tell();
    startQueries();
  };

  const mayStart = (): boolean =>
    queries === 0 || (queries < maxQueries && (queue.size >= worthAQuery || slowQueries === queries));

  const send = (id: string, load: Load<Item>): void => {
    running.set(id, load);
    load.sentAtMs = nowMs();
  };

  /** Checks items that will soon be old, one query at a time. */
  const checkAhead = (): void => {
    const atMs = nowMs();
    if (unchanged === undefined || isCheckingAhead || atMs - lookedAheadAtMs < lookAheadEveryMs) return;
    lookedAheadAtMs = atMs;
    const isDue = (id: string): boolean =>
      atMs - (kept.get(id)?.sentAtMs ?? atMs) > checkedAheadFromMs && !queue.has(id) && !running.has(id);
    const due = [...asked.keys().take(maxLookedAt).filter(isDue).take(maxIdsPerQuery)];
    if (due.length === 0) return;
    const group = new Map(due.map((id) => [id, new Load<Item>()]));
    for (const [id, load] of group) send(id, load);
    isCheckingAhead = true;
    void fill(group).then((tell) => {
      isCheckingAhead = false;
      tell();
    });
  };

  const startQueries = (): void => {
    while (queue.size > 0 && mayStart()) {
      const group = new Map(queue.entries().take(maxIdsPerQuery));
      for (const [id, load] of group) {
        queue.delete(id);
        send(id, load);
      }
      queries += 1;
      void run(group);
      checkAhead();
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
    const load = new Load<Item>();
    queue.set(id, load);
    startQueries();
    return load;
  };

  return {
    load(id, options) {
      const entry = kept.get(id);
      if (entry !== undefined && isYoung(entry)) {
        asked.add(id);
        return entry.item;
      }
      return unlessAborted(join(id).answer(), options?.signal);
    },

    invalidate(ids) {
      for (const id of ids) {
        kept.delete(id);
        asked.delete(id);
        cutOff(id);
      }
    },

    clear() {
      kept.clear();
      asked.clear();
      for (const id of [...running.keys()]) cutOff(id);
    },
  };
};
