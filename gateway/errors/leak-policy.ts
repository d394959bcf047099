import { Failure } from '../../domain/errors.ts';

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
