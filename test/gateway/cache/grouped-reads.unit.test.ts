import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import type { Offer } from '../../../domain/offers/offer.ts';
import { createGroupedReads } from '../../../gateway/cache/grouped-reads.ts';
import { heldStore, made } from '../../support/held-store.ts';

const setUp = () => {
  const store = heldStore();
  const clock = { nowMs: 0 };
  const told: (Offer & { readonly sentAtMs: number })[] = [];
  const reads = createGroupedReads<Offer>({
    read: (ids, signal) => store.read(ids, { signal }),
    onRead: (item, sentAtMs) => told.push({ ...item, sentAtMs }),
    nowMs: () => clock.nowMs,
  });
  return { store, clock, reads, told };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('grouped reads', () => {
  it('sends the first request at once, a second query when eight wait for it, and takes all others in the largest groups', async () => {
    const { store, reads } = setUp();
    const loads = Array.from({ length: 600 }, (_, at) => reads.read(`ofr_${at}`));
    expect(store.queries.map(({ ids }) => ids.length)).toEqual([1, 8]);
    for (let at = 0; at < 5; at += 1) {
      await vi.waitFor(() => expect(store.queries.length).toBeGreaterThan(at));
      store.query(at).resolve(store.query(at).ids.map((id) => made(id)));
    }
    const loaded = await Promise.all(loads);
    expect(store.queries.map(({ ids }) => ids.length)).toEqual([1, 8, 256, 256, 79]);
    expect(loaded.map((each) => each?.id)).toEqual(Array.from({ length: 600 }, (_, at) => `ofr_${at}`));
  });

  it('joins no query that runs where reads are fresh, and one that waits', async () => {
    const store = heldStore();
    const reads = createGroupedReads<Offer>({
      read: (ids, signal) => store.read(ids, { signal }),
      nowMs: () => 0,
      isFresh: true,
    });
    const loads = [reads.read('a'), reads.read('a'), reads.read('a')];
    store.query(0).resolve([made('a', 'before')]);
    expect((await loads[0])?.supplierSku).toBe('before');
    expect(store.queries.map(({ ids }) => ids)).toEqual([['a'], ['a']]);
    store.query(1).resolve([made('a', 'after')]);
    expect((await Promise.all(loads)).map((each) => each?.supplierSku)).toEqual(['before', 'after', 'after']);
  });

  it('does not let a slow query hold up the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, reads } = setUp();
    const slow = reads.read('slow');
    const others = [reads.read('a'), reads.read('b')];
    expect(store.queries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(store.query(1).ids).toEqual(['a', 'b']);
    store.query(1).resolve([made('a'), made('b')]);
    expect((await Promise.all(others)).map((each) => each?.id)).toEqual(['a', 'b']);
    const later = reads.read('c');
    expect(store.query(2).ids).toEqual(['c']);
    store.query(2).resolve([made('c')]);
    await later;
    store.query(0).resolve([made('slow')]);
    expect((await slow)?.id).toBe('slow');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks once for an id that many ask for at the same time', async () => {
    const { store, reads } = setUp();
    const loads = [reads.read('a'), reads.read('a'), reads.read('a')];
    store.query(0).resolve([made('a')]);
    await Promise.all(loads);
    expect(store.queries).toHaveLength(1);
  });

  it('starts a query of its own for who asks after a change, and tells nobody but those who asked before of what it cut off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, reads, told } = setUp();
    const before = reads.read('a');
    reads.invalidate(['a', 'unknown']);
    const after = reads.read('a');
    await vi.advanceTimersByTimeAsync(10);
    store.query(1).resolve([made('a', 'newer')]);
    expect((await after)?.supplierSku).toBe('newer');
    store.query(0).resolve([made('a', 'older')]);
    expect((await before)?.supplierSku).toBe('older');
    expect(told.map(({ supplierSku }) => supplierSku)).toEqual(['newer']);
  });

  it('cuts everything off that is being read, and nothing that waits for its query', async () => {
    const { store, reads, told } = setUp();
    const loads = [reads.read('a'), reads.read('b')];
    reads.cutOffAll();
    store.query(0).resolve([made('a')]);
    await loads[0];
    store.query(1).resolve([made('b')]);
    await Promise.all(loads);
    expect(told.map(({ id }) => id)).toEqual(['b']);
  });

  it('tells when the query was sent of each item that was found, and of none that was not', async () => {
    const { store, reads, told, clock } = setUp();
    clock.nowMs = 5;
    const loads = [reads.read('a'), reads.read('b')];
    clock.nowMs = 9;
    store.query(0).resolve([made('a')]);
    await loads[0];
    store.query(1).resolve([]);
    expect(await loads[1]).toBeUndefined();
    expect(told.map(({ id, sentAtMs }) => [id, sentAtMs])).toEqual([['a', 5]]);
  });

  it('gives the failure of a query to everyone in its group, keeps nothing, and goes on', async () => {
    const { store, reads } = setUp();
    const failing = [reads.read('a'), reads.read('a')];
    store.query(0).reject(new Failure('unavailable', 'down'));
    for (const load of failing) await expect(load).rejects.toMatchObject({ kind: 'unavailable' });
    const next = reads.read('a');
    store.query(1).resolve([made('a')]);
    expect((await next)?.id).toBe('a');
  });

  it('gives up a query that hangs, whether it heeds its signal or not, and takes nothing of what it brings late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, reads, told } = setUp();
    const refused = expect(reads.read('a')).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: 1_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    expect(store.query(0).signal?.aborted).toBe(true);
    const next = reads.read('a');
    store.query(1).resolve([made('a', 'newer')]);
    expect((await next)?.supplierSku).toBe('newer');
    store.query(0).resolve([made('a', 'older')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(told.map(({ supplierSku }) => supplierSku)).toEqual(['newer']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails those in the queue with a query that hangs, unless another one was answered meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { store, reads } = setUp();
    const outcome = (id: string) =>
      reads.read(id).then(
        (item) => item?.id,
        ({ kind }: Failure) => kind,
      );
    const hanging = [outcome('a')];
    await vi.advanceTimersByTimeAsync(10);
    hanging.push(outcome('b'));
    const queued = outcome('c');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all([...hanging, queued])).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(store.queries).toHaveLength(2);

    const slow = outcome('d');
    await vi.advanceTimersByTimeAsync(10);
    const other = outcome('e');
    store.query(3).resolve([made('e')]);
    expect(await other).toBe('e');
    const slower = outcome('f');
    const waiting = outcome('g');
    await vi.advanceTimersByTimeAsync(4_990);
    expect(await slow).toBe('unavailable');
    store.query(5).resolve([made('g')]);
    expect(await waiting).toBe('g');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await slower).toBe('unavailable');
  });

  it('refuses at once what no longer fits in the queue', async () => {
    const { store, reads } = setUp();
    const waiting = Array.from({ length: 25_000 }, (_, at) => reads.read(`ofr_${at}`));
    await expect(waiting.at(-1)).rejects.toMatchObject({ kind: 'unavailable' });
    for (const each of waiting) each.catch(() => undefined);
    expect(store.queries).toHaveLength(2);
  });
});
