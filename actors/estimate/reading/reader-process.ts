/**
 * The program of a process that reads one document after the other, each in so many milliseconds of
 * processor time as its argument says. What reads is a thread, so that the process notices at any
 * time that its parent has gone, or that a document takes too long.
 */

import { enableCompileCache } from 'node:module';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { every } from '../../../concurrency/delay.ts';
import { outOfMemoryCode, outOfTimeCode, type ReaderReport, type ReaderTask } from './reader-messages.ts';

/** How often the time that a document takes is looked at. */
const lookEveryMs = 20;

const processorMs = Number(process.argv[2]);

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

enableCompileCache();
const thread = new Worker(new URL(`./reader-worker${extname(import.meta.filename)}`, import.meta.url));

/** What this process has used of the processor, with all its threads. */
const usedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let stopWatching = (): void => undefined;
const read = (task: ReaderTask): void => {
  const until = usedMs() + processorMs;
  stopWatching = every(lookEveryMs, () => {
    if (usedMs() > until) process.exit(outOfTimeCode);
  });
  thread.postMessage(task);
};

thread.on('message', (report: ReaderReport) => {
  stopWatching();
  process.send?.(report);
});
thread.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemoryCode : 1),
);
process.on('message', read);
