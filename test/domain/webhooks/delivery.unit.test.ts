import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../domain/duration.ts';
import { type AttemptOutcome, deliveryTimeMs, settlementOf } from '../../../domain/webhooks/delivery.ts';

const start = Date.parse('2026-03-01T00:00:00Z');
const deadlineAt = new Date(start + deliveryTimeMs);
const judged = (outcome: AttemptOutcome, failures = 1, nowMs = start, random = 0) =>
  settlementOf({ outcome, failures, deadlineAt, now: new Date(nowMs), random });
const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });

describe('what an attempt comes to', () => {
  it.each([200, 202, 204, 299])('%i takes the notice', (status) => {
    expect(judged(answered(status))).toEqual({ kind: 'delivered' });
  });

  it.each([199, 300, 301, 302, 400, 401, 404, 429, 500, 503])('%i is tried again', (status) => {
    expect(judged(answered(status)).kind).toBe('again');
  });

  it('410 ends the endpoint', () => {
    expect(judged(answered(410))).toEqual({ kind: 'gone' });
  });

  it.each(['timeout', 'unreachable', 'not_allowed'] as const)('%s is tried again', (kind) => {
    expect(judged({ kind })).toEqual({ kind: 'again', nextAt: new Date(start + 5_000) });
  });
});

it('chance makes a pause longer by a fifth at most, never shorter', () => {
  expect(judged({ kind: 'timeout' }, 1, start, 1)).toEqual({ kind: 'again', nextAt: new Date(start + 6_000) });
  expect(judged({ kind: 'timeout' }, 1, start, 0.5)).toEqual({ kind: 'again', nextAt: new Date(start + 5_500) });
});

it.each([
  ['just in time', 0, 'again'],
  ['a millisecond too late', 1, 'dead'],
])('is tried a last time at the deadline, and given up when the next attempt would be %s', (_, lateMs, kind) => {
  const nowMs = deadlineAt.getTime() - 5_000 + lateMs;
  expect(judged({ kind: 'timeout' }, 1, nowMs).kind).toBe(kind);
});

/** Every attempt of a notice that nobody takes, in milliseconds from its start. */
const attemptsOf = (randoms: readonly number[]): readonly number[] => {
  const at: number[] = [];
  for (let nowMs = start; ; ) {
    at.push(nowMs - start);
    const next = judged({ kind: 'unreachable' }, at.length, nowMs, randoms[at.length % randoms.length]);
    if (next.kind !== 'again') return at;
    nowMs = next.nextAt.getTime();
  }
};

it('waits longer from attempt to attempt, and ends within a day, whatever chance adds', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (randoms) => {
      const at = attemptsOf(randoms);
      const pauses = at.slice(1).map((ms, index) => ms - (at[index] ?? 0));
      expect(at.length).toBeLessThan(13);
      expect(at.at(-1)).toBeLessThanOrEqual(deliveryTimeMs);
      expect(at.at(-1)).toBeGreaterThan(15 * hourMs);
      // The last two pauses are of the same length but for chance.
      for (const [index, pause] of pauses.slice(1, 9).entries()) expect(pause).toBeGreaterThan(pauses[index] ?? 0);
    }),
  );
});
