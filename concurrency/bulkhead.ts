import type { Failure } from '../domain/errors.ts';
import { createCapacity } from './capacity.ts';
import { createSemaphore } from './semaphore.ts';

/** How much of a kind of work there may be, and what is beyond that. */
export interface BulkheadOptions {
  /** So many at once. */
  readonly places: number;
  /** So many more wait. */
  readonly waiting: number;
  /** What a further one is refused with; called for every refusal. */
  readonly refuse: () => Failure;
}

/** Keeps a kind of work from taking all of what it shares with others. */
export interface Bulkhead {
  /**
   * Does the work in its turn, in the order of asking; its place is free again however it ends. The
   * signal ends the waiting with its reason, and nothing of what has begun.
   *
   * @throws Failure that it is refused with, when too many wait already
   */
  readonly run: <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;
}

/** Makes one in which there is no work yet. */
export const createBulkhead = ({ places, waiting, refuse }: BulkheadOptions): Bulkhead => {
  const room = createCapacity({ count: places + waiting, bytes: 0 });
  const semaphore = createSemaphore(places, places);
  return {
    run: async (signal, work) => {
      if (!room.tryReserve(1, 0)) throw refuse();
      try {
        return await semaphore.withPermit({ name: 'all', signal }, work);
      } finally {
        room.release(1, 0);
      }
    },
  };
};
