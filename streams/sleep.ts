import { setTimeout as delay } from 'node:timers/promises';
import type { Sleep } from '../domain/bus/bell.ts';

/** Waits on the real clock. */
export const sleep: Sleep = (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined);

/** How long to wait after so many failures in a row: doubled from 100 ms up to 5 s, with jitter. */
export const backoffMs = (failures: number): number =>
  Math.min(100 * 2 ** Math.min(failures - 1, 10), 5_000) * (0.75 + Math.random() / 2);
