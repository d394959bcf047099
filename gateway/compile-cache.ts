import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * The compiled code of the service, kept between starts. Write access to it would control what the
 * service runs, so it is in a folder that only the service's own user can enter.
 */

const ownerOnly = 0o700;

/**
 * Creates a private folder, and its parents, or makes an existing one private. False when that
 * cannot be had: somebody else's folder, a link or a file of that name, or a place that cannot be
 * written.
 */
export const createPrivateFolder = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true, mode: ownerOnly });
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    if ((found.mode & 0o777) !== ownerOnly) chmodSync(folder, ownerOnly);
    return true;
  } catch {
    return false;
  }
};

/**
 * Keeps compiled code in the data folder, where it makes every later start take two thirds of the
 * time; what cannot be had makes it as slow as the first. Where Node was told of a folder by
 * NODE_COMPILE_CACHE, it is that one.
 */
export const useCompileCache = (dataDir: string): void => {
  const folder = join(dataDir, 'compile-cache');
  if (createPrivateFolder(folder)) enableCompileCache(folder);
};
