import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import type { Offer } from '../../../domain/offer.ts';
import type { ReadOptions } from '../../../domain/ports.ts';
import { createReadCache, maxReadAgeMs } from '../../../gateway/usecases/read-cache.ts';
import { collectAll, collectYoung, oldBytes } from '../../support/heap.ts';
import { offer } from '../../support/offers.ts';

/** A store whose answers the test releases one by one. */
const heldStore = () => {
  const queries: ({ ids: readonly string[]; signal: AbortSignal | undefined } & PromiseWithResolvers<
    readonly Offer[]
  >)[] = [];
  const read = (ids: readonly string[], options?: ReadOptions) => {
    const query = { ids, signal: options?.signal, ...Promise.withResolvers<readonly Offer[]>() };
    queries.push(query);
    return query.promise;
  };
  const query = (at: number) => {
    const found = queries[at];
    if (found === undefined) throw new Error(`query ${at} was not sent`);
    return found;
  };
  return { read, queries, query };
};

const made = (id: string, supplierSku = 'first'): Offer => offer([], { id, supplierSku });

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

/** A cache that checks what has grown old, holding these offers, with a store that answers from `stored` and writes down what it is asked. */
const setUpChecked = async (...ids: readonly string[]) => {
  const asked: { does: 'read' | 'check'; ids: readonly string[] }[] = [];
  const stored = new Map(ids.map((id) => [id, made(id)]));
  const clock = { nowMs: 0 };
  const cache = createReadCache<Offer>({
    read: async (wanted) => {
      asked.push({ does: 'read', ids: wanted });
      return wanted.flatMap((id) => stored.get(id) ?? []);
    },
    unchanged: async (items) => {
      asked.push({ does: 'check', ids: items.map(({ id }) => id) });
      return new Set(items.filter((item) => stored.get(item.id) === item).map(({ id }) => id));
    },
    nowMs: () => clock.nowMs,
    maxEntries: 12,
  });
  const loadAll = (wanted: readonly string[]) => Promise.all(wanted.map((id) => cache.load(id)));
  await loadAll(ids);
  asked.length = 0;
  return { asked, stored, clock, cache, loadAll };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('read cache', () => {
  it('sends the first request at once, a second query when eight wait for it, and takes all others in the largest groups', async () => {
    const { store, cache } = setUp();
    const loads = Array.from({ length: 600 }, (_, at) => cache.load(`ofr_${at}`));
    expect(store.queries.map(({ ids }) => ids.length)).toEqual([1, 8]);
    for (let at = 0; at < 5; at += 1) {
      await vi.waitFor(() => expect(store.queries.length).toBeGreaterThan(at));
      store.query(at).resolve(store.query(at).ids.map((id) => made(id)));
    }
    const loaded = await Promise.all(loads);
    expect(store.queries.map(({ ids }) => ids.length)).toEqual([1, 8, 256, 256, 79]);
    expect(loaded.map((each) => each?.id)).toEqual(Array.from({ length: 600 }, (_, at) => `ofr_${at}`));
  });

  it('does not let a slow query hold up the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, cache } = setUp();
    const slow = cache.load('slow');
    const others = [cache.load('a'), cache.load('b')];
    expect(store.queries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(store.query(1).ids).toEqual(['a', 'b']);
    store.query(1).resolve([made('a'), made('b')]);
    expect((await Promise.all(others)).map((each) => each?.id)).toEqual(['a', 'b']);
    const later = cache.load('c');
    expect(store.query(2).ids).toEqual(['c']);
    store.query(2).resolve([made('c')]);
    await later;
    store.query(0).resolve([made('slow')]);
    expect((await slow)?.id).toBe('slow');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks once for an id that many ask for at the same time', async () => {
    const { store, cache } = setUp();
    const loads = [cache.load('a'), cache.load('a'), cache.load('a')];
    store.query(0).resolve([made('a')]);
    await Promise.all(loads);
    expect(store.queries).toHaveLength(1);
  });

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

  it('never keeps, nor answers to a later caller, what was read before an invalidation', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, cache } = setUp();
    const before = cache.load('a');
    cache.invalidate(['a']);
    const after = cache.load('a');
    await vi.advanceTimersByTimeAsync(10);
    store.query(1).resolve([made('a', 'newer')]);
    expect((await after)?.supplierSku).toBe('newer');
    store.query(0).resolve([made('a', 'older')]);
    expect((await before)?.supplierSku).toBe('older');
    expect((await cache.load('a'))?.supplierSku).toBe('newer');
    expect(store.queries).toHaveLength(2);
  });

  it('forgets a kept offer when it is invalidated', async () => {
    const { store, cache } = setUp();
    const first = cache.load('a');
    store.query(0).resolve([made('a')]);
    await first;
    cache.invalidate(['a']);
    void cache.load('a');
    expect(store.queries).toHaveLength(2);
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

  it('gives the failure of a query to everyone in its group, keeps nothing, and goes on', async () => {
    const { store, cache } = setUp();
    const failing = [cache.load('a'), cache.load('a')];
    store.query(0).reject(new Failure('unavailable', 'down'));
    for (const load of failing) await expect(load).rejects.toMatchObject({ kind: 'unavailable' });
    const next = cache.load('a');
    store.query(1).resolve([made('a')]);
    expect((await next)?.id).toBe('a');
  });

  it('gives up a query that hangs, so that its place is free again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, cache } = setUp();
    const hanging = cache.load('a');
    const { signal, reject } = store.query(0);
    signal?.addEventListener('abort', () => reject(signal.reason));
    const refused = expect(hanging).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: 1_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
  });
});

describe('read cache over a store that can check', () => {
  it('answers the same object for two seconds more when the store says that nothing has changed', async () => {
    const { asked, stored, clock, cache } = await setUpChecked('a');
    clock.nowMs = maxReadAgeMs + 1;
    expect(await cache.load('a')).toBe(stored.get('a'));
    expect(asked).toEqual([{ does: 'check', ids: ['a'] }]);
    clock.nowMs = 2 * maxReadAgeMs + 1;
    await cache.load('a');
    expect(asked).toHaveLength(1);
    clock.nowMs += 1;
    await cache.load('a');
    expect(asked).toHaveLength(2);
  });

  it('reads what has changed, checks what is old and reads what is new, each in one query', async () => {
    const { asked, stored, clock, loadAll } = await setUpChecked('a', 'b');
    clock.nowMs = maxReadAgeMs + 1;
    const [second, third] = [made('b', 'second'), made('c')];
    stored.set('b', second).set('c', third);
    // The first starts alone; the others wait for each other.
    expect(await loadAll(['a', 'b', 'c'])).toEqual([stored.get('a'), second, third]);
    expect(asked).toEqual([
      { does: 'check', ids: ['a'] },
      { does: 'check', ids: ['b'] },
      { does: 'read', ids: ['c'] },
      { does: 'read', ids: ['b'] },
    ]);
  });

  it('checks together what was asked for since it was read and will soon be old, beside what somebody waits for', async () => {
    const { asked, stored, clock, cache, loadAll } = await setUpChecked('a', 'b', 'c');
    await loadAll(['b']);
    clock.nowMs = maxReadAgeMs + 1;
    stored.set('b', made('b', 'second'));
    await cache.load('a');
    expect(asked).toEqual([
      { does: 'check', ids: ['a'] },
      { does: 'check', ids: ['b'] },
      { does: 'read', ids: ['b'] },
    ]);
    expect((await cache.load('b'))?.supplierSku).toBe('second');
    // Nobody has asked for `c` since.
    await cache.load('c');
    expect(asked.at(-1)).toEqual({ does: 'check', ids: ['c'] });
    expect(asked).toHaveLength(4);
  });

  it('does not keep what it took along when that was invalidated meanwhile', async () => {
    const { stored, clock, cache, loadAll } = await setUpChecked('a', 'b');
    await loadAll(['b']);
    clock.nowMs = maxReadAgeMs + 1;
    const checking = cache.load('a');
    stored.set('b', made('b', 'second'));
    cache.invalidate(['b']);
    await checking;
    expect((await cache.load('b'))?.supplierSku).toBe('second');
  });

  it('forgets what the store does not know any more', async () => {
    const { asked, stored, clock, cache } = await setUpChecked('a');
    clock.nowMs = maxReadAgeMs + 1;
    stored.delete('a');
    expect(await cache.load('a')).toBeUndefined();
    stored.set('a', made('a', 'again'));
    expect((await cache.load('a'))?.supplierSku).toBe('again');
    expect(asked.at(-1)).toEqual({ does: 'read', ids: ['a'] });
  });

  it('reads anew after an invalidation, without a check', async () => {
    const { asked, cache } = await setUpChecked('a');
    cache.invalidate(['a']);
    await cache.load('a');
    expect(asked).toEqual([{ does: 'read', ids: ['a'] }]);
  });

  it('keeps no more than its bound, however long ago they were read', async () => {
    const { asked, stored, clock, loadAll } = await setUpChecked('a', 'b', 'c');
    const others = Array.from({ length: 10 }, (_, at) => `other_${at}`);
    for (const id of others) stored.set(id, made(id));
    for (let time = 0; time < 2; time += 1) for (const id of others) await loadAll([id]);
    clock.nowMs = maxReadAgeMs + 1;
    asked.length = 0;
    await loadAll(['a']);
    expect(asked).toEqual([{ does: 'read', ids: ['a'] }]);
  });
});
