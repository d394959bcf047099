/** A thread that optimises one estimate after the other. */
import { parentPort } from 'node:worker_threads';
import { optimise } from '../../domain/estimate/optimise.ts';
import type { OptimiserNews, OptimiserTask } from './worker-messages.ts';

const tell = (news: OptimiserNews): void => parentPort?.postMessage(news);

parentPort?.on('message', ({ problem, mode, timeLimitMs }: OptimiserTask) => {
  const end = performance.now() + timeLimitMs;
  const isOver = (): boolean => performance.now() > end;
  const basket = optimise(problem, { mode, isOver, onBetter: (better) => tell({ kind: 'better', basket: better }) });
  tell({ kind: 'done', basket });
});
