import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { rebuildAnalytics } from './analytics-rebuild.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run analytics -- rebuild`: makes the analytical projection again from the database and the
 * archive of old events, in the engine that the service is configured with. An embedded engine
 * belongs to one process, so the service must be down meanwhile; beside a server it may run. Exit
 * status: 0 when everything is there, 1 otherwise.
 */

const usage = `usage: npx offerstream analytics rebuild [--archive DIR]

  --archive  where archived months are, or the folder of one month; left out: ARCHIVE_DIRECTORY, where it is set
`;

const announceEvery = 100_000;

const run = async ({ archiveDirectory }: Command): Promise<number> => {
  let announced = 0;
  const done = await rebuildAnalytics(loadConfig(), archiveDirectory, ({ events, archived, observations }) => {
    const read = events + archived + observations;
    if (read - announced < announceEvery) return;
    announced = read;
    process.stderr.write(`${events} events, ${archived} archived ones and ${observations} observations read\n`);
  });
  process.stdout.write(
    `${done.events} events, ${done.archived} archived ones and ${done.observations} observations read, ${done.added} observations added\n`,
  );
  return 0;
};

interface Command {
  readonly archiveDirectory: string | undefined;
}

const parse = (args: readonly string[]): Command | undefined => {
  const options = { archive: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const isRebuild = positionals.length === 1 && positionals[0] === 'rebuild';
  return isRebuild ? { archiveDirectory: values.archive } : undefined;
};

await runCommand({ name: 'analytics', usage, parse, run });
