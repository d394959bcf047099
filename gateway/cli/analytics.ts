import { parseArgs } from 'node:util';
import { reasonOf } from '../../domain/errors.ts';
import { loadConfig } from '../config/config.ts';
import { rebuildAnalytics } from './analytics-rebuild.ts';

/**
 * `npm run analytics -- rebuild`: makes the analytical projection again from the database and the
 * archive of old events, in the engine that the service is configured with. An embedded engine
 * belongs to one process, so the service must be down meanwhile; beside a server it may run. Exit
 * status: 0 when everything is there, 1 otherwise.
 */

const usage = `usage: npm run analytics -- rebuild [--archive DIR]

  --archive  where archived months are, or the folder of one month; left out: ARCHIVE_DIRECTORY, where it is set
`;

const announceEvery = 100_000;

const rebuild = async (archiveDirectory: string | undefined): Promise<void> => {
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
};

interface Command {
  readonly archiveDirectory: string | undefined;
}

const parseCommand = (args: readonly string[]): Command | undefined => {
  try {
    const options = { archive: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const isRebuild = positionals.length === 1 && positionals[0] === 'rebuild';
    return isRebuild ? { archiveDirectory: values.archive } : undefined;
  } catch {
    return undefined;
  }
};

const command = parseCommand(process.argv.slice(2));
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  try {
    await rebuild(command.archiveDirectory);
  } catch (error) {
    process.stderr.write(`analytics: ${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}
