import { retryAfterMs } from '../answer-status.ts';
import type { RemainingBudget, SupplierResponse } from '../supplier-client.ts';
import { countOf } from '../tolerant.ts';

/**
 * What Digi-Key's headers say of its two budgets, the minute's (`X-BurstLimit-*`) and the day's
 * (`X-RateLimit-*`).
 */

const prefixes = { burst: 'x-burstlimit', daily: 'x-ratelimit' } as const;

type Window = keyof typeof prefixes;

type Headers = SupplierResponse['headers'];

const numberIn = (headers: Headers, window: Window, name: 'remaining' | 'reset'): number | undefined =>
  countOf(headers[`${prefixes[window]}-${name}`]);

const resetAfterMs = (headers: Headers, window: Window): number | undefined => {
  const seconds = numberIn(headers, window, 'reset');
  return seconds === undefined ? undefined : seconds * 1000;
};

/** What is left of each budget that an answer speaks of. */
export const remainingBudgets = ({ headers }: SupplierResponse): readonly RemainingBudget[] =>
  (['burst', 'daily'] as const).flatMap((window) => {
    const units = numberIn(headers, window, 'remaining');
    return units === undefined ? [] : [{ window, units, resetAfterMs: resetAfterMs(headers, window) }];
  });

/**
 * Which budget a throttle answer says is used up: by its words, or else by the reset that its
 * headers tell.
 */
export const windowOf = ({ headers }: SupplierResponse, words: string): Window | 'unknown' => {
  if (/daily/i.test(words)) return 'daily';
  if (/burst/i.test(words)) return 'burst';
  if (resetAfterMs(headers, 'burst') !== undefined) return 'burst';
  return resetAfterMs(headers, 'daily') === undefined ? 'unknown' : 'daily';
};

/** How long a throttle answer asks to wait; undefined when it does not say. */
export const waitMs = (response: SupplierResponse, words: string): number | undefined => {
  const window = windowOf(response, words);
  return retryAfterMs(response) ?? (window === 'unknown' ? undefined : resetAfterMs(response.headers, window));
};
