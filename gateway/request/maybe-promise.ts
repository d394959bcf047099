/**
 * What is there at once, or else promised; `await` takes either. The hot path is made of it: an answer that is in memory then
 * costs no promise, and nothing has to be set up for the time that it would be waited for.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value, at once when it is there at once. What `next` throws rejects the promise, or is thrown at once. */
export const thenMaybe = <T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value));
