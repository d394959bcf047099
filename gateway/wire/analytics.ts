import { join } from 'node:path';
import type { PriceHistoryStore } from '../../domain/analytics/ports.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../storage/analytics/analytics-store.ts';
import { engineInstallation, isEngineInstalled } from '../../storage/analytics/embedded/engine-library.ts';
import { createEmbeddedEngine } from '../../storage/analytics/embedded-engine.ts';
import type { AnalyticsEngine } from '../../storage/analytics/engine.ts';
import { createServerEngine } from '../../storage/analytics/server-engine.ts';
import { tracedEngine } from '../../storage/analytics/traced-engine.ts';
import type { Config } from '../config/config.ts';
import { readClientTls } from './client-tls.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

const tlsSettings = {
  authorities: 'ANALYTICS_CA_FILE',
  certificate: 'ANALYTICS_CERT_FILE',
  key: 'ANALYTICS_KEY_FILE',
};

const openEngine = async ({
  analytics,
  dataDir,
}: Pick<Config, 'analytics' | 'dataDir'>): Promise<AnalyticsEngine | undefined> => {
  if (analytics === undefined) return undefined;
  if (analytics.kind === 'server') {
    return createServerEngine({ url: analytics.url, tls: await readClientTls(analytics.tls, tlsSettings) });
  }
  if (!isEngineInstalled()) {
    throw new Error(
      `ANALYTICS=embedded needs ClickHouse as a library, half a gigabyte that is not installed: run \`${engineInstallation}\``,
    );
  }
  return createEmbeddedEngine({ folder: join(dataDir, 'analytics') });
};

/**
 * Opens the analytical projection where one is configured. Nothing is asked of its engine yet, so
 * the service starts and serves everything else while that is away.
 */
export const openAnalytics = async (
  config: Pick<Config, 'analytics' | 'dataDir'>,
  { metrics, teardown }: Pick<WorkerDependencies, 'metrics' | 'teardown'>,
): Promise<AnalyticsStore | undefined> => {
  const engine = await openEngine(config);
  if (engine === undefined) return undefined;
  teardown.add('analytical engine', engine.close);
  return createAnalyticsStore(tracedEngine(engine), metrics.analytics);
};

/**
 * Who is asked what offers cost over time: the projection where one is kept, else the database. Not
 * the database while the projection is away, so that one question has one answer, and its volume
 * does not come upon the database unannounced.
 */
export const priceHistoryOf = ({
  analytics,
  stores,
}: {
  readonly analytics: PriceHistoryStore | undefined;
  readonly stores: { readonly priceHistory: PriceHistoryStore };
}): PriceHistoryStore => analytics ?? stores.priceHistory;
