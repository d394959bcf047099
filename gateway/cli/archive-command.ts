import { basename } from 'node:path';
import { dayMs } from '../../domain/duration.ts';
import { type MonthOutcome, runArchiver } from '../../storage/archive/archiver.ts';
import { monthFolders } from '../../storage/archive/month-folders.ts';
import { restoreArchive } from '../../storage/archive/restore.ts';
import { verifyMonth } from '../../storage/archive/verify-month.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { recordToolWork, toolAct } from './tool-act.ts';
import { withTool } from './with-tool.ts';

/**
 * The commands over the archive. Each tells what it did, a line a month, and returns what is wrong.
 */

/** Moves every month that is due. */
export const archiveOnce = async (config: Config, say: (line: string) => void): Promise<readonly string[]> => {
  const { archive } = config;
  if (archive === undefined) throw new ConfigError('ARCHIVE_DIRECTORY: expected a folder');
  return withTool(config, 'archive', async ({ url }) => {
    const run = await runArchiver({ url, ...archive }, new Date());
    if (run.kind === 'busy') return ['another archiver is at work'];
    if (run.months.length === 0) say(`no month is ${archive.afterMonths} months old`);
    for (const month of run.months)
      if (month.kind === 'archived') say(`${month.partition}: ${month.events} events moved`);
    return run.months.flatMap((month) => problemOf(month) ?? []);
  });
};

const problemOf = (month: MonthOutcome): string | undefined => {
  switch (month.kind) {
    case 'archived':
      return undefined;
    case 'held':
      return `${month.partition}: stays, ${month.unpublished} of its events are not published (npx offerstream outbox list)`;
    case 'failed':
      return `${month.partition}: ${month.error instanceof Error ? month.error.message : String(month.error)}`;
  }
};

/** Reads everything that an archive, or one month of it, holds. */
export const verifyArchive = async (directory: string, say: (line: string) => void): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const folder of await monthFolders(directory)) {
    const found = await verifyMonth(folder);
    if (found.length === 0) say(`${basename(folder)}: whole`);
    problems.push(...found);
  }
  return problems;
};

/** What to restore, and for how long it is to stay. */
export interface RestoreCommand {
  readonly directory: string;
  readonly aggregateId: string | undefined;
  readonly days: number;
}

const toldMonths = (months: Awaited<ReturnType<typeof restoreArchive>>) => ({ months });

/** Puts archived events back into the database. */
export const restoreInto = async (
  config: Config,
  { directory, aggregateId, days }: RestoreCommand,
  say: (line: string) => void,
): Promise<readonly string[]> => {
  return withTool(config, 'restore', async (tool) => {
    const keptUntil = new Date(Date.now() + days * dayMs);
    const recorded = {
      act: toolAct('archive', 'archive.restore'),
      target: { kind: 'archive', id: directory },
      tell: toldMonths,
    };
    const months = await recordToolWork(tool, recorded, () =>
      restoreArchive({ sql: tool.sql, url: tool.url, directory }, { aggregateId, keptUntil }),
    );
    for (const { partition, events } of months) say(`${partition}: ${events} events restored`);
    return [];
  });
};
