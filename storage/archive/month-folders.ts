import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { monthOf } from '../../domain/archive/month.ts';

/**
 * The folders of the months in an archive, oldest first; of a folder that is a month itself, only that one. Throws an error that
 * names the folder when there is none.
 */
export const monthFolders = async (directory: string): Promise<readonly string[]> => {
  const path = resolve(directory);
  if (monthOf(basename(path)) !== undefined) return [path];
  const names = (await readdir(path)).filter((name) => monthOf(name) !== undefined).sort();
  if (names.length === 0) throw new Error(`${directory} holds no archived month`);
  return names.map((name) => join(path, name));
};
