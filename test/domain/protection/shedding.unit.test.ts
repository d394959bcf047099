import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialShedding, type Shedding, shed } from '../../../domain/protection/shedding.ts';

const stepSeconds = 0.02;

const after = (state: Shedding, waits: readonly number[], seconds = stepSeconds): Shedding =>
  waits.reduce((now, wait) => shed(now, wait, seconds), state);

const times = (count: number, wait: number): readonly number[] => Array.from({ length: count }, () => wait);

test('nothing is refused while waits are below their target, for a burst, or for a single long pause', () => {
  expect(after(initialShedding, times(1_000, 0.9)).share).toBe(0);
  expect(after(initialShedding, [...times(50, 0.1), ...times(3, 50), ...times(50, 0.1)]).share).toBe(0);
  const pauses = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? 100 : 0));
  expect(after(initialShedding, pauses).share).toBe(0);
});

test('the share grows while the wait is too long, and some requests are always let in', () => {
  const early = after(initialShedding, times(10, 2)).share;
  const later = after(initialShedding, times(25, 2)).share;
  expect(early).toBeGreaterThan(0);
  expect(later).toBeGreaterThan(early);
  expect(after(initialShedding, times(10_000, 100)).share).toBe(0.98);
});

test('after the rush nothing is refused within five seconds', () => {
  const atWorst = after(initialShedding, times(10_000, 100));
  expect(after(atWorst, times(5 / stepSeconds, 0)).share).toBe(0);
});

test('the share is a share, whatever is measured', () => {
  const steps = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 30, noNaN: true })),
  );
  fc.assert(
    fc.property(steps, (measured) => {
      let state = initialShedding;
      for (const [wait, seconds] of measured) {
        state = shed(state, wait, seconds);
        expect(state.share).toBeGreaterThanOrEqual(0);
        expect(state.share).toBeLessThanOrEqual(0.98);
      }
    }),
  );
});

/**
 * A server that answers `capacity` requests a second, where a refusal costs a quarter of an answer;
 * the wait is its backlog's.
 */
const simulate = (offered: number, seconds: number) => {
  const capacity = 1_000;
  const refusalCost = 0.25;
  const targetSeconds = 0.02;
  let state = initialShedding;
  let backlog = 0;
  let longest = 0;
  for (let step = 0; step < seconds / stepSeconds; step += 1) {
    const { share } = state;
    const work = backlog + offered * stepSeconds * (1 - share + share * refusalCost);
    backlog = Math.max(0, work - capacity * stepSeconds);
    const wait = backlog / capacity;
    if (step > seconds / stepSeconds / 2) longest = Math.max(longest, wait);
    state = shed(state, wait / targetSeconds, stepSeconds);
  }
  return { share: state.share, longestMs: longest * 1_000 };
};

test('at one and a half, two and three times what can be answered the wait stays below 300 ms', () => {
  for (const offered of [1_500, 2_000, 3_000]) {
    const { share, longestMs } = simulate(offered, 60);
    expect(longestMs).toBeLessThan(300);
    expect(share).toBeGreaterThan(0.2);
  }
});
