import { describe, expect, it } from 'vitest';
import { createLocalBudget } from '../../../actors/connector/local-budget.ts';
import type { EndpointBudgets } from '../../../actors/connector/suppliers/supplier-client.ts';

const living = new AbortController().signal;

/** Two at once and ten a second; three at once and four a second. */
const both: EndpointBudgets = [
  { rate: 10, periodMs: 1_000, burst: 2 },
  { rate: 4, periodMs: 1_000, burst: 3 },
];

/** A budget on a clock that only its own pauses move. */
const startBudget = (budgets: Readonly<Record<string, EndpointBudgets>>) => {
  let nowMs = 0;
  const budget = createLocalBudget(budgets, {
    now: () => new Date(nowMs),
    pause: async (ms, signal) => {
      signal.throwIfAborted();
      nowMs += ms;
    },
  });
  const take = async (endpoint: string, cost = 1, signal = living): Promise<number> => {
    await budget.take(endpoint, cost, signal);
    return nowMs;
  };
  return { take };
};

describe('the local budget of a credential', () => {
  it("holds all of an endpoint's budgets at once", async () => {
    const { take } = startBudget({ pages: both });
    const grantedAt = [];
    for (let each = 0; each < 6; each += 1) grantedAt.push(await take('pages'));
    // The first budget delays the third request, the second budget every later one.
    expect(grantedAt).toEqual([0, 0, 100, 250, 500, 750]);
  });

  it('serves who came first first, whatever each costs', async () => {
    const { take } = startBudget({ pages: [{ rate: 10, periodMs: 1_000, burst: 5 }] });
    const order: string[] = [];
    const ask = (name: string, cost: number) => take('pages', cost).then((atMs) => order.push(`${name} ${atMs}`));
    await Promise.all([ask('large', 5), ask('larger', 4), ask('small', 1)]);
    expect(order).toEqual(['large 0', 'larger 400', 'small 500']);
  });

  it('takes nothing for who gave up while waiting, and goes on with the next', async () => {
    const { take } = startBudget({ pages: [{ rate: 10, periodMs: 1_000, burst: 1 }] });
    const impatient = new AbortController();
    const asked = [take('pages'), take('pages', 1, impatient.signal), take('pages')];
    impatient.abort(new Error('gave up'));
    const [first, second, third] = await Promise.allSettled(asked);
    expect([first, third]).toEqual([
      { status: 'fulfilled', value: 0 },
      { status: 'fulfilled', value: 100 },
    ]);
    expect(second).toMatchObject({ status: 'rejected', reason: { message: 'gave up' } });
  });

  it('keeps the budgets of endpoints apart, also where they are alike', async () => {
    const { take } = startBudget({ catalogue: both, prices: both });
    const grantedAt = [];
    for (const endpoint of ['catalogue', 'prices', 'catalogue', 'prices']) grantedAt.push(await take(endpoint));
    expect(grantedAt).toEqual([0, 0, 0, 0]);
  });

  it('refuses an endpoint that has no budget', async () => {
    await expect(startBudget({}).take('pages')).rejects.toThrow(RangeError);
  });
});
