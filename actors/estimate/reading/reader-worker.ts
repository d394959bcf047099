/** A thread that reads one document after the other. */
import { parentPort } from 'node:worker_threads';
import { faultOf } from '../steps-process/fault.ts';
import { parseTask } from './parse-task.ts';
import type { ReaderReport, ReaderTask } from './reader-messages.ts';

const reportOn = (task: ReaderTask): ReaderReport => {
  try {
    const result = parseTask(task);
    return result.kind === 'parsed' ? { kind: 'parsed', json: JSON.stringify(result.source) } : result;
  } catch (error) {
    return { kind: 'fault', fault: faultOf(error) };
  }
};

parentPort?.on('message', (task: ReaderTask) => parentPort?.postMessage(reportOn(task)));
