import type { OfferstreamError } from './offerstream-error.ts';

/** How often and how soon a call is tried again. */
export interface RetryPolicy {
  /** Tries in all, the first one included; 1: none again. */
  readonly attempts: number;
  /** The longest wait before the second try, in milliseconds; it doubles from try to try. */
  readonly baseMs: number;
  /** The longest wait of all where the service gives no hint, in milliseconds. */
  readonly maxMs: number;
}

/** What is in force where nothing else is said: a refused call is tried for some seconds. */
export const defaultRetryPolicy: RetryPolicy = { attempts: 5, baseMs: 200, maxMs: 5_000 };

/**
 * How long to wait before the next try, in milliseconds; undefined: do not try again. Tried again
 * is what never reached a service that could do it (UNAVAILABLE), and what the service wants to be
 * asked again, at its hint. Half of the wait is drawn (`random` from 0 to 1), so that callers
 * that failed together do not come back together.
 */
export const retryDelay = (
  policy: RetryPolicy,
  attempt: number,
  { code, retryAfterMs }: Pick<OfferstreamError, 'code' | 'retryAfterMs'>,
  random: number,
): number | undefined => {
  if (attempt >= policy.attempts) return undefined;
  const isWanted = code === 'UNAVAILABLE' || (code === 'RESOURCE_EXHAUSTED' && retryAfterMs !== undefined);
  if (!isWanted) return undefined;
  const longest = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1));
  return (retryAfterMs ?? 0) + longest * (0.5 + 0.5 * random);
};
