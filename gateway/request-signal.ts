import { Failure } from '../domain/errors.ts';

/** The signal of one request, and the two ends of it that the edge holds. */
export interface RequestSignal {
  /** Aborted with a `Failure` as its reason: `deadline_exceeded`, or what `abort` was given. */
  readonly signal: AbortSignal;
  /** Tells everything that works on the request to give up. */
  abort(reason: Failure): void;
  /** The request has been answered: clears the timer and aborts nothing. */
  release(): void;
}

/** Makes a request's signal; with a time it aborts by itself when that has passed. `undefined`: no deadline. */
export const requestSignal = (timeoutMs: number | undefined): RequestSignal => {
  const controller = new AbortController();
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(deadlineExceeded(timeoutMs)), timeoutMs);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => clearTimeout(timer),
  };
};

const deadlineExceeded = (timeoutMs: number): Failure =>
  new Failure('deadline_exceeded', `not done within ${timeoutMs} ms`);

/** The reason given when the caller went away. */
export const callerGone = (): Failure => new Failure('cancelled', 'the request was cancelled');
