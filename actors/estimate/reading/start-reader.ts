import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { unavailable } from '../../../domain/errors.ts';
import type { PoolWorker, WorkerDeath, WorkerListener } from '../worker-pool.ts';
import { outOfMemoryCode, outOfTimeCode, type ReaderReport, type ReaderTask } from './reader-messages.ts';

const program = join(import.meta.dirname, `reader-process${extname(import.meta.filename)}`);

/** Pause before a document is read again whose reader was ended from outside. */
const retryAfterMs = 500;

/**
 * V8 aborts a process that is out of memory; the others are what a fault in native code comes to.
 */
const faults: ReadonlyMap<string, 'out_of_memory' | 'crashed'> = new Map([
  ['SIGABRT', 'out_of_memory'],
  ['SIGSEGV', 'crashed'],
  ['SIGBUS', 'crashed'],
  ['SIGILL', 'crashed'],
  ['SIGTRAP', 'crashed'],
  ['SIGFPE', 'crashed'],
]);

const deathOf = (code: number | null, signal: NodeJS.Signals | null): WorkerDeath => {
  if (code === outOfMemoryCode) return { kind: 'out_of_memory' };
  if (code === outOfTimeCode) return { kind: 'out_of_time' };
  const kind = faults.get(signal ?? '');
  if (kind !== undefined) return { kind };
  return { kind: 'lost', error: unavailable(`a reader of documents has ended (${signal ?? code})`, retryAfterMs) };
};

/**
 * Starts a process that reads documents, with memory of its own: the limit of a thread is not in
 * force where its process has one, and V8 ends the whole process for a thread that cannot get
 * memory. It inherits how this process gives way to others, and ends with it.
 */
export const startReader = (
  { memoryMb, processorMs }: { readonly memoryMb: number; readonly processorMs: number },
  { onEvent, onDeath }: WorkerListener<ReaderReport>,
): PoolWorker<ReaderTask> => {
  const child = fork(program, [String(processorMs)], {
    // Nothing of this process's environment or options concerns it: options of V8 would undo its
    // limit.
    env: { TZ: 'UTC' },
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', (report) => onEvent(report as ReaderReport));
  child.once('error', (error) =>
    onDeath({
      kind: 'lost',
      error: unavailable(`a reader of documents cannot be started: ${error.message}`, retryAfterMs),
    }),
  );
  child.once('exit', (code, signal) => onDeath(deathOf(code, signal)));
  return {
    post: (task) => {
      child.ref();
      child.channel?.ref();
      // A process that is gone shows as its end.
      child.send(task, () => undefined);
    },
    rest: () => {
      child.unref();
      child.channel?.unref();
    },
    terminate: () => void child.kill('SIGKILL'),
  };
};
