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

const installedIn = join(import.meta.dirname, '../../../analytics-engine');

/** What installs it, from a checkout and from the package alike. */
export const engineInstallation = `npm ci --prefix ${installedIn} --ignore-scripts`;

const requireIn = (folder: string): NodeJS.Require => createRequire(join(folder, 'package.json'));

const canResolve = (from: NodeJS.Require, name: string): boolean => {
  try {
    from.resolve(name);
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether the library is installed, with the binary of this platform: npm leaves that out without a
 * word where it cannot fetch or unpack it, as on a full disk.
 */
export const isEngineInstalled = (folder = installedIn): boolean => {
  const from = requireIn(folder);
  if (!canResolve(from, 'chdb')) return false;
  const library = createRequire(from.resolve('chdb'));
  const { optionalDependencies = {} }: { readonly optionalDependencies?: object } = library('./package.json');
  return Object.keys(optionalDependencies).some((name) => canResolve(library, name));
};

/** Loads the library into this process. Throws when it is not installed. */
export const loadEngine = async (): Promise<EngineLibrary> => {
  const loaded: EngineLibrary & { readonly default?: EngineLibrary } = await import(
    pathToFileURL(requireIn(installedIn).resolve('chdb')).href
  );
  return loaded.default ?? loaded;
};
