import { describe, expect, it } from 'vitest';
import { defaultRetryPolicy, retryDelay } from '../../../clients/typescript/src/retry.ts';

const refused = { code: 'UNAVAILABLE', retryAfterMs: undefined } as const;

describe('retryDelay', () => {
  it('doubles the longest wait from try to try, up to a limit, and draws half of it', () => {
    const longest = [1, 2, 3, 4].map((attempt) =>
      retryDelay({ ...defaultRetryPolicy, maxMs: 1_000 }, attempt, refused, 1),
    );
    expect(longest).toEqual([200, 400, 800, 1_000]);
    expect(retryDelay(defaultRetryPolicy, 2, refused, 0.5)).toBe(300);
    expect(retryDelay(defaultRetryPolicy, 2, refused, 0)).toBe(200);
  });

  it('waits at least as long as the service says', () => {
    expect(retryDelay(defaultRetryPolicy, 1, { code: 'RESOURCE_EXHAUSTED', retryAfterMs: 3_000 }, 0)).toBe(3_100);
    expect(retryDelay(defaultRetryPolicy, 1, { code: 'UNAVAILABLE', retryAfterMs: 3_000 }, 1)).toBe(3_200);
  });

  it.each([
    ['no try is left', 5, refused],
    ['what is exhausted does not come back by itself', 1, { code: 'RESOURCE_EXHAUSTED', retryAfterMs: undefined }],
    ['the request is wrong', 1, { code: 'INVALID_ARGUMENT', retryAfterMs: undefined }],
    ['the deadline has passed', 1, { code: 'DEADLINE_EXCEEDED', retryAfterMs: undefined }],
  ] as const)('gives up where %s', (_why, attempt, error) => {
    expect(retryDelay(defaultRetryPolicy, attempt, error, 0.5)).toBeUndefined();
  });
});
