import { expect, it } from 'vitest';
import { createStoreQuestions } from '../../../actors/connector/store-questions.ts';
import type { BudgetAnswer } from '../../../domain/ingestion/ports.ts';
import { budgetOf, paceOf } from '../../../domain/ingestion/rate-budget.ts';

const granted: BudgetAnswer = { kind: 'granted', units: 1, waitMs: 0, factor: 1 };

/** Asks a store that answers after the time is over; the timer of the process is so much late. */
const askWithTimerLateBy = (lateMs: number): Promise<BudgetAnswer> => {
  const { promise, resolve } = Promise.withResolvers<BudgetAnswer>();
  let clock = 0;
  let pauses = 0;
  const questions = createStoreQuestions(
    { key: 'acme', paces: [paceOf(budgetOf(600, 60_000))], timeoutMs: 100 },
    {
      store: { take: () => promise, refund: async () => undefined },
      now: () => new Date(clock),
      pause: async (ms) => {
        pauses += 1;
        clock += pauses === 1 ? ms + lateMs : ms;
        if (pauses === 2) resolve(granted);
      },
      sharers: 1,
    },
  );
  return questions.put({ cost: 1, want: 1, ordered: undefined, notBefore: 0 });
};

it('reads what came while the process was busy before it takes the store for silent', async () => {
  expect(await askWithTimerLateBy(600)).toEqual(granted);
  await expect(askWithTimerLateBy(10)).rejects.toThrow('no answer within 100 ms');
});
