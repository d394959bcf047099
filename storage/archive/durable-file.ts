import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Files that are there as a whole or not at all, also after a power cut. */

const temporary = /\.[\da-f]{12}\.tmp$/;

/**
 * Has `write` fill a file of another name and gives it its own name when that is done. `write` has
 * to flush what it writes to the disk. Throws what `write` or the file system throws; nothing is
 * left then.
 */
export const writeDurably = async <Result>(path: string, write: (path: string) => Promise<Result>): Promise<Result> => {
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const result = await write(partial);
    await rename(partial, path);
    await flushFolder(dirname(path));
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

/** Takes away what a process that was killed has left in the folder. */
export const removeLeftovers = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => temporary.test(name));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
};

/** A name is on the disk only when its folder is. */
export const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
