import { expect, it } from 'vitest';
import { type Budget, createBudget } from '../../../actors/connector/budget.ts';
import type { EndpointBudgets } from '../../../actors/connector/suppliers/supplier-client.ts';
import type { OrderInForce, RateLimit } from '../../../domain/ingestion/connector-control.ts';
import type { RateBudgetStore } from '../../../domain/ingestion/ports.ts';
import { budgetOf, decide, slackMs, unusedBudgets } from '../../../domain/ingestion/rate-budget.ts';
import { createVirtualTime, type VirtualTime } from '../../sim/virtual-time.ts';
import { untoldOutage } from '../../support/untold-outage.ts';

const configured = [budgetOf(600, 60_000)] as const;
const ordered = (limit: RateLimit, atMs: number): OrderInForce<'rates'> => ({
  kind: 'rates',
  limits: { search: limit },
  until: new Date(8.64e15),
  givenAt: new Date(atMs),
});
const hourly = { rate: 1, periodMs: 3_600_000 };

/** A store of one key on the clock of the test, which is away when it is told to be. */
const createStore = (time: VirtualTime, weather: { isAway: boolean }): RateBudgetStore => {
  let state = unusedBudgets;
  return {
    take: async (asking) => {
      if (weather.isAway) throw new Error('away');
      const now = time.now();
      const decided = decide(state, { ...asking, notBefore: 0 }, now);
      state = decided.state;
      return decided.kind === 'granted'
        ? { kind: 'granted', units: decided.units, waitMs: Math.max(0, decided.at - now), factor: 1 }
        : { kind: 'refused', waitMs: decided.waitMs, factor: 1 };
    },
    refund: async (_, { paces }, units) => {
      const arrivals = state.arrivals.map((arrival, at) => arrival - units * (paces[at]?.intervalMs ?? 0));
      state = { ...state, arrivals };
    },
    adjustRate: async () => undefined,
  };
};

const budgetOn = (
  time: VirtualTime,
  weather: { isAway: boolean },
  store: RateBudgetStore = createStore(time, weather),
  budgets: EndpointBudgets = configured,
): Budget =>
  createBudget(
    { supplierId: 'acme', id: 'crd_1' },
    { search: budgets },
    {
      store,
      now: () => new Date(1_000_000 + time.now()),
      pause: time.pause,
      onFallback: () => undefined,
      outage: untoldOutage,
      sharers: 1,
    },
  );

it.each([{ isAway: false }, { isAway: true }])(
  'whoever waits under a low limit goes at the new rate when the limit is raised or ends: %j',
  async (weather) => {
    const time = createVirtualTime(1);
    const budget = budgetOn(time, weather);
    const given: number[] = [];
    const ask = async (): Promise<void> => {
      await budget.take('search', 1, new AbortController().signal);
      given.push(time.now());
    };
    budget.override(ordered(hourly, 1));
    const asked = [1, 2, 3, 4].map(ask);
    // Alone, half of the rate is used and the first unit comes an interval after the outage.
    await time.live(7_300_000);
    const before = given.length;
    expect(before).toBeLessThan(4);
    const raised = { rate: 60, periodMs: 60_000 };
    budget.override(ordered(raised, 2));
    await time.live(7_300_000 + 4_000);
    expect(given.length).toBeGreaterThan(before);
    budget.override(undefined);
    await time.live(7_300_000 + 30_000);
    await Promise.all(asked);
    expect(given).toHaveLength(4);
  },
);

it.each([
  { left: 0, before: [60_000], label: 'nothing is asked until the period is over' },
  { left: 3, before: [20_000, 40_000, 60_000], label: 'what is left is spread over the period' },
])('what the supplier says is left is held to, and leaves nothing behind: $label', async ({ left, before }) => {
  const time = createVirtualTime(1);
  const budget = budgetOn(time, { isAway: false });
  const given: number[] = [];
  const { signal } = new AbortController();
  budget.recordAnswer('search', { kind: 'success' }, [{ window: 'burst', units: left, resetAfterMs: 60_000 }]);
  const asked = Array.from({ length: 40 }, async () => {
    await budget.take('search', 1, signal);
    given.push(time.now());
  });
  await time.live(70_000);
  expect(given.slice(0, before.length)).toEqual(before);
  await Promise.all(asked);
  expect(given.at(-1)).toBeLessThan(65_000);
});

it('units that were leased are spent within half of the slack of their instant, and asked for anew after it', async () => {
  const time = createVirtualTime(1);
  const real = createStore(time, { isAway: false });
  const asked: number[] = [];
  const store: RateBudgetStore = {
    ...real,
    take: (asking) => {
      asked.push(time.now());
      return real.take(asking);
    },
  };
  const budget = budgetOn(time, { isAway: false }, store);
  const { signal } = new AbortController();
  const take = async (): Promise<void> => {
    await budget.take('search', 1, signal);
  };
  // Ten at once make it worth to lease some.
  const first = Promise.all(Array.from({ length: 3 }, take));
  await time.live(time.now() + 1);
  await first;
  const usableMs = slackMs(configured[0]) / 2;
  const begun = asked.length;
  await time.live(time.now() + usableMs - 50);
  const second = take();
  await time.live(time.now() + 1);
  await second;
  expect(asked.length).toBe(begun);
  await time.live(time.now() + 100);
  const third = take();
  await time.live(time.now() + 1);
  await third;
  expect(asked.length).toBe(begun + 1);
});

/** A store that takes so long to answer the first question, and then none at all. */
const slowAtFirst = (time: VirtualTime, slowMs: number): RateBudgetStore => {
  const store = createStore(time, { isAway: false });
  let asked = 0;
  return {
    ...store,
    take: async (asking) => {
      asked += 1;
      const isFirst = asked === 1;
      const answer = await store.take(asking);
      if (isFirst) await time.pause(slowMs, new AbortController().signal);
      return answer;
    },
  };
};

const daily = budgetOf(1_000, 86_400_000);

it.each([
  [150, daily.burst],
  [450, daily.burst],
  [700, daily.burst],
  [1_900, daily.burst],
  // It is not waited for any more, and what it brings is lost.
  [5_000, daily.burst / 2],
])(
  'an answer of the store that takes %d ms does not use a budget up that nothing was spent of: %d may go at once',
  async (slowMs, expected) => {
    const time = createVirtualTime(1);
    const budget = budgetOn(time, { isAway: false }, slowAtFirst(time, slowMs), [daily]);
    const given: number[] = [];
    const end = new AbortController();
    const asked = Promise.allSettled(
      Array.from({ length: daily.burst }, async () => {
        await budget.take('search', 1, end.signal);
        given.push(time.now());
      }),
    );
    await time.live(10_000);
    expect(given).toHaveLength(expected);
    end.abort(new Error('the end'));
    await time.live(20_000);
    await asked;
  },
);
