import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import type { Offer } from '../../../domain/offer.ts';
import type { ReadOptions } from '../../../domain/ports.ts';
import { createOfferCache, maxOfferAgeMs } from '../../../gateway/usecases/offer-cache.ts';
import { offer } from '../../support/offers.ts';

/** A store whose answers the test releases one by one. */
const heldStore = () => {
  const queries: ({ ids: readonly string[]; signal: AbortSignal | undefined } & PromiseWithResolvers<
    readonly Offer[]
  >)[] = [];
  const byIds = (ids: readonly string[], options?: ReadOptions) => {
    const query = { ids, signal: options?.signal, ...Promise.withResolvers<readonly Offer[]>() };
    queries.push(query);
    return query.promise;
  };
  const query = (at: number) => {
    const found = queries[at];
    if (found === undefined) throw new Error(`query ${at} was not sent`);
    return found;
  };
  return { byIds, queries, query };
};

const made = (id: string, supplierSku = 'first'): Offer => offer([], { id, supplierSku });

const setUp = (maxEntries?: number) => {
  const store = heldStore();
  const clock = { nowMs: 0 };
  const cache = createOfferCache({
    store,
    nowMs: () => clock.nowMs,
    ...(maxEntries === undefined ? {} : { maxEntries }),
  });
  return { store, clock, cache };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('offer cache', () => {
  it('sends the first request at once, and a second one only when its group is full', async () => {
    const { store, cache } = setUp();
    const loads = Array.from({ length: 600 }, (_, at) => cache.load(`ofr_${at}`));
    expect(store.queries.map(({ ids }) => ids.length)).toEqual([1, 256]);
    for (let at = 0; at < 4; at += 1) {
      await vi.waitFor(() => expect(store.queries.length).toBeGreaterThan(at));
      store.query(at).resolve(store.query(at).ids.map((id) => made(id)));
    }
    const loaded = await Promise.all(loads);
    expect(store.queries.map(({ ids }) => ids.length)).toEqual([1, 256, 256, 87]);
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
    clock.nowMs = maxOfferAgeMs;
    await cache.load('a');
    expect(store.queries).toHaveLength(1);
    clock.nowMs = maxOfferAgeMs + 1;
    const again = cache.load('a');
    store.query(1).resolve([made('a', 'second')]);
    expect((await again)?.supplierSku).toBe('second');
  });

  it('keeps no more offers than its bound, dropping the oldest', async () => {
    const { store, cache } = setUp(2);
    for (const [at, id] of ['a', 'b', 'c'].entries()) {
      const load = cache.load(id);
      store.query(at).resolve([made(id)]);
      await load;
    }
    await cache.load('b');
    await cache.load('c');
    expect(store.queries).toHaveLength(3);
    void cache.load('a');
    expect(store.queries).toHaveLength(4);
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
