/** The thread that optimises one estimate and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { optimise } from '../../domain/estimate/optimise.ts';
import type { OptimiserNews, OptimiserTask } from './worker-messages.ts';

const { problem, mode, timeLimitMs }: OptimiserTask = workerData;
const end = performance.now() + timeLimitMs;
const tell = (news: OptimiserNews): void => parentPort?.postMessage(news);
const isOver = (): boolean => performance.now() > end;
const basket = optimise(problem, { mode, isOver, onBetter: (better) => tell({ kind: 'better', basket: better }) });
tell({ kind: 'done', basket });
