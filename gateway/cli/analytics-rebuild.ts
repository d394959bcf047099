import type { ArchivedHistory } from '../../domain/analytics/ports.ts';
import { type RebuildProgress, rebuildProjection } from '../../domain/analytics/rebuild.ts';
import { createArchivedHistory } from '../../storage/analytics/archived-history.ts';
import { createRecordedHistory } from '../../storage/analytics/recorded-history.ts';
import { monthFolders, monthFoldersIfAny } from '../../storage/archive/month-folders.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { openAnalytics } from '../wire/analytics.ts';
import { createTeardown } from '../wire/teardown.ts';
import { openToolDatabase } from './tool-database.ts';

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
export const rebuildAnalytics = async (
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
