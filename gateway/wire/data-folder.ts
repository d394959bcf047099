import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files of the embedded start that must outlive a restart, each made on the first start and
 * readable by the owner alone. With DATABASE_URL and SECRETS_KEY set none of them is made; first
 * generated keys that no terminal could show are written here in any case.
 */

/** Reads a file of the data folder, or writes it first with what `make` returns. */
const keep = async (dataDir: string, name: string, make: () => string): Promise<string> => {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, name);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const text = make();
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  return text;
};

/** The key that seals supplier secrets: 32 bytes. */
export const loadOrCreateSealingKey = async (dataDir: string): Promise<Uint8Array> =>
  Buffer.from(await keep(dataDir, 'sealing.key', () => randomBytes(32).toString('base64')), 'base64');

const maxSameNames = 100;

/**
 * Writes a file that only its owner can read, and tells its path. What lies there already is never
 * overwritten: the new one has a number in its name then. Throws what the file system throws.
 */
export const writeNewFile = async (dataDir: string, name: string, extension: string, text: string): Promise<string> => {
  await mkdir(dataDir, { recursive: true });
  for (let number = 1; ; number += 1) {
    const file = join(dataDir, `${name}${number === 1 ? '' : `-${number}`}${extension}`);
    try {
      await writeFile(file, text, { mode: 0o600, flag: 'wx' });
      return file;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken || number >= maxSameNames) throw error;
    }
  }
};
