import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arrivals, decide, type Pace, paceOf, usedUp } from '../../domain/ingestion/rate-budget.ts';
import type { BudgetAsking, RateBudgetStore } from '../../domain/ports.ts';
import { createRateBudgetStore } from '../../storage/rate-budget-store.ts';
import { decisionParameters, decisionText } from '../../storage/statements/decide-rate-budget.ts';
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

  it('decides as the domain does, whatever is asked of however many budgets', async () => {
    const seed = seedOfRun();
    const random = seededRandom(seed);
    const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
    let arrivals: Arrivals = [];
    let now = 1_000_000;
    const { sql } = database.pool;
    const { key } = asking('equal');
    await sql`insert into rate_budget (key, arrivals, starts_at) values (${key}, '{}', 0)`;
    const paces = [paceOf({ rate: 50, periodMs: 1_000, burst: 6 }), paceOf({ rate: 400, periodMs: 60_000, burst: 12 })];
    for (let step = 0; step < 400; step += 1) {
      const [cost, want, aheadMs, notBefore] = [
        between(1, 4),
        between(1, 8),
        between(0, 1) * 500,
        between(0, 20) === 0 ? now + 300 : 0,
      ];
      const spentOutside = between(0, 30) === 0 ? between(1, 3) : 0;
      const known = spentOutside > 0 ? usedUp(arrivals, paces, spentOutside, now) : arrivals;
      const decided = decide(known, { paces, cost, want, aheadMs, notBefore }, now);
      const parameters = decisionParameters({ key, paces, cost, want, aheadMs, spentOutside });
      await sql`update rate_budget set not_before = ${notBefore} where key = ${key}`;
      await sql.unsafe(decisionText(paces.length, `$${parameters.length + 1}::float8`), [...parameters, now]);
      const [row] = await sql<{ after: number[]; units: number | null; startsAt: number }[]>`
        select arrivals as after, units, starts_at as "startsAt" from rate_budget where key = ${key}`;
      const about = `SEED=${seed}, step ${step}`;
      if (decided.kind === 'granted') {
        expect(row, about).toMatchObject({ units: decided.units, startsAt: decided.at });
        expect(row?.after, about).toEqual([...decided.arrivals]);
        arrivals = decided.arrivals;
      } else {
        expect(row?.units, about).toBeNull();
        expect((row?.startsAt ?? 0) - now - aheadMs, about).toBeCloseTo(decided.waitMs, 3);
        arrivals = known;
      }
      now += between(0, 60);
    }
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
