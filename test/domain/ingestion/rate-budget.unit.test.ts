import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Arrivals,
  budgetOf,
  decide,
  fallbackPaces,
  paceOf,
  type RateBudget,
  slackMs,
  slower,
  usedUp,
} from '../../../domain/ingestion/rate-budget.ts';

/** The most units that any half-open window of that length holds. */
const busiest = (uses: readonly { at: number; units: number }[], windowMs: number): number => {
  const sorted = uses.toSorted((a, b) => a.at - b.at);
  return Math.max(
    0,
    ...sorted.map(({ at }) =>
      sorted.filter((each) => each.at >= at && each.at < at + windowMs).reduce((sum, { units }) => sum + units, 0),
    ),
  );
};

const budget: fc.Arbitrary<RateBudget> = fc
  .record({
    rate: fc.integer({ min: 1, max: 60 }),
    periodMs: fc.integer({ min: 100, max: 60_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ rate, periodMs, share }) => ({ rate, periodMs, burst: Math.max(1, Math.floor(rate * share)) }));

describe('a rate budget', () => {
  it('is never exceeded in any window, however it is asked, and however late within the slack units are used', () => {
    const steps = fc.array(
      fc.record({
        pauseShare: fc.double({ min: 0, max: 0.3, noNaN: true }),
        want: fc.integer({ min: 1, max: 5 }),
        aheadMs: fc.constantFrom(0, 50, 1_000),
        lateShare: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { minLength: 1, maxLength: 120 },
    );
    fc.assert(
      fc.property(fc.tuple(budget, budget), steps, (budgets, all) => {
        const paces = budgets.map(paceOf);
        const slack = Math.min(...budgets.map(slackMs));
        let now = 1_000_000;
        let arrivals: Arrivals = [];
        const uses: { at: number; units: number }[] = [];
        for (const { pauseShare, want, aheadMs, lateShare } of all) {
          const decision = decide(arrivals, { paces, cost: 1, want, aheadMs, notBefore: 0 }, now);
          if (decision.kind === 'granted') {
            arrivals = decision.arrivals;
            uses.push({ at: decision.at + lateShare * slack, units: decision.units });
          } else {
            now += decision.waitMs;
          }
          now += pauseShare * Math.min(...budgets.map(({ periodMs }) => periodMs));
        }
        for (const { rate, periodMs } of budgets) expect(busiest(uses, periodMs)).toBeLessThanOrEqual(rate);
      }),
    );
  });

  it.each([
    ['a second', budgetOf(20, 1_000)],
    ['a minute, three at once', budgetOf(120, 60_000)],
    ['a minute', { rate: 30, periodMs: 60_000, burst: 1 }],
    ['a day', budgetOf(1_000, 86_400_000)],
  ])('is used to 95 %% and more at full demand, for %s', (_name, given) => {
    const pace = paceOf(given);
    expect(given.periodMs / pace.intervalMs / given.rate).toBeGreaterThan(0.95);
  });

  it('says how long to wait, and gives out exactly then', () => {
    const paces = [paceOf({ rate: 2, periodMs: 1_000, burst: 1 })];
    const asking = { paces, cost: 1, want: 1, aheadMs: 0, notBefore: 0 };
    const first = decide([], asking, 10_000);
    if (first.kind === 'refused') throw new Error('refused');
    expect(first).toMatchObject({ units: 1, at: 10_000 });
    const second = decide(first.arrivals, asking, 10_001);
    expect(second).toEqual({ kind: 'refused', waitMs: 514 });
    expect(decide(first.arrivals, asking, 10_515)).toMatchObject({ kind: 'granted', at: 10_515 });
    expect(decide(first.arrivals, { ...asking, aheadMs: 1_000 }, 10_001)).toMatchObject({ units: 1, at: 10_515 });
  });

  it('gives nothing out before the supplier allows it, and nothing at once when it counts as used up', () => {
    const paces = [paceOf({ rate: 100, periodMs: 1_000, burst: 5 })];
    const asking = { paces, cost: 1, want: 5, aheadMs: 0, notBefore: 11_000 };
    expect(decide([], asking, 10_000)).toEqual({ kind: 'refused', waitMs: 1_000 });
    expect(decide(usedUp([], paces, 1, 10_000), { ...asking, notBefore: 0 }, 10_000)).toMatchObject({
      kind: 'refused',
    });
    expect(decide([], { ...asking, notBefore: 0 }, 10_000)).toMatchObject({ units: 5 });
  });

  it('is only ever slowed down by another pace', () => {
    const [fast, slow] = [
      { intervalMs: 10, burst: 5 },
      { intervalMs: 100, burst: 9 },
    ];
    expect([slower(fast, slow), slower(slow, fast)]).toEqual([
      { intervalMs: 100, burst: 5 },
      { intervalMs: 100, burst: 5 },
    ]);
    expect(fallbackPaces([fast], 2)).toEqual([{ intervalMs: 40, burst: 1 }]);
  });

  it('is refused when it cannot be kept', () => {
    for (const impossible of [
      { rate: 1, periodMs: 1_000, burst: 2 },
      { rate: 0, periodMs: 1_000, burst: 1 },
      { rate: 1, periodMs: 0, burst: 1 },
    ])
      expect(() => paceOf(impossible)).toThrow(RangeError);
  });
});
