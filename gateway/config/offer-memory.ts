import { totalmem } from 'node:os';

/** The share of the memory that offers get where nothing is said, and prices as much again. */
const usualShare = 1 / 16;

/** In MiB: less holds next to nothing, more is for whoever asks for it. */
const bounds = { least: 64, most: 4_096 } as const;

/** Memory for offers in MiB where nothing is said, of a process that may have so many bytes. */
export const usualOfferMemoryMb = (memoryBytes: number): number =>
  Math.max(bounds.least, Math.min(bounds.most, Math.floor((memoryBytes * usualShare) / 2 ** 20)));

/** The memory that this process may have, in bytes: the machine's, or its container's limit. */
export const processMemoryBytes = (): number => {
  // 0 or far beyond the machine where there is no limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(totalmem(), limit) : totalmem();
};
