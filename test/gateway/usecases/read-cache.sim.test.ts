import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../domain/offer.ts';
import { createReadCache, maxReadAgeMs } from '../../../gateway/usecases/read-cache.ts';
import { offer } from '../../support/offers.ts';

const ids = ['a', 'b', 'c', 'd'] as const;
const id = fc.constantFrom(...ids);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('load' as const), id }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('change' as const), id, isTold: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('answer' as const), which: fc.nat(1), fails: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.nat(1_500) }) },
);

/** When each id changed; the number of its changes up to an instant is its version then. */
const createTruth = () => {
  const changes = new Map<string, number[]>(ids.map((each) => [each, []]));
  return {
    change: (of: string, atMs: number): void => void changes.get(of)?.push(atMs),
    versionAt: (of: string, atMs: number): number =>
      changes.get(of)?.filter((changedAtMs) => changedAtMs < atMs).length ?? 0,
    version: (of: string): number => changes.get(of)?.length ?? 0,
  };
};

/** A store that reads and checks at once and answers when told to. */
const createSlowStore = (read: (id: string) => Offer) => {
  const open: ((fails: boolean) => void)[] = [];
  const answerLater = <T>(answer: T): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    open.push((fails) => (fails ? reject(new Error('down')) : resolve(answer)));
    return promise;
  };
  return {
    open,
    read: (wanted: readonly string[]): Promise<readonly Offer[]> => answerLater(wanted.map(read)),
    unchanged: (items: readonly Offer[]): Promise<ReadonlySet<string>> =>
      answerLater(
        new Set(items.filter(({ id, supplierSku }) => read(id).supplierSku === supplierSku).map((item) => item.id)),
      ),
    answer: async (which: number, fails: boolean): Promise<void> => {
      const [settle] = open.splice(which % Math.max(open.length, 1), 1);
      settle?.(fails);
      await new Promise(setImmediate);
    },
  };
};

/** A cache over such a store, with a clock, a truth that moves on, and what the cache was told of it. */
const createScenario = (checks: boolean) => {
  const answers: Promise<void>[] = [];
  const told = new Map<string, number>();
  const truth = createTruth();
  const store = createSlowStore((each) => offer([], { id: each, supplierSku: String(truth.version(each)) }));
  let nowMs = 0;
  const cache = createReadCache({
    nowMs: () => nowMs,
    read: store.read,
    ...(checks ? { unchanged: store.unchanged } : {}),
  });

  const ask = async (of: string): Promise<void> => {
    const oldest = Math.max(told.get(of) ?? 0, truth.versionAt(of, nowMs - maxReadAgeMs));
    const found = await Promise.resolve(cache.load(of)).catch((error: Error) => error.message);
    if (found === 'down') return;
    expect(found).toMatchObject({ id: of });
    expect(Number((found as Offer).supplierSku)).toBeGreaterThanOrEqual(oldest);
  };

  return {
    store,
    ask: (of: string): void => void answers.push(ask(of)),
    wait: (ms: number): void => {
      nowMs += ms;
    },
    change: (of: string, isTold: boolean): void => {
      truth.change(of, nowMs);
      if (!isTold) return;
      cache.invalidate([of]);
      told.set(of, truth.version(of));
    },
    finish: async (): Promise<void> => {
      while (store.open.length > 0) await store.answer(0, false);
      await Promise.all(answers);
    },
  };
};

describe('read cache, whatever the order of questions, changes, answers and failures', () => {
  it('answers nothing older than two seconds before the question or than a change it was told of, with two groups of queries at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.boolean(), async (steps, checks) => {
        const { store, ask, wait, change, finish } = createScenario(checks);
        for (const each of steps) {
          if (each.does === 'load') ask(each.id);
          else if (each.does === 'wait') wait(each.ms);
          else if (each.does === 'change') change(each.id, each.isTold);
          else await store.answer(each.which, each.fails);
          // A group that is both checked and read has two.
          expect(store.open.length).toBeLessThanOrEqual(checks ? 4 : 2);
        }
        await finish();
      }),
      { numRuns: 600 },
    );
  });
});
