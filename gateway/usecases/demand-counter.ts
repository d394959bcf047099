import type { ProductDemand } from '../../domain/ports.ts';

/** Counts what is priced, in memory, until it is added to the store; a crash loses the counts of a few seconds. */
export interface DemandCounter {
  /** One more: an increment in a map, for the hot path. */
  readonly count: (productId: string) => void;
  /** Adds what was counted to the store. What the store did not take is counted still, and the failure is thrown. */
  flush(now: Date): Promise<void>;
}

/** While the store is away, no more products than that are counted. */
const maxProducts = 100_000;

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
    flush: async (now) => {
      const counted = counts;
      counts = new Map();
      try {
        await store.add(counted, now);
      } catch (error) {
        for (const [productId, count] of counted) add(productId, count);
        throw error;
      }
    },
  };
};
