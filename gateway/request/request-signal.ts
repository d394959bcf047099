import { after } from '../../concurrency/delay.ts';
import { Failure } from '../../domain/errors.ts';

/**
 * The signal of one request, and the two ends of it that the edge holds. Most requests are answered
 * before anything looks at their signal, and an `AbortController` costs more than the rest of such
 * a request's life here: it is made when somebody asks for the signal, while the edge itself is
 * told by `onAbort`.
 */
export interface RequestSignal {
  /**
   * Aborted with a `Failure` as its reason: `deadline_exceeded`, or what `abort` was given. Always
   * the same object.
   */
  readonly signal: AbortSignal;
  /** Why it was aborted; undefined while it was not. */
  readonly reason: Failure | undefined;
  /** Tells everything that works on the request to give up. Only the first reason counts. */
  abort(reason: Failure): void;
  /** The request has been answered: clears the timer and aborts nothing. */
  release(): void;
}

/** A request's deadline, and the listener for its end. */
export interface RequestSignalOptions {
  /** After so long it aborts by itself; left out: no deadline. */
  readonly timeoutMs?: number | undefined;
  /** Called with the reason, once, when it is aborted; left out: none. */
  readonly onAbort?: (reason: Failure) => void;
}

/**
 * A class for its getters: an object that is written with a getter of its own has a hidden class of
 * its own, which V8 keeps in the old generation, and with it the whole request until the next full
 * collection.
 */
class LazySignal implements RequestSignal {
  reason: Failure | undefined;
  private controller: AbortController | undefined;
  private readonly onAbort: RequestSignalOptions['onAbort'];
  private readonly cancelTimer: (() => void) | undefined;

  constructor({ timeoutMs, onAbort }: RequestSignalOptions) {
    this.reason = undefined;
    this.controller = undefined;
    this.onAbort = onAbort;
    this.cancelTimer =
      timeoutMs === undefined ? undefined : after(timeoutMs, () => this.abort(deadlineExceeded(timeoutMs)));
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.reason !== undefined) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  abort(because: Failure): void {
    if (this.reason !== undefined) return;
    this.reason = because;
    this.controller?.abort(because);
    this.onAbort?.(because);
  }

  release(): void {
    this.cancelTimer?.();
  }
}

/** Makes a request's signal. */
export const requestSignal = (options: RequestSignalOptions): RequestSignal => new LazySignal(options);

const deadlineExceeded = (timeoutMs: number): Failure =>
  new Failure('deadline_exceeded', `not done within ${timeoutMs} ms`);

/** The reason given when the caller went away. */
export const callerGone = (): Failure => new Failure('cancelled', 'the request was cancelled');
