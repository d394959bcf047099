import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arrivals, decide, type Pace, paceOf, usedUp } from '../../domain/ingestion/rate-budget.ts';
import type { BudgetAsking, RateBudgetStore } from '../../domain/ports.ts';
import { createRateBudgetStore } from '../../storage/rate-budget-store.ts';
import {
  decisionParameters,
  decisionText,
  grantParameters,
  grantText,
  mayGrantAll,
} from '../../storage/statements/decide-rate-budget.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { seededRandom, seedOfRun } from '../support/random.ts';

describe('the store of rate budgets', () => {
  let database: TestDatabase;
  let store: RateBudgetStore;
  beforeAll(async () => {
    database = await testDatabase();
    store = createRateBudgetStore(database.pool.sql);
  });
  afterAll(() => database.close());

  const slowPace: Pace = { intervalMs: 3_600_000, burst: 3 };
  const asking = (key: string, more: Partial<BudgetAsking> = {}): BudgetAsking => ({
    key: `ratelimit:acme:crd_1:${key}`,
    paces: [slowPace],
    cost: 1,
    want: 1,
    aheadMs: 0,
    spentOutside: 0,
    ...more,
  });

  /** What is asked of two budgets of one key, at which instants, and what the domain decides each time. */
  function* decisionsOf(key: string, seed: number) {
    const random = seededRandom(seed);
    const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
    const rarely = (share: number): boolean => between(0, share) === 0;
    const paces = [paceOf({ rate: 50, periodMs: 1_000, burst: 6 }), paceOf({ rate: 400, periodMs: 60_000, burst: 12 })];
    let arrivals: Arrivals = [0, 0];
    let now = 1_000_000;
    for (let step = 0; step < 400; step += 1) {
      const notBefore = rarely(20) ? now + 300 : 0;
      const spentOutside = rarely(30) ? between(1, 3) : 0;
      const asked = {
        ...asking(key),
        paces,
        cost: between(1, 4),
        want: between(1, 8),
        aheadMs: between(0, 1) * 500,
        spentOutside,
      };
      const before = spentOutside > 0 ? usedUp(arrivals, paces, spentOutside, now) : arrivals;
      const decided = decide(before, { ...asked, notBefore }, now);
      yield { about: `SEED=${seed}, step ${step}`, asked, notBefore, now, before, decided };
      arrivals = decided.kind === 'granted' ? decided.arrivals : before;
      now += rarely(8) ? 2_000 : between(0, 60);
    }
  }

  const rowOf = async (key: string) => {
    const [row] = await database.pool.sql<{ after: number[]; units: number | null; startsAt: number }[]>`
      select arrivals as after, units, starts_at as "startsAt" from rate_budget where key = ${key}`;
    return row;
  };

  it('decides as the domain does, whatever is asked of however many budgets', async () => {
    const { sql } = database.pool;
    const { key } = asking('equal');
    await sql`insert into rate_budget (key, arrivals, starts_at) values (${key}, '{}', 0)`;
    for (const { about, asked, notBefore, now, before, decided } of decisionsOf('equal', seedOfRun())) {
      const parameters = decisionParameters(asked);
      await sql`update rate_budget set not_before = ${notBefore} where key = ${key}`;
      await sql.unsafe(decisionText(2, `$${parameters.length + 1}::float8`), [...parameters, now]);
      const row = await rowOf(key);
      if (decided.kind === 'granted') {
        expect(row, about).toMatchObject({ units: decided.units, startsAt: decided.at });
        expect(row?.after, about).toEqual([...decided.arrivals]);
      } else {
        expect(row?.units, about).toBeNull();
        expect((row?.startsAt ?? 0) - now - asked.aheadMs, about).toBeCloseTo(decided.waitMs, 3);
        expect(row?.after, about).toEqual([...before]);
      }
    }
  });

  it('grants in its short statement just what the domain would give out whole and at once', async () => {
    const { sql } = database.pool;
    const { key } = asking('whole');
    let grants = 0;
    for (const { about, asked, notBefore, now, before, decided } of decisionsOf('whole', seedOfRun())) {
      if (!mayGrantAll(asked)) continue;
      const isNew = notBefore === 0 && before.every((arrival) => arrival === 0);
      if (isNew) await sql`delete from rate_budget where key = ${key}`;
      else
        await sql`
          insert into rate_budget (key, arrivals, starts_at, not_before) values (${key}, ${[...before]}, 0, ${notBefore})
          on conflict (key) do update set arrivals = excluded.arrivals, not_before = excluded.not_before`;
      const parameters = grantParameters(asked);
      const text = grantText(2, `$${parameters.length + 1}::float8`);
      const granted = await sql.unsafe(text, [...parameters, now]);
      const isWhole = decided.kind === 'granted' && decided.units === asked.want && decided.at === now;
      expect(granted, about).toHaveLength(isWhole ? 1 : 0);
      expect((await rowOf(key))?.after, about).toEqual([...(isWhole ? decided.arrivals : before)]);
      grants += granted.length;
    }
    expect(grants).toBeGreaterThan(20);
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
    await store.giveBack(asking('a').key, [slowPace], 2);
    expect(await store.take(asking('a', { want: 3 }))).toMatchObject({ kind: 'granted', units: 2 });
  });

  it('gives nothing at once after units were spent that it did not know of', async () => {
    expect(await store.take(asking('outside', { spentOutside: 1 }))).toMatchObject({ kind: 'refused' });
    expect(await store.take(asking('outside'))).toMatchObject({ kind: 'refused' });
  });

  it('makes all processes wait for what one was told to wait, and slows all of them down', async () => {
    const { key } = asking('learned');
    await store.learn(key, { isTooFast: true, waitMs: 60_000 });
    const blocked = await store.take(asking('learned'));
    expect(blocked.kind).toBe('refused');
    expect(blocked.waitMs).toBeGreaterThan(59_000);
    expect(blocked.waitMs).toBeLessThanOrEqual(60_000);
    await store.learn(key, { isTooFast: true, waitMs: 0 });
    expect((await store.take(asking('learned'))).factor).toBe(0.25);
    await store.learn(key, { isTooFast: false, waitMs: 120_000 });
    const daily = await store.take(asking('learned'));
    expect(daily.factor).toBe(0.25);
    expect(daily.waitMs).toBeGreaterThan(119_000);
  });

  it('gives units out ahead of time, each for an instant of its own', async () => {
    const paces = [{ intervalMs: 50, burst: 1 }];
    const answers = [];
    for (let each = 0; each < 5; each += 1) answers.push(await store.take(asking('ahead', { paces, aheadMs: 1_000 })));
    const waits = answers.map(({ waitMs }) => waitMs);
    expect(answers.every(({ kind }) => kind === 'granted')).toBe(true);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(waits.at(-1)).toBeGreaterThan(100);
  });
});
