import { abortable } from '../../concurrency/abortable.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { MaybePromise } from '../request/maybe-promise.ts';
import { createDoorkeeper } from './doorkeeper.ts';
import { createGroupedReads, maxReadAgeMs } from './grouped-reads.ts';

/**
 * What is read by id (`grouped-reads.ts`), kept in memory for two seconds. Ids that the store does
 * not know are not kept, and nothing is that the store failed to read.
 *
 * Room. The map is in the order in which results came, so dropping from its front frees what has
 * grown old and keeps its size within bounds without a timer. The first quarter of the room is for
 * whatever comes, the rest for what is asked for a second time (`doorkeeper.ts`): where many more
 * items are asked for than there is room for, each of them once, keeping them would cost the
 * collector all it has to move without serving a request.
 */
export interface ReadCache<Item> {
  /**
   * The item as the store knows it, at most two seconds old; undefined when the store does not know
   * the id. At once, and whatever the signal says, when it is in memory. A caller that goes away
   * stops waiting and nothing else; the query goes on for the others.
   */
  load(id: string, options?: ReadOptions): MaybePromise<Item | undefined>;
}

/** What the cache reads from, and its bounds where they differ from the usual ones. */
export interface ReadCacheOptions<Item> {
  /** Reads items by id, in any order, unknown ones left out. */
  readonly read: (ids: readonly string[], options: ReadOptions) => Promise<readonly Item[]>;
  /** A clock that never goes back, in milliseconds; left out: the process's. */
  readonly nowMs?: () => number;
  /** Most items kept. */
  readonly maxEntries?: number;
}

/** The share of the room that is for whatever comes. */
const openShare = 0.25;

interface Entry<Item> {
  readonly item: Item;
  readonly sentAtMs: number;
}

/** Creates a cache of whatever is read by id. */
export const createReadCache = <Item extends { readonly id: string }>({
  read,
  nowMs = () => performance.now(),
  maxEntries = 20_000,
}: ReadCacheOptions<Item>): ReadCache<Item> => {
  const kept = new Map<string, Entry<Item>>();
  const doorkeeper = createDoorkeeper();

  const isYoung = ({ sentAtMs }: Entry<Item>): boolean => nowMs() - sentAtMs <= maxReadAgeMs;

  const dropOldest = (): void => {
    for (const [oldestId, oldest] of kept) {
      if (kept.size <= maxEntries && isYoung(oldest)) break;
      kept.delete(oldestId);
    }
  };

  const keep = (item: Item, sentAtMs: number): void => {
    const { id } = item;
    if (kept.has(id) || kept.size < maxEntries * openShare || doorkeeper.admits(id)) {
      kept.delete(id);
      kept.set(id, { item, sentAtMs });
    }
    dropOldest();
  };

  const reads = createGroupedReads({ read: (ids, signal) => read(ids, { signal }), onRead: keep, nowMs });

  return {
    load(id, options) {
      const entry = kept.get(id);
      if (entry !== undefined && isYoung(entry)) return entry.item;
      return abortable(reads.read(id), options?.signal);
    },
  };
};
