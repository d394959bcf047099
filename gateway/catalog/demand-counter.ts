import { withDeadline } from '../../concurrency/deadline.ts';
import type { ProductDemand } from '../../domain/catalog/ports.ts';

/**
 * Counts what is priced, in memory, until it is added to the store; a crash loses the counts of a
 * few seconds.
 */
export interface DemandCounter {
  /** One more: an increment in a map, for the hot path. */
  readonly count: (productId: string) => void;
  /**
   * Adds what was counted to the store. What the store did not take is counted still, and the
   * failure is thrown: `unavailable` when the store hangs. What was given to it then counts once,
   * whether it takes or refuses it late.
   */
  flush(now: Date): Promise<void>;
}

/** While the store is away, no more products than that are counted. */
const maxProducts = 100_000;

/** The longest that the store is waited for. */
const flushDeadlineMs = 10_000;

/** Starts at nothing. */
export const createDemandCounter = (store: Pick<ProductDemand, 'add'>): DemandCounter => {
  let counts = new Map<string, number>();

  const add = (productId: string, more: number): void => {
    const known = counts.get(productId);
    if (known === undefined && counts.size >= maxProducts) return;
    counts.set(productId, (known ?? 0) + more);
  };

  return {
    count: (productId) => add(productId, 1),
    flush: (now) =>
      withDeadline({ what: 'counting of demand', ms: flushDeadlineMs }, async () => {
        const counted = counts;
        counts = new Map();
        try {
          await store.add(counted, now);
        } catch (error) {
          for (const [productId, count] of counted) add(productId, count);
          throw error;
        }
      }),
  };
};
