import type { Failure, FieldViolation } from '../../domain/errors.ts';
import { errorTable } from './error-table.ts';
import { problemHeading } from './problem-types.ts';

/** The body of an HTTP error: RFC 9457, served as `application/problem+json`. */
export interface Problem {
  /** `/problems/not-found`: what programs switch on, and where it is described. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** The failure's public text. */
  readonly detail: string;
  readonly correlation_id: string;
  /** The fields to change; only with `invalid-argument`. */
  readonly violations?: readonly FieldViolation[];
  /** How many more fields there are to change than are named; only when there are. */
  readonly violations_left_out?: number;
  /** Whole seconds to wait before another try; the same as the `Retry-After` header. */
  readonly retry_after_seconds?: number;
}

/** The problem document of a failure. */
export const problemOf = (failure: Failure, correlationId: string): Problem => {
  const retryAfterSeconds = retryAfterSecondsOf(failure);
  return {
    ...problemHeading(errorTable[failure.kind].slug),
    detail: failure.message,
    correlation_id: correlationId,
    ...(failure.violations.length > 0 && { violations: failure.violations }),
    ...(failure.violationsLeftOut > 0 && { violations_left_out: failure.violationsLeftOut }),
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  };
};

/**
 * The value of `Retry-After` in whole seconds, never 0; undefined when the failure gives no hint.
 */
export const retryAfterSecondsOf = (failure: Failure): number | undefined =>
  failure.retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(failure.retryAfterMs / 1000));
