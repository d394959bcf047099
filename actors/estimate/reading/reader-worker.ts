/**
 * A thread that reads one document after the other. Where a document takes too much its process is
 * killed and another one started, which costs half as much with the code that was compiled for the
 * first; so that is kept before anything is read.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { ReaderReport, ReaderTask } from './reader-messages.ts';

enableCompileCache();
// Loaded only now, so that the cache is used for them.
const [{ faultOf }, { parseTask }] = await Promise.all([
  import('../steps-process/fault.ts'),
  import('./parse-task.ts'),
]);
flushCompileCache();

const reportOn = (task: ReaderTask): ReaderReport => {
  try {
    const result = parseTask(task);
    return result.kind === 'parsed' ? { kind: 'parsed', json: JSON.stringify(result.source) } : result;
  } catch (error) {
    return { kind: 'fault', fault: faultOf(error) };
  }
};

parentPort?.on('message', (task: ReaderTask) => parentPort?.postMessage(reportOn(task)));
