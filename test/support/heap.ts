import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;

/**
 * Collects what is young. What is still used, or what old garbage leads to, is among the old
 * objects after two of these.
 */
export const collectYoung = (): void => collect({ type: 'minor' });

/** Collects everything. */
export const collectAll = (): void => collect({ type: 'major' });

/** Bytes that are held in memory, garbage apart. */
export const heldBytes = (): number => {
  collectAll();
  return process.memoryUsage().heapUsed;
};

/** Bytes of the old objects, garbage included that is not collected yet. */
export const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN;
