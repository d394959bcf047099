import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { archiveOnce, restoreInto, verifyArchive } from './archive-command.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run archive`: moves old events out of the database once, verifies an archive, or restores
 * from it. It works on the database of DATABASE_URL, else on that of the service that runs on
 * DATA_DIR, else on the embedded one there.
 *
 * What was done goes to standard output, a line a month; what is wrong goes to standard error with
 * exit status 1.
 */

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
