import { unavailable } from '../domain/errors.ts';
import { after } from './delay.ts';

/** How long something may take, and for whom it is done. */
export interface Deadline {
  /** What is waited for; stands in the log when it is late. */
  readonly what: string;
  /** The longest time, in milliseconds. */
  readonly ms: number;
  /** Ends it earlier, with its own reason: the request or part of the service that asked. */
  readonly owner?: AbortSignal | undefined;
}

/**
 * Does work that must end. Its signal is aborted when the time is over or the owner goes away, and
 * the caller is then answered at once, whether or not the work heeds the signal: a dependency that
 * hangs is one that failed. What such work resolves or rejects with afterwards is dropped, so work
 * that has effects must look at its signal before each of them.
 *
 * @throws Failure `unavailable` when the time is over, the owner's reason when the owner went away,
 * otherwise what the work throws
 */
export const withDeadline = async <T>(
  { what, ms, owner }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  owner?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const giveUp = (reason: unknown): void => {
    reject(reason);
    controller.abort(reason);
  };
  const onOwnerGone = (): void => giveUp(owner?.reason);
  const cancelTimer = after(ms, () => giveUp(unavailable(`${what}: no answer within ${ms} ms`, 1_000)));
  owner?.addEventListener('abort', onOwnerGone, { once: true });
  try {
    work(signal).then(resolve, reject);
    return await promise;
  } finally {
    cancelTimer();
    owner?.removeEventListener('abort', onOwnerGone);
  }
};
