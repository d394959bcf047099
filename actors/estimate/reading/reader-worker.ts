/** A thread that reads one document after the other. */
import { parentPort } from 'node:worker_threads';
import { parseTask } from './parse-task.ts';
import type { ReaderNews, ReaderTask } from './reader-messages.ts';

parentPort?.on('message', (task: ReaderTask) => {
  const result = parseTask(task);
  const news: ReaderNews = result.kind === 'parsed' ? { kind: 'parsed', json: JSON.stringify(result.source) } : result;
  parentPort?.postMessage(news);
});
