/** For threads that work for seconds in a process where others wait for milliseconds. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the other threads of the machine go before the one that calls this, wherever they want the same processor. On Linux, where
 * a thread has a priority and an id of its own (proc(5), setpriority(2)); elsewhere, and where it is not allowed, nothing changes.
 */
export const giveWay = (): void => {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It works on as it was.
  }
};
