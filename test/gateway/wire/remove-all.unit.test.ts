import { describe, expect, it } from 'vitest';
import { removeAll } from '../../../gateway/wire/remove-all.ts';

/** So many rows that wait, and a removal of some of them. */
const rows = (waiting: number) => {
  const removed: number[] = [];
  let left = waiting;
  return {
    removed,
    remove: async (limit: number): Promise<number> => {
      const count = Math.min(limit, left);
      left -= count;
      removed.push(count);
      return count;
    },
  };
};

describe('removal in batches', () => {
  it('goes on while batches are full', async () => {
    const { remove, removed } = rows(25);
    expect(await removeAll(remove, { size: 10, atOnce: 5 }, new AbortController().signal)).toBe(25);
    expect(removed).toEqual([10, 10, 5]);
  });

  it('leaves what is too much for one time to the next', async () => {
    const { remove } = rows(100);
    expect(await removeAll(remove, { size: 10, atOnce: 5 }, new AbortController().signal)).toBe(50);
  });

  it('begins no batch when its time is over', async () => {
    const { remove, removed } = rows(100);
    const over = new AbortController();
    const thenOver = async (limit: number) => {
      over.abort();
      return remove(limit);
    };
    expect(await removeAll(thenOver, { size: 10, atOnce: 5 }, over.signal)).toBe(10);
    expect(removed).toEqual([10]);
  });
});
