import {
  catchError,
  defer,
  EMPTY,
  finalize,
  from,
  merge,
  mergeMap,
  NEVER,
  Observable,
  Subject,
  startWith,
  switchMap,
  throttle,
} from 'rxjs';
import { withDeadline } from './deadline.ts';
import { after } from './delay.ts';

/** State that is kept elsewhere, and when it is read again. */
export interface FollowedState<Value> {
  /** What is read; stands in the log when it is late. */
  readonly what: string;
  readonly read: (signal: AbortSignal) => Promise<Value>;
  /** The longest that one read may take, in milliseconds; then it has failed. */
  readonly deadlineMs: number;
  /** Each causes a read. May be lost. */
  readonly signals: Observable<unknown>;
  /**
   * From the end of a read, or the subscription, to the next without a signal, in milliseconds.
   * Left out: it is read at signals only.
   */
  readonly everyMs?: number;
  readonly onError: (error: unknown) => void;
}

/**
 * The values that are read at each signal, and now and then because signals may be lost. One read
 * runs at a time; signals that come meanwhile cause one more, so a value is never older than the
 * one before. A read that fails or is late is reported and gives no value: the one before holds.
 * Ends when it is unsubscribed, which aborts a running read. Subscribing reads nothing by itself.
 */
export const followed = <Value>(state: FollowedState<Value>): Observable<Value> => {
  const { what, read, deadlineMs, signals, everyMs, onError } = state;
  return defer(() => {
    const ended = new Subject<void>();
    const readOnce = defer(() => {
      const left = new AbortController();
      return from(withDeadline({ what, ms: deadlineMs, owner: left.signal }, read)).pipe(
        catchError((error) => {
          onError(error);
          return EMPTY;
        }),
        finalize(() => {
          left.abort(new Error('unsubscribed'));
          ended.next();
        }),
      );
    });
    const pause = everyMs === undefined ? NEVER : new Observable<void>((over) => after(everyMs, () => over.next()));
    const rereads = ended.pipe(
      startWith(undefined),
      switchMap(() => pause),
    );
    return merge(signals, rereads).pipe(
      throttle(() => ended, { leading: true, trailing: true }),
      mergeMap(() => readOnce),
    );
  });
};
