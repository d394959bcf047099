/** A thread that optimises one estimate after the other. */
import { parentPort } from 'node:worker_threads';
import { isFailure } from '../../domain/errors.ts';
import type { Basket } from '../../domain/estimate/basket.ts';
import { optimise } from '../../domain/estimate/optimise.ts';
import type { OptimiserEvent, OptimiserTask } from './worker-messages.ts';

const tell = (news: OptimiserEvent): void => parentPort?.postMessage(news);

parentPort?.on('message', ({ problem, mode, timeLimitMs }: OptimiserTask) => {
  const end = performance.now() + timeLimitMs;
  const isOver = (): boolean => performance.now() > end;
  const onBetter = (better: Basket): void => tell({ kind: 'better', basket: better });
  try {
    tell({ kind: 'done', basket: optimise(problem, { mode, isOver, onBetter }) });
  } catch (error) {
    // An error that leaves the thread loses what kind of failure it is.
    if (!isFailure(error, 'too_large')) throw error;
    tell({ kind: 'too_large', message: error.message });
  }
});
