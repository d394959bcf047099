import { expect, it } from 'vitest';
import { classifyByStatus, retryAfterMs } from '../../../../actors/connector/suppliers/answer-status.ts';

const answer = (status: number) => ({ status, headers: {}, body: '', bodyBytes: 0, durationMs: 1 });

it.each([
  [200, 'success'],
  [204, 'success'],
  [304, 'malformed'],
  [400, 'bad_input'],
  [401, 'authentication'],
  [403, 'blocked'],
  [404, 'bad_input'],
  [429, 'throttled'],
  [500, 'upstream_fault'],
  [599, 'upstream_fault'],
])('classes status %i as %s', (status, kind) => {
  expect(classifyByStatus(answer(status)).kind).toBe(kind);
});

it.each([
  ['120', undefined, 120_000],
  ['0', undefined, 0],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT', 30_000],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT', 0],
  ['Wed, 21 Oct 2026 07:28:30 GMT', undefined, undefined],
  ['soon', 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('reads Retry-After %j of an answer dated %j', (wait, date, expected) => {
  const headers = { 'retry-after': wait, ...(date === undefined ? {} : { date }) };
  expect(retryAfterMs({ headers })).toBe(expected);
});

it('asks for no wait where the supplier does not', () => {
  expect(retryAfterMs({ headers: {} })).toBeUndefined();
});
