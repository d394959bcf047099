import { AsyncLocalStorage } from 'node:async_hooks';
import type { Simulation } from '../simulation.ts';

/**
 * Processes in virtual time. What runs in one of them sees its own timers and its own `fetch`; it
 * can be stopped for a while, as by SIGSTOP, and killed. While it is stopped nothing reaches it;
 * what was due meanwhile reaches it when it goes on, timers before or after the rest, as chance
 * will have it.
 */
export interface VirtualProcess {
  readonly name: string;
  readonly isAlive: boolean;
  readonly isStopped: boolean;
  /** How often it was stopped so far. */
  readonly stops: number;
  /** Runs something as code of this process. */
  run<Result>(work: () => Result): Result;
  /** Does something in the process later; never when it was killed before. */
  after(ms: number, work: () => void): void;
  stopFor(ms: number): void;
  kill(): void;
}

/** A request as a process sends it. */
export type VirtualFetch = (process: VirtualProcess, url: string, init: RequestInit) => Promise<Response>;

const present = new AsyncLocalStorage<VirtualProcess>();

/**
 * The process whose code is running. Throws when none is: a simulated effect outside of every
 * process is a mistake.
 */
export const presentProcess = (): VirtualProcess => {
  const process = present.getStore();
  if (process === undefined) throw new Error('no virtual process is running');
  return process;
};

/** Starts a process. */
export const startProcess = (sim: Simulation, name: string): VirtualProcess => {
  let isAlive = true;
  let stoppedUntil = 0;
  let stops = 0;
  const deliver = (work: () => void, isTimer: boolean): void => {
    if (!isAlive) return;
    const stoppedMs = stoppedUntil - sim.now();
    if (stoppedMs <= 0) {
      present.run(process, work);
      return;
    }
    const isLast = isTimer && sim.chance(0.5);
    sim.after(stoppedMs, () => (isLast ? sim.after(0, () => deliver(work, isTimer)) : deliver(work, isTimer)));
  };
  const process: VirtualProcess = {
    name,
    get isAlive() {
      return isAlive;
    },
    get isStopped() {
      return stoppedUntil > sim.now();
    },
    get stops() {
      return stops;
    },
    run: (work) => present.run(process, work),
    after: (ms, work) => sim.after(ms, () => deliver(work, true)),
    stopFor: (ms) => {
      stops += 1;
      stoppedUntil = Math.max(stoppedUntil, sim.now() + ms);
    },
    kill: () => {
      isAlive = false;
    },
  };
  return process;
};

/** Hands something that happened outside to a process. */
export const deliverTo = (sim: Simulation, process: VirtualProcess, ms: number, work: () => void): void =>
  sim.after(ms, () => {
    if (process.isStopped) process.after(0, work);
    else if (process.isAlive) process.run(work);
  });

/** A timer of a process, as much of a Node timer as is used. */
interface VirtualTimer {
  isCancelled: boolean;
  unref(): VirtualTimer;
}

const isVirtual = (timer: unknown): timer is VirtualTimer =>
  typeof timer === 'object' && timer !== null && 'isCancelled' in timer;

/**
 * Runs something with the timers and the `fetch` of virtual processes in place of the real ones,
 * which others still get.
 */
export const amongVirtualProcesses = async <Result>(
  fetchOf: VirtualFetch,
  work: () => Promise<Result>,
): Promise<Result> => {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, fetch: globalThis.fetch };
  const virtualSetTimeout = (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
    const process = present.getStore();
    if (process === undefined) return real.setTimeout(fire, ms, ...args);
    const timer: VirtualTimer = { isCancelled: false, unref: () => timer };
    process.after(ms, () => {
      if (!timer.isCancelled) fire(...args);
    });
    return timer;
  };
  const virtualClearTimeout = (timer: unknown): void => {
    if (isVirtual(timer)) timer.isCancelled = true;
    else real.clearTimeout(timer as NodeJS.Timeout);
  };
  const virtualFetch = (url: string, init: RequestInit = {}): Promise<Response> => fetchOf(presentProcess(), url, init);
  Object.assign(globalThis, {
    setTimeout: virtualSetTimeout,
    clearTimeout: virtualClearTimeout,
    fetch: virtualFetch,
  });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, real);
  }
};
