import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What a probe has seen. */
export interface Silence {
  /**
   * The longest time between two answers, or between the last one and the end, in milliseconds,
   * without the time in which the service was kept waiting for a processor by other processes.
   */
  readonly longestMs: number;
  readonly answers: number;
  /**
   * Questions that were refused, cut off or answered with anything but 200; none of them ends a
   * silence.
   */
  readonly failures: number;
}

/**
 * Asks `/healthz` again and again, from a thread of its own so that nothing else of this process
 * delays it.
 */
export interface HealthProbe {
  /** Ends it and tells what it has seen. */
  stop(): Promise<Silence>;
}

/** Starts a probe of the process, which serves HTTP at the address from its main thread. */
export const probeHealth = (url: string, pid: number): HealthProbe => {
  const thread = new Worker(new URL('./health-probe-thread.ts', import.meta.url), { workerData: { url, pid } });
  return {
    stop: async () => {
      const told = once(thread, 'message') as Promise<[Silence]>;
      thread.postMessage('stop');
      const [silence] = await told;
      await thread.terminate();
      return silence;
    },
  };
};
