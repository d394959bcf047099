import { Failure } from '../domain/errors.ts';

/**
 * The signal of one request, and the two ends of it that the edge holds. Most requests are answered before anything looks at
 * their signal, and an `AbortController` costs more than the rest of such a request's life here: it is made when somebody asks
 * for the signal, while the edge itself is told by `onAbort`.
 */
export interface RequestSignal {
  /** Aborted with a `Failure` as its reason: `deadline_exceeded`, or what `abort` was given. Always the same object. */
  readonly signal: AbortSignal;
  /** Why it was aborted; undefined while it was not. */
  readonly reason: Failure | undefined;
  /** Tells everything that works on the request to give up. Only the first reason counts. */
  abort(reason: Failure): void;
  /** The request has been answered: clears the timer and aborts nothing. */
  release(): void;
}

/** A request's time and who is to be told when it is over. */
export interface RequestSignalOptions {
  /** After so long it aborts by itself; left out: no deadline. */
  readonly timeoutMs?: number | undefined;
  /** Told the reason, once, when it is aborted; left out: nobody. */
  readonly onAbort?: (reason: Failure) => void;
}

/** Makes a request's signal. */
export const requestSignal = ({ timeoutMs, onAbort }: RequestSignalOptions): RequestSignal => {
  let controller: AbortController | undefined;
  let reason: Failure | undefined;
  const abort = (because: Failure): void => {
    if (reason !== undefined) return;
    reason = because;
    controller?.abort(because);
    onAbort?.(because);
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => abort(deadlineExceeded(timeoutMs)), timeoutMs);
  return {
    get signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (reason !== undefined) controller.abort(reason);
      }
      return controller.signal;
    },
    get reason() {
      return reason;
    },
    abort,
    release: () => clearTimeout(timer),
  };
};

const deadlineExceeded = (timeoutMs: number): Failure =>
  new Failure('deadline_exceeded', `not done within ${timeoutMs} ms`);

/** The reason given when the caller went away. */
export const callerGone = (): Failure => new Failure('cancelled', 'the request was cancelled');
