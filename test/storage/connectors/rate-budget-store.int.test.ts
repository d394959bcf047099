import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BudgetStoreRequest, RateBudgetStore } from '../../../domain/ingestion/ports.ts';
import {
  budgetOf,
  decide,
  type OrderedPace,
  type Pace,
  paceOf,
  unusedBudgets,
} from '../../../domain/ingestion/rate-budget.ts';
import {
  decisionClockPlace,
  decisionParameters,
  decisionText,
  grantParameters,
  grantText,
  mayGrantAll,
  shapeOf,
} from '../../../storage/connectors/decide-rate-budget.ts';
import { createRateBudgetStore } from '../../../storage/connectors/rate-budget-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { seededRandom, seedOfRun } from '../../support/random.ts';

describe('the store of rate budgets', () => {
  let database: TestDatabase;
  let store: RateBudgetStore;
  beforeAll(async () => {
    database = await testDatabase();
    store = createRateBudgetStore(database.pool.sql);
  });
  afterAll(() => database.close());

  const slowPace: Pace = { intervalMs: 3_600_000, burst: 3 };
  const asking = (key: string, more: Partial<BudgetStoreRequest> = {}): BudgetStoreRequest => ({
    key: `ratelimit:acme:crd_1:${key}`,
    paces: [slowPace],
    cost: 1,
    want: 1,
    aheadMs: 0,
    sharers: 3,
    spentOutside: 0,
    ...more,
  });

  /**
   * What is asked of two budgets of one key, with orders that come, go and are overtaken, and what
   * the domain decides each time.
   */
  function* decisionsOf(key: string, seed: number) {
    const random = seededRandom(seed);
    const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
    const rarely = (share: number): boolean => between(0, share) === 0;
    const paces = [paceOf({ rate: 50, periodMs: 1_000, burst: 6 }), paceOf({ rate: 400, periodMs: 60_000, burst: 12 })];
    const ordered = (since: number): OrderedPace => ({
      ...paceOf(budgetOf(between(1, 100), between(500, 5_000))),
      since,
    });
    let limit: OrderedPace | undefined;
    let before = unusedBudgets;
    let now = 1_000_000;
    for (let step = 0; step < 400; step += 1) {
      if (rarely(25)) limit = rarely(1) ? undefined : ordered(between(Math.max(0, step - 40), step));
      const notBefore = rarely(20) ? now + 300 : 0;
      const asked = {
        ...asking(key),
        paces,
        limit,
        cost: between(1, 4),
        want: between(1, 8),
        aheadMs: between(0, 1) * 500,
        spentOutside: rarely(30) ? between(1, 3) : 0,
      };
      const decided = decide(before, { ...asked, notBefore }, now);
      yield { about: `SEED=${seed}, step ${step}`, asked, notBefore, now, before, decided };
      before = decided.state;
      now += rarely(8) ? 2_000 : between(0, 60);
    }
  }

  const rowOf = async (key: string) => {
    const [row] = await database.pool.sql<
      { arrivals: number[]; limitArrival: number; limitSince: number; units: number | null; startsAt: number }[]
    >`
      select arrivals, limit_arrival as "limitArrival", limit_since as "limitSince", units, starts_at as "startsAt"
      from rate_budget where key = ${key}`;
    if (row === undefined) return undefined;
    const { limitArrival, limitSince, units, startsAt, arrivals } = row;
    return { units, startsAt, state: { arrivals, limit: { arrival: limitArrival, since: limitSince } } };
  };

  it('decides as the domain does, whatever is asked of however many budgets and under whichever order', async () => {
    const { sql } = database.pool;
    const { key } = asking('equal');
    await sql`insert into rate_budget (key, arrivals, starts_at) values (${key}, '{}', 0)`;
    for (const { about, asked, notBefore, now, decided } of decisionsOf('equal', seedOfRun())) {
      const clock = `$${decisionClockPlace(shapeOf(asked))}::float8`;
      await sql`update rate_budget set not_before = ${notBefore} where key = ${key}`;
      await sql.unsafe(decisionText(shapeOf(asked), clock), [...decisionParameters(asked), now]);
      const row = await rowOf(key);
      if (decided.kind === 'granted') {
        expect(row, about).toMatchObject({ units: decided.units, startsAt: decided.at });
      } else {
        expect(row?.units, about).toBeNull();
        expect((row?.startsAt ?? 0) - now - asked.aheadMs, about).toBeCloseTo(decided.waitMs, 3);
      }
      expect(row?.state, about).toEqual(decided.state);
    }
  });

  it('grants in its short statement just what the domain would give out whole and at once', async () => {
    const { sql } = database.pool;
    const { key } = asking('whole');
    let grants = 0;
    for (const { about, asked: whatever, notBefore, now, before } of decisionsOf('whole', seedOfRun())) {
      const asked = { ...whatever, limit: undefined, spentOutside: 0 };
      if (!mayGrantAll(asked)) continue;
      const decided = decide(before, { ...asked, notBefore }, now);
      const isNew = notBefore === 0 && before.arrivals.length === 0;
      if (isNew) await sql`delete from rate_budget where key = ${key}`;
      else
        await sql`
          insert into rate_budget (key, arrivals, starts_at, not_before)
          values (${key}, ${[...before.arrivals]}, 0, ${notBefore})
          on conflict (key) do update set arrivals = excluded.arrivals, not_before = excluded.not_before`;
      const parameters = grantParameters(asked);
      const text = grantText(2, `$${parameters.length + 1}::float8`);
      const granted = await sql.unsafe(text, [...parameters, now]);
      const isWhole = decided.kind === 'granted' && decided.units === asked.want && decided.at === now;
      expect(granted, about).toHaveLength(isWhole ? 1 : 0);
      expect((await rowOf(key))?.state.arrivals, about).toEqual(
        isWhole ? decided.state.arrivals : [...before.arrivals],
      );
      grants += granted.length;
    }
    expect(grants).toBeGreaterThan(0);
  });

  it('gives out together, to however many ask at once, no more than to one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.take(asking('together', { want: 2 }))));
    const units = answers.reduce((sum, answer) => sum + (answer.kind === 'granted' ? answer.units : 0), 0);
    expect(units).toBe(slowPace.burst);
    const refused = answers.find(({ kind }) => kind === 'refused');
    expect(refused?.waitMs).toBeGreaterThan(3_500_000);
  });

  it('keeps budgets apart by key, and gives units back', async () => {
    expect(await store.take(asking('a', { want: 3 }))).toMatchObject({ kind: 'granted', units: 3 });
    expect(await store.take(asking('b', { want: 3 }))).toMatchObject({ kind: 'granted', units: 3 });
    expect(await store.take(asking('a'))).toMatchObject({ kind: 'refused' });
    await store.refund(asking('a').key, { paces: [slowPace] }, 2);
    expect(await store.take(asking('a', { want: 3 }))).toMatchObject({ kind: 'granted', units: 2 });
  });

  /** The share of the budget in use that any process reads. */
  const usage = async (key: string): Promise<number> => {
    const [row] = await database.pool.sql<{ usage: number }[]>`
      select usage_left(usage, usage_at, usage_window, epoch_ms()) as usage from rate_budget where key = ${key}`;
    return row?.usage ?? Number.NaN;
  };

  it('tells how much of the rate in force is used: of what is configured, ordered or learned', async () => {
    const pace: Pace = { intervalMs: 1_000, burst: 60 };
    const { key } = asking('usage');
    await store.take(asking('usage', { paces: [pace], want: 30 }));
    expect(await usage(key)).toBeCloseTo(0.5, 1);
    await store.refund(key, { paces: [pace] }, 15);
    expect(await usage(key)).toBeCloseTo(0.25, 1);
    const limit = { intervalMs: 2_000, burst: 60, since: 1 };
    await store.take(asking('usage', { paces: [pace], cost: 10, want: 10, aheadMs: 1_000, limit }));
    expect(await usage(key)).toBeCloseTo(0.25 + 10 / 32, 1);
    await store.adjustRate(key, { isTooFast: true, waitMs: 0 });
    await store.take(asking('usage', { paces: [pace], aheadMs: 1_000 }));
    expect(await usage(key)).toBeCloseTo(0.25 + 11 / 32, 1);
  });

  it('forgets use with time, the slower the rate the longer', async () => {
    await store.take(asking('slow', { want: 3 }));
    await store.take(asking('fast', { paces: [{ intervalMs: 1_000, burst: 60 }], want: 30 }));
    await database.pool.sql`update rate_budget set usage_at = usage_at - 600000`;
    expect(await usage(asking('slow').key)).toBeCloseTo(3 / 32, 2);
    expect(await usage(asking('fast').key)).toBeLessThan(0.001);
  });

  it('gives nothing at once after units were spent that it did not know of', async () => {
    expect(await store.take(asking('outside', { spentOutside: 1 }))).toMatchObject({ kind: 'refused' });
    expect(await store.take(asking('outside'))).toMatchObject({ kind: 'refused' });
  });

  it('makes all processes wait for what one was told to wait, and slows all of them down', async () => {
    const { key } = asking('learned');
    await store.adjustRate(key, { isTooFast: true, waitMs: 60_000 });
    const blocked = await store.take(asking('learned'));
    expect(blocked.kind).toBe('refused');
    expect(blocked.waitMs).toBeGreaterThan(30_000);
    expect(blocked.waitMs).toBeLessThanOrEqual(60_000);
    await store.adjustRate(key, { isTooFast: true, waitMs: 0 });
    const again = await store.take(asking('learned'));
    expect(again.factor).toBe(0.25);
    // A shorter wait that comes later does not shorten the one that is under way.
    expect(again.waitMs).toBeGreaterThan(30_000);
    await store.adjustRate(key, { isTooFast: false, waitMs: 120_000 });
    const daily = await store.take(asking('learned'));
    expect(daily.factor).toBe(0.25);
    expect(daily.waitMs).toBeGreaterThan(90_000);
  });

  it('gives units out ahead of time, each for an instant of its own', async () => {
    // Long intervals, against which the time that the questions take is nothing.
    const paces = [{ intervalMs: 60_000, burst: 1 }];
    const ask = () => store.take(asking('ahead', { paces, aheadMs: 1_200_000 }));
    const answers = [];
    for (let each = 0; each < 5; each += 1) answers.push(await ask());
    const waits = answers.map(({ waitMs }) => waitMs);
    expect(answers.every(({ kind }) => kind === 'granted')).toBe(true);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(waits.at(-1)).toBeGreaterThan(120_000);
  });

  it('gives out at the new pace as soon as a pace is raised or an order ends', async () => {
    const fast: Pace = { intervalMs: 100, burst: 2 };
    const order = { ...slowPace, since: 1 };
    for (const limit of [order, undefined]) {
      const name = limit === undefined ? 'reconfigured' : 'ordered';
      const under = { paces: [limit === undefined ? slowPace : fast], limit, want: 3, aheadMs: 1_000 };
      for (let each = 0; each < 3; each += 1) await store.take(asking(name, under));
      expect((await store.take(asking(name, under))).waitMs).toBeGreaterThan(3_500_000);
      const raised = await store.take(asking(name, { paces: [fast], aheadMs: 1_000 }));
      expect(raised.waitMs).toBeLessThan(2_000);
    }
  });

  it('forgets units that are given back under the order that they were taken under, and no other', async () => {
    const order = { ...slowPace, since: 5 };
    const [fast] = [{ intervalMs: 1, burst: 10 }];
    const under = { paces: [fast], limit: order };
    for (let each = 0; each < 3; each += 1) await store.take(asking('back', under));
    const { key } = asking('back');
    await store.refund(key, { paces: [fast], limit: { ...order, since: 4 } }, 1);
    expect(await store.take(asking('back', under))).toMatchObject({ kind: 'refused' });
    await store.refund(key, under, 1);
    expect(await store.take(asking('back', under))).toMatchObject({ kind: 'granted', units: 1 });
  });
});
