/**
 * Optimises estimates on threads of their own, at most so many at once, the others in fair turns
 * among customers; never on the event loop. A cancelled search ends its thread at once. A thread
 * that dies fails its own search and no other.
 */
import { extname } from 'node:path';
import { Failure } from '../../domain/errors.ts';
import type { Basket } from '../../domain/estimate/basket.ts';
import { startThread } from './thread-worker.ts';
import type { OptimiserEvent, OptimiserTask } from './worker-messages.ts';
import { createWorkerPool } from './worker-pool.ts';

/** What a search is told beside its task. */
export interface OptimiserRun {
  /** Whose estimate it is: customers take turns. */
  readonly customerId: string;
  readonly task: OptimiserTask;
  /** Called with each better basket. */
  readonly onBetter: (basket: Basket) => void;
  /** Ends the search, waiting or running; its promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The threads. */
export interface OptimiserPool {
  /**
   * Resolves with the best basket found in time. Rejects where the search was cancelled or its
   * thread died, and with a `too_large` failure where the sums cannot be counted exactly.
   */
  readonly optimise: (run: OptimiserRun) => Promise<Basket>;
}

const file = new URL(`./optimiser-worker${extname(import.meta.filename)}`, import.meta.url);

/** Makes a pool of at most `threads` searches at once. */
export const optimiserPool = (threads: number): OptimiserPool => {
  const pool = createWorkerPool<OptimiserTask, OptimiserEvent>({
    start: (listener) => startThread(file, listener),
    count: threads,
  });
  return {
    optimise: async ({ customerId, task, onBetter, signal }) => {
      let last: OptimiserEvent | undefined;
      const onEvent = (news: OptimiserEvent): boolean => {
        last = news;
        if (news.kind === 'better' && !signal.aborted) onBetter(news.basket);
        return news.kind !== 'better';
      };
      const end = await pool.run({ name: customerId, task: async () => task, onEvent, signal });
      if (end !== 'done' || last === undefined) throw new Error('the search takes more memory than there is');
      if (last.kind === 'too_large') throw new Failure('too_large', last.message);
      return last.basket;
    },
  };
};
