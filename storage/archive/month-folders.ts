import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { monthOf } from '../../domain/archive/month.ts';

const isMonth = (name: string): boolean => monthOf(name) !== undefined;

const monthsIn = (path: string, names: readonly string[]): readonly string[] =>
  names
    .filter(isMonth)
    .toSorted()
    .map((name) => join(path, name));

/**
 * The folders of the months in an archive, oldest first; of a folder that is a month itself, only
 * that one. Throws an error that names the folder when there is none.
 */
export const monthFolders = async (directory: string): Promise<readonly string[]> => {
  const path = resolve(directory);
  if (isMonth(basename(path))) return [path];
  const folders = monthsIn(path, await readdir(path));
  if (folders.length === 0) throw new Error(`${directory} holds no archived month`);
  return folders;
};

/**
 * The same for an archive that may have no month yet, or not be there at all: then there are none.
 */
export const monthFoldersIfAny = async (directory: string): Promise<readonly string[]> => {
  const path = resolve(directory);
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return monthsIn(path, names);
};
