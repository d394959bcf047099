/**
 * A value that is available at once, or a promise of it; `await` takes either. The hot path uses
 * it: an answer from memory costs no promise, and needs no timer or listener.
 */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Continues with a value, synchronously when it is available. What `next` throws rejects the
 * promise, or is thrown synchronously.
 */
export const thenMaybe = <T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value));
