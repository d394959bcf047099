/**
 * The thread of a probe: one question after the other over one connection, with a short pause
 * between.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Whether there was an answer, and one that says that all is well. */
const ask = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200));
    });
    asked.once('error', () => resolve(false));
    asked.end();
  });

let [longestMs, answers, failures, last, isOver] = [0, 0, 0, performance.now(), false];
const heard = (): void => {
  const now = performance.now();
  longestMs = Math.max(longestMs, now - last);
  last = now;
};

parentPort?.once('message', () => {
  isOver = true;
  // A question that hangs would have no end.
  if (performance.now() - last > 1_000) agent.destroy();
});
while (!isOver) {
  if (await ask(`${workerData as string}/healthz`)) {
    answers += 1;
    heard();
  } else failures += 1;
  await pause(5);
}
heard();
agent.destroy();
parentPort?.postMessage({ longestMs, answers, failures });
