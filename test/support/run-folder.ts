/**
 * One folder for all that a test run writes to the temporary folder, so that the run leaves nothing
 * behind: what a test made and forgot, or what a process that it killed could not delete. Vitest
 * loads this file once per project, so what is shared hangs on a global symbol; the last project to
 * finish deletes the folder. `KEEP_RUN_FOLDER=1` keeps it for a look.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeMovedFrom } from '../../ops/embedded/postgres-files.ts';

const key = Symbol.for('offerstream.test.run-folder');

/** The folder with the number of projects that use it. */
interface Slot {
  readonly folder: Promise<string>;
  users: number;
}

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-run-'));
  // The database's user passes through to a folder that lets it in.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return folder;
};

const slot = (): Slot => {
  const holder: { [key]?: Slot } & object = globalThis;
  holder[key] ??= { folder: makeFolder(), users: 0 };
  return holder[key];
};

/** Has the run's processes, which inherit the environment, write to the folder. */
export const setup = async (): Promise<() => Promise<void>> => {
  const run = slot();
  run.users += 1;
  const folder = await run.folder;
  return async () => {
    run.users -= 1;
    if (run.users > 0 || process.env.KEEP_RUN_FOLDER !== undefined) return;
    await removeMovedFrom(folder);
    await rm(folder, { recursive: true, force: true });
  };
};
