import { Failure } from '../../domain/errors.ts';
import type { LogFields, Logger } from '../../telemetry/logger.ts';
import { errorTable } from './error-table.ts';

/**
 * What may leave the service when something was thrown. Once the request has been aborted, the
 * reason of the abort is the answer: whatever is thrown after it is its consequence. A `Failure`
 * was made to be shown and goes out as it is. Everything else is a bug: the caller gets one fixed
 * text, and what was thrown stays behind as the cause, for the log.
 */
export const failureFrom = (thrown: unknown, abortedBecause?: Failure): Failure => {
  if (abortedBecause !== undefined) return abortedBecause;
  if (thrown instanceof Failure) return thrown;
  return new Failure('internal', 'the service has a fault; it has been recorded', { cause: thrown });
};

/**
 * Logs a failure that a request was answered with, when the service is to blame: a bug as an error
 * with what was thrown, a store that is down or a missed deadline as a warning. What callers do
 * wrong is counted by the metrics and not logged.
 */
export const logFailure = (log: Logger, failure: Failure, fields: LogFields): void => {
  if (!errorTable[failure.kind].ours) return;
  const details = { ...fields, kind: failure.kind, internal: failure.internal, err: failure.cause ?? failure };
  if (failure.kind === 'internal') log.error('request.failed', details);
  else log.warn('request.failed', details);
};
