/**
 * Workers of a kind, threads or processes, at most so many at once, each doing one task at a time;
 * tasks beyond that wait in fair turns among those who ask. A worker that has done its task waits
 * for the next, because to start one takes longer than most tasks. One that is cancelled, or takes
 * more than it may, is ended at once; one that dies fails its own task and no other.
 */
import { createSemaphore } from '../../concurrency/semaphore.ts';

/**
 * How a task ended: by itself, or with its worker, which took more than it may or crashed; or there
 * was nothing to do.
 */
export type TaskEnd = 'done' | 'out_of_time' | 'out_of_memory' | 'crashed' | 'nothing';

/** How a worker ended: by a fault that its task led to, or by one that it did not. */
export type WorkerDeath =
  | { readonly kind: 'out_of_time' | 'out_of_memory' | 'crashed' }
  | { readonly kind: 'lost'; readonly error: Error };

/** A task for a worker. */
export interface WorkerTask<Task, News> {
  /** Whose task it is: tasks of one name take turns with those of others. */
  readonly name: string;
  /**
   * Asked when there is a worker for it, so that a task that waits takes no memory; undefined where
   * nothing is left to do.
   */
  readonly task: () => Promise<Task | undefined>;
  /**
   * Told everything that the worker says of the task, in order; returns whether it was the last.
   */
  readonly onEvent: (news: News) => boolean;
  /** Ends the task, waiting or running; its promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The workers. */
export interface WorkerPool<Task, News> {
  /**
   * Rejects where the task was cancelled, with what asking for it throws, and with the error of a
   * worker that was lost.
   */
  readonly run: (task: WorkerTask<Task, News>) => Promise<TaskEnd>;
}

/** A worker, as the pool knows it. */
export interface PoolWorker<Task> {
  /** From now on the worker keeps this process alive. */
  readonly post: (task: Task) => void;
  /** Its task is done: until the next it keeps no process alive. */
  readonly rest: () => void;
  readonly terminate: () => void;
}

/** What a worker tells the pool. */
export interface WorkerListener<News> {
  readonly onEvent: (news: News) => void;
  /** It has ended; nothing comes of it any more. */
  readonly onDeath: (death: WorkerDeath) => void;
}

/** What the workers are. */
export interface WorkerPoolOptions<Task, News> {
  readonly start: (listener: WorkerListener<News>) => PoolWorker<Task>;
  readonly count: number;
}

/** A worker with its listener; without one while it is idle. */
interface BusyOrIdleWorker<Task, News> {
  readonly worker: PoolWorker<Task>;
  listener: WorkerListener<News> | undefined;
}

const doTask = <Task, News>(
  hired: BusyOrIdleWorker<Task, News>,
  task: Task,
  { onEvent, signal }: Pick<WorkerTask<Task, News>, 'onEvent' | 'signal'>,
): Promise<TaskEnd> => {
  const { promise, resolve, reject } = Promise.withResolvers<TaskEnd>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  hired.listener = {
    onEvent: (news) => {
      if (onEvent(news)) resolve('done');
    },
    onDeath: (death) => (death.kind === 'lost' ? reject(death.error) : resolve(death.kind)),
  };
  hired.worker.post(task);
  return promise.finally(() => {
    hired.listener = undefined;
    signal.removeEventListener('abort', onAbort);
  });
};

/** Makes the pool; each worker is started when it is needed first. */
export const createWorkerPool = <Task, News>(options: WorkerPoolOptions<Task, News>): WorkerPool<Task, News> => {
  const { start, count } = options;
  const places = createSemaphore(count);
  const idle = new Set<BusyOrIdleWorker<Task, News>>();

  /** A worker that dies while idle is not used again, and fails no task. */
  const spawnWorker = (): BusyOrIdleWorker<Task, News> => {
    const listener: WorkerListener<News> = {
      onEvent: (news) => hired.listener?.onEvent(news),
      onDeath: (death) => {
        idle.delete(hired);
        hired.listener?.onDeath(death);
      },
    };
    const hired: BusyOrIdleWorker<Task, News> = { worker: start(listener), listener: undefined };
    return hired;
  };
  const takeIdleWorker = (): BusyOrIdleWorker<Task, News> | undefined => {
    const [hired] = idle;
    if (hired !== undefined) idle.delete(hired);
    return hired;
  };
  const run = async ({ task: askedFor, onEvent, signal }: WorkerTask<Task, News>): Promise<TaskEnd> => {
    const task = await askedFor();
    signal.throwIfAborted();
    if (task === undefined) return 'nothing';
    const hired = takeIdleWorker() ?? spawnWorker();
    let end: TaskEnd | undefined;
    try {
      end = await doTask(hired, task, { onEvent, signal });
      return end;
    } finally {
      if (end === 'done') {
        hired.worker.rest();
        idle.add(hired);
      } else hired.worker.terminate();
    }
  };
  return { run: (task) => places.withPermit(task, () => run(task)) };
};
