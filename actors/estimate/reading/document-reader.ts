/**
 * Reads documents on threads of their own with limits of memory and time, so that no document holds up the event loop or takes the
 * process down: one that needs too much fails by itself, with a reason for its sender, and its thread ends with it. Short lists of
 * lines are read where they are.
 */
import { createThreads, type TaskEnd } from '../threads.ts';
import { type ParseResult, parseTask, reviveSource } from './parse-task.ts';
import type { ReaderNews, ReaderTask } from './reader-messages.ts';

/** The threads. */
export interface DocumentReader {
  /** Never rejects for what a document holds; rejects with the signal's reason, or where a thread died. */
  readonly read: (task: ReaderTask, signal: AbortSignal) => Promise<ParseResult>;
}

/** What the threads may take. */
export interface ReaderLimits {
  readonly threads: number;
  readonly memoryMb: number;
  readonly timeoutMs: number;
}

const usualLimits: ReaderLimits = { threads: 2, memoryMb: 256, timeoutMs: 30_000 };

/** Lines that take less time than to hand them over. */
const fewLines = 500;

const file = new URL('./reader-worker.ts', import.meta.url);

const tooMuch: Readonly<Record<Exclude<TaskEnd, 'done'>, string>> = {
  out_of_time: 'the document takes too long to read; send a smaller one',
  out_of_memory: 'the document takes too much memory to read; send a smaller one',
};

/** Creates the threads; none is started before there is something to read. */
export const createDocumentReader = ({ threads: count, memoryMb, timeoutMs } = usualLimits): DocumentReader => {
  const limits = { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 };
  const threads = createThreads<ReaderTask, ReaderNews>({ file, count, limits, timeoutMs });
  const onThread = async (task: ReaderTask, signal: AbortSignal): Promise<ParseResult> => {
    let last: ReaderNews | undefined;
    const onNews = (news: ReaderNews): boolean => {
      last = news;
      return true;
    };
    const end = await threads.run({ task, onNews, signal });
    if (end !== 'done') return { kind: 'failure', failure: { code: 'too_large', text: tooMuch[end] } };
    if (last === undefined) throw new TypeError('a thread was done without a result');
    return last.kind === 'parsed' ? { kind: 'parsed', source: reviveSource(last.json) } : last;
  };
  return {
    read: async (task, signal) =>
      task.kind === 'lines' && task.lines.length <= fewLines ? parseTask(task) : onThread(task, signal),
  };
};
