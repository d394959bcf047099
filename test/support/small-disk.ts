import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A file system of its own that holds next to nothing. */
export interface SmallDisk {
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  /** Has room for so much, in KiB, from now on. */
  grow(kib: number): Promise<void>;
  close(): Promise<void>;
}

const command = promisify(execFile);
const fillerName = 'filler';

/**
 * Mounts one with room for so many KiB at the folder, which is made when missing; close it in
 * `afterEach`. Needs root, as the CI has: nobody else may mount.
 */
export const smallDisk = async (folder: string, kib: number): Promise<SmallDisk> => {
  await mkdir(folder, { recursive: true });
  await command('mount', ['-t', 'tmpfs', '-o', `size=${kib}k,mode=0777`, 'tmpfs', folder]);
  const filler = join(folder, fillerName);
  return {
    fill: async () => {
      const file = await open(filler, 'a');
      const block = Buffer.alloc(4_096, 1);
      try {
        for (;;) await file.write(block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    grow: async (to) => {
      await command('mount', ['-o', `remount,size=${to}k`, folder]);
    },
    close: async () => {
      // What still has a file open there must not keep it mounted.
      await command('umount', ['--lazy', folder]);
    },
  };
};
