/**
 * One folder for all that a test run writes to the temporary folder, so that the run leaves nothing
 * behind: what a test made and forgot, or what a process that it killed could not delete.
 * `KEEP_RUN_FOLDER=1` keeps it for a look.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeMovedFrom } from '../../ops/embedded/postgres-files.ts';
import { keepInMemory } from './memory-folder.ts';
import { oncePerRun } from './once-per-run.ts';

const makeFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-run-'));
  const isKept = process.env.KEEP_RUN_FOLDER !== undefined;
  const letGo = isKept ? undefined : await keepInMemory(folder);
  // The database's user passes through to a folder that lets it in.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  const end = async (): Promise<void> => {
    if (isKept) return;
    await removeMovedFrom(folder);
    await letGo?.();
    await rm(folder, { recursive: true, force: true });
  };
  return { end };
};

/** Has the run's processes, which inherit the environment, write to the folder. */
export const setup = async (): Promise<() => Promise<void>> => (await oncePerRun('run-folder', makeFolder)).release;
