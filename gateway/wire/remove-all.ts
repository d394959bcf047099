/** Rows that go in one transaction, and transactions of one time. */
export interface RemovalBatches {
  readonly size: number;
  readonly atOnce: number;
}

/**
 * Removes batches until there is nothing more, enough for this time, or no time left; returns how
 * many rows went. Rejects as a batch does.
 */
export const removeAll = async (
  remove: (limit: number) => Promise<number>,
  { size, atOnce }: RemovalBatches,
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  for (let batch = 0; batch < atOnce && !signal.aborted; batch += 1) {
    const removed = await remove(size);
    count += removed;
    if (removed < size) break;
  }
  return count;
};
