import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Config } from '../config/config.ts';
import { createFailureLimiter, type FailureLimiter } from '../protection/failure-limiter.ts';

/** Where refusals are recorded. */
interface Dependencies {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * However many are refused, and from however many addresses, the log has one line for them in so
 * long.
 */
const lineEveryMs = 60_000;

/**
 * Limits failed authentications; those that are refused are counted, and the log names one of their
 * addresses.
 */
export const limitFailures = (config: Config, { metrics, log, now }: Dependencies): FailureLimiter => {
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
