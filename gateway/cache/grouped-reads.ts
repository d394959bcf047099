import { withDeadline } from '../../concurrency/deadline.ts';
import { after } from '../../concurrency/delay.ts';
import { unavailable } from '../../domain/errors.ts';

/**
 * Reads by id that share their queries; for the hot path.
 *
 * Grouping. An id that is asked for joins the query that is already fetching it, or else the queue.
 * When no query runs, one takes up to 256 ids off the queue and starts at once, so the first
 * request never waits for company, and the busier the store, the larger the groups. A second query
 * runs beside it when eight wait for it, so that the store works on one group while the answers to
 * the other are made, or when the first has not come back within ten milliseconds: what it waits
 * for shall not hold up everyone else.
 *
 * Age. What a query brings is as old as the moment it was sent, because that is the latest instant
 * that its data is certain to include. A query that has been running for two seconds is not joined
 * any more; where reads are fresh, none is joined that runs.
 *
 * Changes. `cutOff` parts an id from the query that is fetching it: who already waits still gets
 * the answer, having asked before the change, but `onRead` is not told of it, and later requests
 * start a new query.
 *
 * When the store fails, everyone in the group gets its failure. A query has a deadline of its own,
 * whether or not the store heeds it, so that a store that hangs fails those who wait, with
 * `unavailable`, instead of holding the two places for ever. When no other query was answered
 * meanwhile, those in the queue fail with it: nobody waits for more than two deadlines. What comes
 * after the deadline is dropped. The queue has an end, behind which reads fail with `unavailable`
 * at once.
 */
export interface GroupedReads<Item> {
  /**
   * The item as the store knows it, at most two seconds old; undefined when the store does not know
   * the id.
   */
  read(id: string): Promise<Item | undefined>;
  /** What is being read of these items is out of date. */
  invalidate(ids: Iterable<string>): void;
  /** The same for all items. */
  cutOffAll(): void;
}

/** The source of reads, and its listeners. */
export interface GroupedReadsOptions<Item> {
  /** Reads items by id, in any order, unknown ones left out. */
  readonly read: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Item[]>;
  /**
   * Told every item that was read and not cut off, with the moment its query was sent, before those
   * who wait for it.
   */
  readonly onRead?: (item: Item, sentAtMs: number) => void;
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs: () => number;
  /**
   * Whether an answer holds all that was committed before it was asked for; left out: it may be two
   * seconds old.
   */
  readonly isFresh?: boolean;
}

/** The oldest that an answer may be. */
export const maxReadAgeMs = 2_000;
const maxIdsPerQuery = 256;
const maxQueries = 2;
/** So many ids in the queue are worth a query beside the one that runs. */
const worthAQuery = 8;
const patienceMs = 10;
const queryDeadlineMs = 5_000;
/** Some megabytes of ids, and more than a store that answers is ever behind. */
const maxQueued = 20_000;

/**
 * One id on its way: in the queue, then in a query. Once its answer is there it lets go of it and
 * of who waited: a `Map` that makes itself a new table leaves the one before with all that stood in
 * it, and each dead table leads to the next. V8 takes what old garbage leads to for alive until the
 * next full collection, so most requests would become old by this alone.
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
      // All waiters may have gone; the failure then has no handler and must not end the process.
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

/** The ids that wait for a query, and those that one is fetching. */
interface Loads<Item> {
  readonly queue: Map<string, Load<Item>>;
  readonly running: Map<string, Load<Item>>;
}

const failAll = <Item>(queue: Loads<Item>['queue'], error: unknown): void => {
  const waiting = [...queue.values()];
  queue.clear();
  for (const load of waiting) load.reject(error);
};

/** Asks the store for groups of ids. */
const createFetch = <Item extends { readonly id: string }>(
  read: GroupedReadsOptions<Item>['read'],
  queue: Loads<Item>['queue'],
) => {
  /**
   * Queries that were answered, so that one that was not can tell whether others were meanwhile.
   */
  let answers = 0;
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, Item>> => {
    const answersBefore = answers;
    let late: AbortSignal | undefined;
    try {
      const items = await withDeadline({ what: 'reading by id', ms: queryDeadlineMs }, (signal) => {
        late = signal;
        return read(ids, signal);
      });
      answers += 1;
      return new Map(items.map((item) => [item.id, item]));
    } catch (error) {
      if (late?.aborted && answers === answersBefore) failAll(queue, error);
      throw error;
    }
  };
};

/** Fills loads from the store, a group at a time. */
const createFill = <Item extends { readonly id: string }>(
  { read, onRead = () => undefined }: GroupedReadsOptions<Item>,
  { queue, running }: Loads<Item>,
) => {
  const fetchGroup = createFetch(read, queue);
  /** What is returned tells those who wait. */
  return async (group: ReadonlyMap<string, Load<Item>>): Promise<() => void> => {
    let tell: (load: Load<Item>, id: string) => void;
    try {
      const items = await fetchGroup([...group.keys()]);
      for (const [id, load] of group) {
        const item = items.get(id);
        if (item !== undefined && !load.isCutOff) onRead(item, load.sentAtMs);
      }
      tell = (load, id) => load.resolve(items.get(id));
    } catch (error) {
      tell = (load) => load.reject(error);
    }
    for (const [id, load] of group) if (running.get(id) === load) running.delete(id);
    return () => group.forEach(tell);
  };
};

/** Takes ids off the queue into queries; what is returned starts as many as may run. */
const createQueries = <Item extends { readonly id: string }>(
  options: GroupedReadsOptions<Item>,
  loads: Loads<Item>,
): (() => void) => {
  const { queue, running } = loads;
  const fill = createFill(options, loads);
  let queries = 0;
  /** How many of them have been running for longer than `patienceMs`. */
  let slowQueries = 0;

  const run = async (group: ReadonlyMap<string, Load<Item>>): Promise<void> => {
    let isSlow = false;
    const stopWaiting = after(patienceMs, () => {
      isSlow = true;
      slowQueries += 1;
      start();
    });
    const tell = await fill(group);
    stopWaiting();
    if (isSlow) slowQueries -= 1;
    queries -= 1;
    tell();
    start();
  };

  const mayStart = (): boolean =>
    queries === 0 || (queries < maxQueries && (queue.size >= worthAQuery || slowQueries === queries));

  const start = (): void => {
    while (queue.size > 0 && mayStart()) {
      const group = new Map(queue.entries().take(maxIdsPerQuery));
      for (const [id, load] of group) {
        queue.delete(id);
        running.set(id, load);
        load.sentAtMs = options.nowMs();
      }
      queries += 1;
      void run(group);
    }
  };
  return start;
};

/** Creates reads that share their queries. */
export const createGroupedReads = <Item extends { readonly id: string }>(
  options: GroupedReadsOptions<Item>,
): GroupedReads<Item> => {
  const { nowMs, isFresh = false } = options;
  const queue = new Map<string, Load<Item>>();
  const running = new Map<string, Load<Item>>();
  const startQueries = createQueries(options, { queue, running });

  const cutOff = (id: string): void => {
    const load = running.get(id);
    if (load === undefined) return;
    load.isCutOff = true;
    running.delete(id);
  };

  return {
    read(id) {
      const underway = queue.get(id) ?? (isFresh ? undefined : running.get(id));
      if (underway !== undefined && nowMs() - underway.sentAtMs <= maxReadAgeMs) return underway.answer();
      if (queue.size >= maxQueued) return Promise.reject(unavailable('too many reads by id wait', 1_000));
      cutOff(id);
      const load = new Load<Item>();
      queue.set(id, load);
      startQueries();
      return load.answer();
    },

    invalidate(ids) {
      for (const id of ids) cutOff(id);
    },

    cutOffAll() {
      for (const id of [...running.keys()]) cutOff(id);
    },
  };
};
