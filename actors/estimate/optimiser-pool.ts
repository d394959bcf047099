/**
 * Optimises estimates on threads of their own, at most so many at once, the others in the order in which they came; never on the
 * event loop. A cancelled search ends its thread at once. A thread that dies fails its own search and no other.
 */
import { Worker } from 'node:worker_threads';
import type { Basket } from '../../domain/estimate/problem.ts';
import type { OptimiserNews, OptimiserTask } from './worker-messages.ts';

/** What a search is told beside its task. */
export interface OptimiserRun {
  readonly task: OptimiserTask;
  /** Called with each better basket. */
  readonly onBetter: (basket: Basket) => void;
  /** Ends the search, waiting or running; its promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The threads. */
export interface OptimiserPool {
  /** Resolves with the best basket found in time. Rejects where the search was cancelled or its thread died. */
  readonly optimise: (run: OptimiserRun) => Promise<Basket>;
}

const workerFile = new URL('./optimiser-worker.ts', import.meta.url);

const runOnThread = ({ task, onBetter, signal }: OptimiserRun): Promise<Basket> => {
  const { promise, resolve, reject } = Promise.withResolvers<Basket>();
  const worker = new Worker(workerFile, { workerData: task });
  const cancel = (): void => {
    reject(signal.reason);
    void worker.terminate();
  };
  signal.addEventListener('abort', cancel, { once: true });
  worker.on('message', (news: OptimiserNews) => {
    if (news.kind === 'done') resolve(news.basket);
    else if (!signal.aborted) onBetter(news.basket);
  });
  worker.on('error', reject);
  worker.on('exit', (code) => {
    signal.removeEventListener('abort', cancel);
    reject(new Error(`the optimiser's thread ended with code ${code} before its result`));
  });
  return promise;
};

/** Makes a pool of at most `threads` searches at once. */
export const optimiserPool = (threads: number): OptimiserPool => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (running < threads) {
      running += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    await promise;
  };
  /** Hands the place to the next in line, or frees it. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const optimise = async (run: OptimiserRun): Promise<Basket> => {
    await turn();
    try {
      run.signal.throwIfAborted();
      return await runOnThread(run);
    } finally {
      leave();
    }
  };
  return { optimise };
};
