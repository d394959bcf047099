import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialRounds, isRush, nextRounds, type Round, type Rounds } from '../../../domain/protection/rounds.ts';

const calm: Round = { came: 20, taken: 20, isCutShort: false, forRequestsMs: 2, usedMs: 4 };
const cut = (taken: number, came: number): Round => ({
  came,
  taken,
  isCutShort: true,
  forRequestsMs: 60,
  usedMs: 60,
});

const after = (state: Rounds, rounds: readonly Round[]): Rounds => rounds.reduce(nextRounds, state);
const times = (count: number, round: Round): readonly Round[] => Array.from({ length: count }, () => round);

test('everything is taken while no round is cut short, within the budget of a burst', () => {
  expect(after(initialRounds, times(100, calm))).toEqual(initialRounds);
  expect(isRush(initialRounds)).toBe(false);
  expect(initialRounds.budgetMs).toBe(200);
});

test('after a round that was cut short the share is what could be taken in it, by steps of 0.7 at most', () => {
  expect(nextRounds(initialRounds, cut(90, 100)).taken).toBe(0.9);
  expect(nextRounds(initialRounds, cut(10, 100)).taken).toBe(0.7);
  expect(after(initialRounds, times(10, cut(10, 100))).taken).toBe(0.1);
  expect(isRush(nextRounds(initialRounds, cut(90, 100)))).toBe(true);
});

test('the share grows by what a round left of its budget, and by half at most', () => {
  const low = after(initialRounds, times(20, cut(10, 100)));
  expect(low).toMatchObject({ taken: 0.1, budgetMs: 40 });
  const nearly = { ...calm, usedMs: 50 };
  expect(nextRounds(low, { ...nearly, forRequestsMs: 32 }).taken).toBeCloseTo(0.125);
  expect(nextRounds(low, { ...nearly, forRequestsMs: 1 }).taken).toBeCloseTo(0.15);
  expect(nextRounds(low, { ...nearly, forRequestsMs: 0 }).taken).toBeCloseTo(0.15);
  expect(nextRounds(low, { ...nearly, forRequestsMs: 40 }).taken).toBeCloseTo(0.102);
});

test('requests have half of what a long round takes, up to the budget of a burst', () => {
  const long = (usedMs: number): Rounds => nextRounds(initialRounds, { ...cut(10, 100), usedMs });
  expect([30, 80, 100, 200, 1_000].map((usedMs) => long(usedMs).budgetMs)).toEqual([40, 40, 50, 100, 200]);
});

test('a rush is over ten rounds after the last refusal', () => {
  const all = after(nextRounds(initialRounds, cut(90, 100)), times(1, calm));
  expect(all).toMatchObject({ taken: 1, budgetMs: 40 });
  expect(isRush(after(all, times(8, calm)))).toBe(true);
  expect(after(all, times(9, calm))).toEqual(initialRounds);
});

test('from the least share all is taken within fifteen calm rounds', () => {
  const least = after(initialRounds, times(100, cut(0, 10_000)));
  expect(least.taken).toBe(0.02);
  expect(after(least, times(15, calm)).taken).toBe(1);
});

test('the share is a share and the budget has its bounds, whatever is measured', () => {
  const round = fc
    .record({
      came: fc.integer({ min: 1, max: 1e6 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      isCutShort: fc.boolean(),
      forRequestsMs: fc.double({ min: 0, max: 1e5, noNaN: true }),
      usedMs: fc.double({ min: 0, max: 1e5, noNaN: true }),
    })
    .map(({ part, ...measured }) => ({ ...measured, taken: Math.floor(part * measured.came) }));
  fc.assert(
    fc.property(fc.array(round), (rounds) => {
      let state = initialRounds;
      for (const each of rounds) {
        state = nextRounds(state, each);
        expect(state.taken).toBeGreaterThanOrEqual(0.02);
        expect(state.taken).toBeLessThanOrEqual(1);
        expect(state.budgetMs).toBeGreaterThanOrEqual(40);
        expect(state.budgetMs).toBeLessThanOrEqual(200);
      }
    }),
  );
});
