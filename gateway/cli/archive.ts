import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { dayMs } from '../../domain/duration.ts';
import { type MonthOutcome, runArchiver } from '../../storage/archive/archiver.ts';
import { monthFolders } from '../../storage/archive/month-folders.ts';
import { restoreArchive } from '../../storage/archive/restore.ts';
import { verifyMonth } from '../../storage/archive/verify-month.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { runCommand } from './run-command.ts';
import { recordToolWork, toolAct, withTool } from './with-tool.ts';

/**
 * `npm run archive`: moves old events out of the database once, verifies an archive, or restores
 * from it. It works on the database of DATABASE_URL, else on that of the service that runs on
 * DATA_DIR, else on the embedded one there.
 *
 * What was done goes to standard output, a line a month; what is wrong goes to standard error with
 * exit status 1.
 */

/** Moves every month that is due. */
const archiveOnce = async (config: Config, say: (line: string) => void): Promise<readonly string[]> => {
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
const verifyArchive = async (directory: string, say: (line: string) => void): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const folder of await monthFolders(directory)) {
    const found = await verifyMonth(folder);
    if (found.length === 0) say(`${basename(folder)}: whole`);
    problems.push(...found);
  }
  return problems;
};

/** What to restore, and for how long it is to stay. */
interface RestoreCommand {
  readonly directory: string;
  readonly aggregateId: string | undefined;
  readonly days: number;
}

const toldMonths = (months: Awaited<ReturnType<typeof restoreArchive>>) => ({ months });

/** Puts archived events back into the database. */
const restoreInto = async (
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

const usage = `usage: npx offerstream archive
       npx offerstream archive verify DIR
       npx offerstream archive restore DIR [--stream ID] [--days N]

  without a command: moves the months that are old enough to ARCHIVE_DIRECTORY, as a worker does every day
  verify    reads every file of an archive, or of one month of it, and names those that are damaged
  restore   puts the events of an archive, or of one month of it, back into the database
  --stream  only those of one aggregate, by its id: prd_..., ofr_..., job_...
  --days    the archiver leaves restored months alone for so long; left out: 30
`;

type Command =
  | { readonly kind: 'run' }
  | { readonly kind: 'verify'; readonly directory: string }
  | {
      readonly kind: 'restore';
      readonly directory: string;
      readonly aggregateId: string | undefined;
      readonly days: number;
    };

const parse = (args: readonly string[]): Command | undefined => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { stream: { type: 'string' }, days: { type: 'string' } },
  });
  const [kind = 'run', directory, ...rest] = positionals;
  const { stream: aggregateId, days: daysText = '30' } = values;
  if (rest.length > 0 || !/^\d{1,4}$/.test(daysText)) return undefined;
  if (kind !== 'restore' && Object.keys(values).length > 0) return undefined;
  if (kind === 'run') return directory === undefined ? { kind } : undefined;
  if (directory === undefined) return undefined;
  if (kind === 'verify') return { kind, directory };
  return kind === 'restore' ? { kind, directory, aggregateId, days: Number(daysText) } : undefined;
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const work = (command: Command): Promise<readonly string[]> => {
  switch (command.kind) {
    case 'run':
      return archiveOnce(loadConfig(), say);
    case 'verify':
      return verifyArchive(command.directory, say);
    case 'restore':
      return restoreInto(loadConfig(), command, say);
  }
};

const run = async (command: Command): Promise<number> => {
  const problems = await work(command);
  for (const problem of problems) process.stderr.write(`archive: ${problem}\n`);
  return problems.length > 0 ? 1 : 0;
};

await runCommand({ name: 'archive', usage, parse, run });
