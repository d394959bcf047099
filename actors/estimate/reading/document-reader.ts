/**
 * Reads documents in processes of their own with limits of memory and time, so that no document
 * holds up the event loop or takes this process down: one that needs too much fails by itself, with
 * a reason for its sender, and its reader ends with it. Customers take turns, and none has all
 * readers. Short lists of lines are read where they are.
 */
import type { LineRequest } from '../../../domain/estimate/request.ts';
import { errorOf } from '../steps-process/fault.ts';
import { createWorkerPool, type TaskEnd } from '../worker-pool.ts';
import { type ParseResult, parseTask, reviveSource } from './parse-task.ts';
import type { ReaderReport, ReaderTask } from './reader-messages.ts';
import { startReader } from './start-reader.ts';

/** What is to be read. */
export interface Reading {
  /** Whose it is: customers take turns. */
  readonly customerId: string;
  /** Asked when there is a reader for it; a result instead of a source is the result. */
  readonly source: () => Promise<ReaderTask | ParseResult>;
}

/** The readers. */
export interface DocumentReader {
  /**
   * Never rejects for what a document holds. Rejects with the signal's reason, with what asking for
   * the source throws, and with `unavailable` where a reader was ended from outside.
   */
  readonly read: (reading: Reading, signal: AbortSignal) => Promise<ParseResult>;
}

/** What the readers may take. */
export interface ReaderLimits {
  readonly readers: number;
  /** Heap of each. */
  readonly memoryMb: number;
  /**
   * Processor time for a document. Time by the clock says nothing of a document, because readers
   * give way to whatever else wants the processor; the estimate has a limit of it.
   */
  readonly processorMs: number;
}

/** A list of as many lines as are kept takes one or two seconds. */
const usualLimits: ReaderLimits = { readers: 2, memoryMb: 256, processorMs: 5_000 };

/**
 * Lists that take less time than to hand them over, whatever their lines hold: so many lines, of so
 * many characters.
 */
const fewLines = 500;
const fewCharacters = 25_000;
const shortLine = 200;

const tooMuch: Readonly<Record<Exclude<TaskEnd, 'done' | 'nothing'>, string>> = {
  out_of_time: 'the document takes too long to read; send a smaller one',
  out_of_memory: 'the document takes too much memory to read; send a smaller one',
  crashed: 'the document ends the program that reads it; save it in another format and send that',
};

/** Whether lines are read at once wherever they are. */
export const isShortList = (lines: readonly LineRequest[]): boolean =>
  lines.length <= fewLines &&
  lines.every(({ rawText }) => rawText.length <= shortLine) &&
  lines.reduce((sum, { rawText }) => sum + rawText.length, 0) <= fewCharacters;

const isResult = (source: ReaderTask | ParseResult): source is ParseResult =>
  source.kind === 'parsed' || source.kind === 'failure';

const resultOf = (report: ReaderReport): ParseResult => {
  if (report.kind === 'fault') throw errorOf(report.fault);
  return report.kind === 'parsed' ? { kind: 'parsed', source: reviveSource(report.json) } : report;
};

/** Creates the readers; none is started before there is something to read. */
export const createDocumentReader = ({ readers, ...limits } = usualLimits): DocumentReader => {
  const pool = createWorkerPool<ReaderTask, ReaderReport>({
    start: (listener) => startReader(limits, listener),
    count: readers,
  });
  return {
    read: async ({ customerId, source }, signal) => {
      let result: ParseResult | undefined;
      const task = async (): Promise<ReaderTask | undefined> => {
        const asked = await source();
        if (!isResult(asked)) return asked;
        result = asked;
        return undefined;
      };
      let report: ReaderReport | undefined;
      const onEvent = (news: ReaderReport): boolean => {
        report = news;
        return true;
      };
      const end = await pool.run({ name: customerId, task, onEvent, signal });
      if (end !== 'done' && end !== 'nothing')
        return { kind: 'failure', failure: { code: 'too_large', text: tooMuch[end] } };
      if (report !== undefined) return resultOf(report);
      if (result === undefined) throw new TypeError('a reader was done without a result');
      return result;
    },
  };
};

/** Reads a short list of lines where it is. */
export const readShortList = (lines: readonly LineRequest[]): ParseResult => parseTask({ kind: 'lines', lines });
