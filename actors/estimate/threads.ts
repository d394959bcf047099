/**
 * Threads of a kind, at most so many at once, each doing one task at a time; tasks beyond that wait in the order in which they
 * came. A thread that has done its task waits for the next, because to start one takes longer than most tasks. One that is
 * cancelled, or takes more than it may, ends at once; one that dies fails its own task and no other.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { createPlaces } from './places.ts';

/** How a task ended: by itself, or because it took more than it may. */
export type TaskEnd = 'done' | 'out_of_time' | 'out_of_memory';

/** A task for a thread. */
export interface ThreadTask<Task, News> {
  readonly task: Task;
  /** Told everything that the thread says of the task, in order; returns whether it was the last. */
  readonly onNews: (news: News) => boolean;
  /** Ends the task, waiting or running; its promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The threads. */
export interface Threads<Task, News> {
  /** Rejects where the task was cancelled or its thread died. */
  readonly run: (task: ThreadTask<Task, News>) => Promise<TaskEnd>;
}

/** What the threads are. */
export interface ThreadsOptions {
  /** The program, which takes tasks as messages of its parent. */
  readonly file: URL;
  readonly count: number;
  /** Left out: as much as the process. */
  readonly limits?: ResourceLimits;
  /** Left out: any time. */
  readonly timeoutMs?: number;
}

const runOn = <Task, News>(
  worker: Worker,
  { task, onNews, signal }: ThreadTask<Task, News>,
  timeoutMs: number | undefined,
): Promise<TaskEnd> => {
  const { promise, resolve, reject } = Promise.withResolvers<TaskEnd>();
  const onMessage = (news: News): void => {
    if (onNews(news)) resolve('done');
  };
  const onError = (error: NodeJS.ErrnoException): void =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('out_of_memory') : reject(error);
  const onExit = (code: number): void => reject(new Error(`a thread ended with code ${code} before its task`));
  const onAbort = (): void => reject(signal.reason);
  const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs, 'out_of_time' as const);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  });
};

/** Makes the threads; each is started when it is needed first. */
export const createThreads = <Task, News>(options: ThreadsOptions): Threads<Task, News> => {
  const { file, count, limits, timeoutMs } = options;
  const places = createPlaces(count);
  const idle = new Set<Worker>();

  /** A thread that dies while it waits is not used again, and its fault is nobody's. One that waits keeps no process alive. */
  const start = (): Worker => {
    const worker = new Worker(file, limits === undefined ? {} : { resourceLimits: limits });
    worker.unref();
    const forget = (): unknown => idle.delete(worker);
    return worker.on('error', forget).on('exit', forget);
  };
  const rested = (): Worker | undefined => {
    const [worker] = idle;
    if (worker !== undefined) idle.delete(worker);
    return worker;
  };
  const run = async (task: ThreadTask<Task, News>): Promise<TaskEnd> => {
    task.signal.throwIfAborted();
    const worker = rested() ?? start();
    let end: TaskEnd | undefined;
    try {
      end = await runOn(worker, task, timeoutMs);
      return end;
    } finally {
      if (end === 'done') idle.add(worker);
      else void worker.terminate();
    }
  };
  return { run: (task) => places.take(() => run(task)) };
};
