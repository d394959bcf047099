import type { Config } from '../config/config.ts';
import { createFailureLimiter, type FailureLimiter } from '../protection/failure-limiter.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/**
 * However many are refused, and from however many addresses, the log has one line for them in so
 * long.
 */
const lineEveryMs = 60_000;

/**
 * Limits failed authentications; those that are refused are counted, and the log names one of their
 * addresses.
 */
export const limitFailures = (
  config: Config,
  { metrics, log, now }: Pick<WorkerDependencies, 'metrics' | 'log' | 'now'>,
): FailureLimiter => {
  let refused = 0;
  let nextLineMs = 0;
  return createFailureLimiter({
    perMinute: config.authFailuresPerMinute,
    onRefused: (address) => {
      metrics.callers.refused.inc({ reason: 'failures' });
      refused += 1;
      const nowMs = now().getTime();
      if (nowMs < nextLineMs) return;
      nextLineMs = nowMs + lineEveryMs;
      log.warn('authentication.limited', { address, refused });
      refused = 0;
    },
    now,
  });
};
