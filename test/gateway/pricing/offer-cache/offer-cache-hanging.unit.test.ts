import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OfferRecord } from '../../../../domain/offers/offer-record.ts';
import type { OfferChangeFeed, OfferChanges } from '../../../../domain/offers/ports.ts';
import { noPlan } from '../../../../domain/offers/refresh-plan.ts';
import { createOfferCache, type OfferCache } from '../../../../gateway/pricing/offer-cache/offer-cache.ts';
import { type HangingPort, hangingPort, standingOf } from '../../../support/hanging-port.ts';
import { credential, offer } from '../../../support/offers.ts';

const said = { price: undefined, priceHeld: undefined, stock: undefined, queued: undefined };
const numbers = { minimumOrderQuantity: undefined, orderMultiple: undefined, leadTimeDays: undefined };

/**
 * Any number of offers of one supplier, seen by one credential; the sku and the label say which
 * state they are of.
 */
const createStored = () => {
  const stored = { sku: 'first', label: 'first', mark: 0, changed: [] as string[], changedCredentials: [] as string[] };
  const record = (id: string): OfferRecord => {
    const { views: _, ...known } = offer([], { id, supplierSku: stored.sku });
    return { ...known, views: [{ credentialId: 'crd_a', packaging: undefined, ...said, ...numbers }] };
  };
  const changesSince = async (): Promise<OfferChanges> => ({
    mark: `${stored.mark}`,
    offers: stored.changed,
    credentials: stored.changedCredentials,
    isCutShort: false,
  });
  const store: OfferChangeFeed = {
    records: async (ids) => ids.map(record),
    credentials: async () => [{ ref: credential({ id: 'crd_a', label: stored.label }), plan: noPlan }],
    mark: async () => `${stored.mark}`,
    changesSince,
    forget: async () => undefined,
  };
  return { stored, store };
};

describe('the offer cache over a store that hangs', () => {
  let given: ReturnType<typeof createStored>;
  let store: HangingPort<OfferChangeFeed>;
  let cache: OfferCache;
  let nowMs: number;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    nowMs = 100_000;
    given = createStored();
    store = hangingPort(given.store);
    cache = createOfferCache({ store: store.port, nowMs: () => nowMs, maxBytes: 2 ** 16 });
  });
  afterEach(() => void vi.useRealTimers());

  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      nowMs += 500;
      await vi.advanceTimersByTimeAsync(500);
    }
  };
  const ask = (id: string): Promise<unknown> => {
    const loading = Promise.resolve(cache.load(id));
    loading.catch(() => undefined);
    return loading;
  };
  /** What is said of an offer: the states of the offer and of its credential. */
  const seen = async (id = 'ofr_a'): Promise<unknown> => {
    const loading = ask(id);
    await vi.advanceTimersByTimeAsync(50);
    const loaded = await standingOf(loading);
    const found = (loaded as Awaited<ReturnType<OfferCache['load']>>)?.offer;
    return found === undefined ? loaded : [found.supplierSku, found.views[0]?.credential.label];
  };
  const changeAll = (state: string): void => {
    Object.assign(given.stored, { sku: state, label: state, mark: given.stored.mark + 1 });
    Object.assign(given.stored, { changed: ['ofr_a'], changedCredentials: ['crd_a'] });
  };

  it.each([['records'], ['credentials']] as const)(
    'refuses who waits in time when "%s" hangs, and answers again after it',
    async (method) => {
      await cache.catchUp();
      store.hang(method);
      const waiting = ask('ofr_a');
      await pass(6_000);
      expect(await standingOf(waiting)).toMatchObject({ kind: 'unavailable' });
      store.recover();
      expect(await seen()).toEqual(['first', 'first']);
    },
  );

  it.each([['mark'], ['changesSince'], ['credentials']] as const)(
    'follows changes again after "%s" has hung',
    async (method) => {
      if (method !== 'mark') {
        await cache.catchUp();
        expect(await seen()).toEqual(['first', 'first']);
      }
      changeAll('second');
      store.hang(method);
      const waiting = cache.catchUp();
      waiting.catch(() => undefined);
      await pass(6_000);
      expect(await standingOf(waiting)).toMatchObject({ kind: 'unavailable' });
      store.recover();
      const following = cache.catchUp();
      await vi.advanceTimersByTimeAsync(0);
      expect(await standingOf(following)).toBeUndefined();
      expect(await seen()).toEqual(['second', 'second']);
      expect(cache.find('ofr_a')).toBeDefined();
    },
  );

  const takesNoLateAnswer = async (method: 'records' | 'credentials' | 'changesSince'): Promise<void> => {
    await cache.catchUp();
    await seen();
    changeAll('second');
    store.hang(method);
    void cache.catchUp().catch(() => undefined);
    void ask('ofr_a');
    await pass(6_000);
    changeAll('third');
    store.recover();
    void cache.catchUp().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(await seen()).toEqual(['third', 'third']);
    await store.release();
    expect(await seen()).toEqual(['third', 'third']);
  };

  it.each([['records'], ['changesSince']] as const)('takes no late answer of "%s" for a newer one', takesNoLateAnswer);

  it('takes no late answer of "credentials" for a newer one', () => takesNoLateAnswer('credentials'));

  it('asks a store that hangs as often as before, however many callers wait', async () => {
    await cache.catchUp();
    store.hang();
    const waiting = Array.from({ length: 2_000 }, (_, at) => ask(`ofr_${at}`));
    await pass(20_000);
    for (const each of waiting) expect(await standingOf(each)).toMatchObject({ kind: 'unavailable' });
    expect(store.hanging()).toBeLessThan(10);
    store.recover();
    void cache.catchUp();
    await vi.advanceTimersByTimeAsync(0);
    expect(await seen()).toEqual(['first', 'first']);
  });
});
