import { setImmediate as turn } from 'node:timers/promises';
import { createSimulation, type Simulation } from './simulation.ts';

/**
 * A simulation in which code that waits for promises can live: time passes only when nothing is
 * left to do at its instant.
 */
export interface VirtualTime extends Simulation {
  /** Resolves after so long; rejects with the signal's reason when aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Lets time pass. */
  live(untilMs: number): Promise<void>;
}

/** Starts at instant 0. */
export const createVirtualTime = (seed: number): VirtualTime => {
  const sim = createSimulation(seed);
  return {
    ...sim,
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const abort = (): void => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
        sim.after(ms, () => {
          signal.removeEventListener('abort', abort);
          resolve();
        });
      }),
    live: async (untilMs) => {
      await turn();
      for (let next = sim.nextAt(); next !== undefined && next <= untilMs; next = sim.nextAt()) {
        sim.runUntil(next);
        // A turn of the real event loop lets every promise that is settled by now run to its next
        // wait.
        await turn();
      }
      sim.runUntil(untilMs);
    },
  };
};
