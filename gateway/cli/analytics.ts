import { parseArgs } from 'node:util';
import type { ArchivedHistory } from '../../domain/analytics/ports.ts';
import { type RebuildProgress, rebuildProjection } from '../../domain/analytics/rebuild.ts';
import { createArchivedHistory } from '../../storage/analytics/archived-history.ts';
import { createRecordedHistory } from '../../storage/analytics/recorded-history.ts';
import { monthFolders, monthFoldersIfAny } from '../../storage/archive/month-folders.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { openAnalytics } from '../wire/analytics.ts';
import { createTeardown } from '../wire/teardown.ts';
import { runCommand } from './run-command.ts';
import { openToolDatabase } from './with-tool.ts';

/**
 * `npm run analytics -- rebuild`: makes the analytical projection again from the database and the
 * archive of old events, in the engine that the service is configured with. An embedded engine
 * belongs to one process, so the service must be down meanwhile; beside a server it may run. Exit
 * status: 0 when everything is there, 1 otherwise.
 */

/**
 * What the service moves out of the database may have no month yet; a folder that the operator
 * names must have one.
 */
const archiveOf = ({ archive }: Config, named: string | undefined): ArchivedHistory | undefined => {
  if (named !== undefined) return createArchivedHistory(() => monthFolders(named));
  return archive && createArchivedHistory(() => monthFoldersIfAny(archive.directory));
};

/**
 * Makes the configured projection again from the database and the archive: that in the folder
 * named, else the configured one, if any. Throws `ConfigError` when no projection is configured,
 * and an error that names the file when one of the archive is damaged.
 */
const rebuildAnalytics = async (
  config: Config,
  archiveDirectory: string | undefined,
  onProgress: (progress: RebuildProgress) => void,
): Promise<RebuildProgress> => {
  const teardown = createTeardown();
  try {
    const projection = await openAnalytics(config, {
      metrics: createMetrics('analytics'),
      teardown,
    });
    if (projection === undefined) throw new ConfigError('ANALYTICS: expected embedded or server');
    const database = await openToolDatabase(config, 'offerstream analytics');
    teardown.add('database', database.close);
    return await rebuildProjection({
      history: createRecordedHistory(database.pool.sql),
      archive: archiveOf(config, archiveDirectory),
      projection,
      onProgress,
    });
  } finally {
    await teardown.run(() => undefined);
  }
};

const usage = `usage: npx offerstream analytics rebuild [--archive DIR]

  --archive  where archived months are, or the folder of one month; left out: ARCHIVE_DIRECTORY, where it is set
`;

const announceEvery = 100_000;

const run = async ({ archiveDirectory }: Command): Promise<number> => {
  let announced = 0;
  const done = await rebuildAnalytics(loadConfig(), archiveDirectory, ({ events, archived, observations, views }) => {
    const read = events + archived + observations + views;
    if (read - announced < announceEvery) return;
    announced = read;
    process.stderr.write(
      `${events} events, ${archived} archived ones, ${observations} observations and ${views} views read\n`,
    );
  });
  process.stdout.write(
    `${done.events} events, ${done.archived} archived ones, ${done.observations} observations and ${done.views} views read, ${done.added} observations added\n`,
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
