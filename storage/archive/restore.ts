import type { Sql } from '../pool/pool.ts';
import { archiveLock } from './archiver.ts';
import { monthFolders } from './month-folders.ts';
import { type RestoredMonth, type RestoreOrder, restoreMonth } from './restore-month.ts';

/** Where to, and from where. */
export interface RestoreDependencies {
  /** Its statements must have no time limit. */
  readonly sql: Sql;
  /** Leads to the same database directly. */
  readonly url: string;
  /** An archive, or the folder of one month. */
  readonly directory: string;
}

/**
 * Puts archived months back into the database, oldest first, each in a transaction of its own.
 * Throws an error in words for the operator when the archiver works at the same time or a file is
 * damaged; the months before it are restored then.
 */
export const restoreArchive = async (
  { sql, url, directory }: RestoreDependencies,
  order: Omit<RestoreOrder, 'folder'>,
): Promise<readonly RestoredMonth[]> => {
  const lock = archiveLock(url);
  try {
    if (!(await lock.hold())) throw new Error('the archiver is at work; try again when it has ended');
    const restored: RestoredMonth[] = [];
    for (const folder of await monthFolders(directory)) restored.push(await restoreMonth(sql, { ...order, folder }));
    return restored;
  } finally {
    await lock.release();
  }
};
