import { Worker } from 'node:worker_threads';
import type { PoolWorker, WorkerListener } from './worker-pool.ts';

/**
 * Starts a program on a thread of this process, with as much memory as the process has: limits of a
 * thread are not in force where the process has options of V8 for the same.
 */
export const startThread = <Task, News>(file: URL, { onEvent, onDeath }: WorkerListener<News>): PoolWorker<Task> => {
  const thread = new Worker(file);
  thread.on('message', onEvent);
  thread.on('error', (error: NodeJS.ErrnoException) =>
    onDeath(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'out_of_memory' } : { kind: 'lost', error }),
  );
  thread.on('exit', (code) =>
    onDeath({ kind: 'lost', error: new Error(`a thread ended with code ${code} before its task`) }),
  );
  return {
    post: (task) => {
      thread.ref();
      thread.postMessage(task);
    },
    // Whoever listens to a thread holds it; only afterwards can it be let go.
    rest: () => thread.unref(),
    terminate: () => void thread.terminate(),
  };
};
