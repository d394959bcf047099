import type { Failure } from '../../domain/errors.ts';
import type { LogFields, Logger } from '../../telemetry/logger.ts';
import { errorTable } from './error-table.ts';

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
