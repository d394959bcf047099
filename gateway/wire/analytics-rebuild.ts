import { type RebuildProgress, rebuildProjection } from '../../domain/analytics/rebuild.ts';
import { createRecordedHistory } from '../../storage/analytics/recorded-history.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { type Config, ConfigError } from '../config.ts';
import { openAnalytics } from './analytics.ts';
import { createTeardown } from './teardown.ts';
import { openToolDatabase } from './tool-database.ts';

/** Makes the configured projection again from the database. Throws `ConfigError` when none is configured. */
export const rebuildAnalytics = async (
  config: Config,
  onProgress: (progress: RebuildProgress) => void,
): Promise<RebuildProgress> => {
  const teardown = createTeardown();
  try {
    const projection = openAnalytics(config, {
      metrics: createMetrics('analytics'),
      teardown,
      // Nothing is logged here.
      onSecret: () => undefined,
    });
    if (projection === undefined) throw new ConfigError('ANALYTICS: expected embedded or server');
    const database = await openToolDatabase(config, 'offerstream analytics');
    teardown.add('database', database.close);
    return await rebuildProjection({ history: createRecordedHistory(database.pool.sql), projection, onProgress });
  } finally {
    await teardown.run(() => undefined);
  }
};
