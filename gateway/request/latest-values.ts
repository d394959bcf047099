import type { Observable } from 'rxjs';

/**
 * The values of an observable at a reader's pace: while the reader is busy, newer values replace
 * older ones, so that a slow reader skips values and never falls behind. The last value is never
 * skipped. Memory holds one value. Ends when the observable completes; throws what it fails with,
 * or the signal's reason once that is aborted. Unsubscribes however it ends.
 */
export async function* latestValues<Value>(source: Observable<Value>, signal: AbortSignal): AsyncGenerator<Value> {
  let waiting: { readonly value: Value } | undefined;
  let end: { readonly error?: unknown } | undefined;
  let wake = Promise.withResolvers<void>();
  const subscription = source.subscribe({
    next: (value) => {
      waiting = { value };
      wake.resolve();
    },
    error: (error) => {
      end = { error };
      wake.resolve();
    },
    complete: () => {
      end = {};
      wake.resolve();
    },
  });
  const onAbort = (): void => wake.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      if (waiting !== undefined) {
        const { value } = waiting;
        waiting = undefined;
        yield value;
      } else if (end !== undefined) {
        if ('error' in end) throw end.error;
        return;
      } else {
        await wake.promise;
        wake = Promise.withResolvers();
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    subscription.unsubscribe();
  }
}
