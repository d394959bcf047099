import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BudgetState, type RateBudget, spend, usage } from '../../../domain/ingestion/rate-budget.ts';

const tenPerSecond: RateBudget = { rate: 10, periodMs: 1_000, burst: 3 };

/** Spends one unit at each instant and gives the instants that were granted. */
const grants = (budget: RateBudget, instantsMs: readonly number[]): readonly number[] => {
  let state: BudgetState;
  return instantsMs.filter((nowMs) => {
    const decision = spend(budget, state, 1, nowMs);
    if (decision.kind === 'granted') state = decision.state;
    return decision.kind === 'granted';
  });
};

describe('a rate budget', () => {
  test('grants the burst at once, then one unit each time one has come back', () => {
    expect(grants(tenPerSecond, [0, 0, 0, 0, 99, 100, 100, 199, 200])).toEqual([0, 0, 0, 100, 200]);
  });

  test('says exactly how long to wait, and grants then and not a millisecond before', () => {
    const full = spend(tenPerSecond, undefined, 3, 1_000);
    if (full.kind !== 'granted') throw new Error('the burst was refused');
    expect(spend(tenPerSecond, full.state, 2, 1_050)).toEqual({ kind: 'refused', waitMs: 150 });
    expect(spend(tenPerSecond, full.state, 2, 1_199).kind).toBe('refused');
    expect(spend(tenPerSecond, full.state, 2, 1_200).kind).toBe('granted');
  });

  test('a cost above the burst can never be granted and is a mistake', () => {
    expect(() => spend(tenPerSecond, undefined, 4, 0)).toThrow(RangeError);
  });

  test('usage is none when untouched, all after the burst, and falls as time passes', () => {
    const state = 1_300;
    expect(usage(tenPerSecond, undefined, 1_000)).toBe(0);
    expect(usage(tenPerSecond, state, 1_000)).toBe(1);
    expect(usage(tenPerSecond, state, 1_150)).toBeCloseTo(0.5);
    expect(usage(tenPerSecond, state, 9_999)).toBe(0);
  });

  test('no window of any length ever sees more than the burst and what came back within it', () => {
    const budgets = fc.record({
      rate: fc.integer({ min: 1, max: 50 }),
      periodMs: fc.constant(1_000),
      burst: fc.integer({ min: 1, max: 10 }),
    });
    const instants = fc.array(fc.nat(3_000), { maxLength: 200 }).map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(budgets, instants, (budget, nowMs) => {
        const granted = grants(budget, nowMs);
        granted.forEach((start, from) => {
          granted.slice(from).forEach((end, further) => {
            const allowed = budget.burst + ((end - start) * budget.rate) / budget.periodMs;
            expect(further + 1).toBeLessThanOrEqual(allowed + 1e-6);
          });
        });
      }),
    );
  });
});
