import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files of the embedded start that must outlive a restart, each made on the first start and readable by the owner alone.
 * With DATABASE_URL and SECRETS_KEY set none of them is made.
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
export const keptSealingKey = async (dataDir: string): Promise<Uint8Array> =>
  Buffer.from(await keep(dataDir, 'sealing.key', () => randomBytes(32).toString('base64')), 'base64');

/** The first API keys, so that every start of an embedded service can show them again. */
export interface FirstKeys {
  readonly adminKey: string;
  readonly customerKey: string;
}

/** The first API keys as kept in the data folder. */
export const keptFirstKeys = async (dataDir: string, make: () => FirstKeys): Promise<FirstKeys> =>
  JSON.parse(await keep(dataDir, 'first-keys.json', () => JSON.stringify(make()))) as FirstKeys;
