import { describe, expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { maxReadAgeMs } from '../../../gateway/cache/grouped-reads.ts';
import { createReadCache } from '../../../gateway/cache/read-cache.ts';
import { collectAll, collectYoung, oldBytes } from '../../support/heap.ts';
import { heldStore, made } from '../../support/held-store.ts';

const setUp = (maxEntries?: number) => {
  const store = heldStore();
  const clock = { nowMs: 0 };
  const cache = createReadCache({
    read: store.read,
    nowMs: () => clock.nowMs,
    ...(maxEntries === undefined ? {} : { maxEntries }),
  });
  /** Loads what has to be read, and has the store answer. */
  const answered = (id: string) => {
    const load = cache.load(id);
    store.queries.at(-1)?.resolve([made(id)]);
    return load;
  };
  return { store, clock, cache, answered };
};

describe('read cache', () => {
  it('answers from memory for two seconds from the sending of the query and not a moment longer', async () => {
    const { store, clock, cache } = setUp();
    const first = cache.load('a');
    clock.nowMs = 1_500;
    store.query(0).resolve([made('a')]);
    await first;
    clock.nowMs = maxReadAgeMs;
    await cache.load('a');
    expect(store.queries).toHaveLength(1);
    clock.nowMs = maxReadAgeMs + 1;
    const again = cache.load('a');
    store.query(1).resolve([made('a', 'second')]);
    expect((await again)?.supplierSku).toBe('second');
  });

  it('keeps no more offers than its bound, dropping the oldest', async () => {
    const { store, cache, answered } = setUp(4);
    // The first finds an empty cache; the others are let in when they come again.
    await answered('a');
    for (const id of ['b', 'c', 'd', 'e']) {
      await answered(id);
      await answered(id);
    }
    expect(store.queries).toHaveLength(9);
    for (const id of ['b', 'c', 'd', 'e']) await cache.load(id);
    expect(store.queries).toHaveLength(9);
    void cache.load('a');
    expect(store.queries).toHaveLength(10);
  });

  it('keeps what is asked for once while a quarter of its room is free, and after that what is asked for again', async () => {
    const { store, cache, answered } = setUp(8);
    for (const id of ['a', 'b', 'c', 'c']) await answered(id);
    expect(store.queries.map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c'], ['c']]);
    for (const id of ['a', 'b', 'c']) await cache.load(id);
    expect(store.queries).toHaveLength(4);
  });

  it('leaves what it does not keep to the collector of young objects, however many are on their way', async () => {
    const figures = 1_000;
    const asked = { together: 32, each: 16, rounds: 10 };
    const cache = createReadCache({
      read: async (ids) => {
        await new Promise(setImmediate);
        return ids.map((id) => ({ id, bulk: Array.from({ length: figures }, (_, at) => at + 0.5) }));
      },
      maxEntries: 4,
    });
    let made = 0;
    const loadSome = async () => {
      for (let at = 0; at < asked.each; at += 1) await cache.load(`item_${made++}`);
    };
    const run = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(Array.from({ length: asked.together }, loadSome));
        collectYoung();
      }
    };
    await run(4);
    collectAll();
    const before = oldBytes();
    await run(asked.rounds);
    collectYoung();
    const passedThrough = asked.rounds * asked.together * asked.each * figures * Float64Array.BYTES_PER_ELEMENT;
    // More than half of it before loads let go of their answers.
    expect((oldBytes() - before) / passedThrough).toBeLessThan(0.25);
  });

  it('does not keep that an id is unknown', async () => {
    const { store, cache } = setUp();
    const first = cache.load('a');
    store.query(0).resolve([]);
    expect(await first).toBeUndefined();
    const second = cache.load('a');
    store.query(1).resolve([made('a')]);
    expect((await second)?.id).toBe('a');
  });

  it('lets a caller go without touching the query that others wait for', async () => {
    const { store, cache } = setUp();
    const leaving = new AbortController();
    const gone = cache.load('a', { signal: leaving.signal });
    const staying = cache.load('a', { signal: new AbortController().signal });
    leaving.abort(new Failure('cancelled', 'gone'));
    await expect(gone).rejects.toMatchObject({ kind: 'cancelled' });
    expect(store.query(0).signal?.aborted).toBe(false);
    store.query(0).resolve([made('a')]);
    expect((await staying)?.id).toBe('a');
  });
});
