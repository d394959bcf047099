/**
 * The thread of a probe: one question after the other over one connection, with a short pause
 * between. What the asked process and this thread wait for a processor is the machine's doing and
 * is taken off a silence, where Linux tells it.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, pid } = workerData as { readonly url: string; readonly pid: number };

/** How long a thread has been ready to run without running since it began, in milliseconds. */
const waitedMs = (thread: string): number => {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

/** A clock that stands still while either side waits for a processor. */
const servedMs = (): number => performance.now() - waitedMs(`${pid}/task/${pid}`) - waitedMs('thread-self');

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Whether there was an answer, and one that says that all is well. */
const ask = (): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request(`${url}/healthz`, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200));
    });
    asked.once('error', () => resolve(false));
    asked.end();
  });

let [longestMs, answers, failures, last, isOver] = [0, 0, 0, servedMs(), false];
const heard = (): void => {
  const now = servedMs();
  longestMs = Math.max(longestMs, now - last);
  last = now;
};

parentPort?.once('message', () => {
  isOver = true;
  // A question that hangs would have no end.
  if (servedMs() - last > 1_000) agent.destroy();
});
while (!isOver) {
  if (await ask()) {
    answers += 1;
    heard();
  } else failures += 1;
  await pause(5);
}
heard();
agent.destroy();
parentPort?.postMessage({ longestMs, answers, failures });
