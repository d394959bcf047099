import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Where ClickHouse as a library is: half a gigabyte that most do without, so it has a manifest and
 * a lock file of its own in `analytics-engine/`, where `npm run setup:analytics` installs it.
 */

/** What is used of the library. */
export interface EngineSession {
  query(statement: string): unknown;
  queryAsync(statement: string): Promise<unknown>;
  insert(rows: {
    readonly table: string;
    readonly values: Uint8Array;
    readonly format: 'JSONEachRow';
  }): Promise<unknown>;
  queryBindAsync(
    statement: string,
    parameters: Readonly<Record<string, unknown>>,
    options: { readonly format: 'JSONEachRow' },
  ): Promise<{ text(): string }>;
  close(): void;
}

interface EngineLibrary {
  readonly Session: new (folder: string, options?: { readonly connectionArgs: readonly string[] }) => EngineSession;
}

const folder = join(import.meta.dirname, '../../../analytics-engine');
const manifest = join(folder, 'package.json');

/** What installs it, from a checkout and from the package alike. */
export const engineInstallation = `npm ci --prefix ${folder} --ignore-scripts`;

const libraryFile = (): string => createRequire(manifest).resolve('chdb');

/** Whether the library is installed. */
export const isEngineInstalled = (): boolean => {
  try {
    libraryFile();
    return true;
  } catch {
    return false;
  }
};

/** Loads the library into this process. Throws when it is not installed. */
export const loadEngine = async (): Promise<EngineLibrary> => {
  const loaded: EngineLibrary & { readonly default?: EngineLibrary } = await import(pathToFileURL(libraryFile()).href);
  return loaded.default ?? loaded;
};
