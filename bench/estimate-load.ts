/**
 * A thread that keeps estimates under way, so that reading what becomes of them is nothing to the
 * thread that measures.
 */
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type EstimateClient, requestOne } from './estimate-client.ts';

interface Load {
  readonly client: EstimateClient;
  /** The next request of each is sent when the one before is ready. */
  readonly bodies: readonly string[];
}

/**
 * Asks for estimates until it is stopped; returns how to stop, which resolves with how many were
 * ready.
 */
export const keepEstimating = (load: Load): (() => Promise<number>) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error));
  // The failure is told by whoever stops the load.
  failed.catch(() => undefined);
  return async () => {
    worker.postMessage('stop');
    const [ready] = await Promise.race([once(worker, 'message'), failed]);
    return ready;
  };
};

const run = async ({ client, bodies }: Load, port: NonNullable<typeof parentPort>): Promise<void> => {
  let isOver = false;
  let ready = 0;
  port.once('message', () => {
    isOver = true;
  });
  const askAgain = async (body: string): Promise<void> => {
    while (!isOver) {
      await requestOne(client, body);
      ready += 1;
    }
  };
  await Promise.all(bodies.map(askAgain));
  port.postMessage(ready);
};

if (parentPort !== null) await run(workerData, parentPort);
