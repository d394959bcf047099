import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../domain/offers/offer.ts';
import { maxReadAgeMs } from '../../../gateway/cache/grouped-reads.ts';
import { createReadCache } from '../../../gateway/cache/read-cache.ts';
import { createSlowStore, createTruth, stepsOf } from '../../support/changing-offers.ts';

/** A cache over a store that answers late, with a clock and a truth that moves on. */
const createScenario = () => {
  const answers: Promise<void>[] = [];
  const truth = createTruth();
  const store = createSlowStore();
  let nowMs = 0;
  const cache = createReadCache({
    nowMs: () => nowMs,
    read: (ids) => store.later(() => ids.map(truth.offer)),
  });

  const ask = async (of: string): Promise<void> => {
    const oldest = truth.versionAt(of, nowMs - maxReadAgeMs);
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
    change: (of: string): void => truth.change(of, nowMs),
    finish: async (): Promise<void> => {
      await store.answerAll();
      await Promise.all(answers);
    },
  };
};

describe('read cache, whatever the order of questions, changes, answers and failures', () => {
  it('answers nothing older than two seconds before the question, with two queries at most', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(60), async (steps) => {
        const { store, ask, wait, change, finish } = createScenario();
        for (const each of steps) {
          if (each.does === 'load') ask(each.id);
          else if (each.does === 'wait') wait(each.ms);
          else if (each.does === 'change') change(each.id);
          else await store.answer(each.which, each.fails);
          expect(store.waiting()).toBeLessThanOrEqual(2);
        }
        await finish();
      }),
      { numRuns: 600 },
    );
  });
});
