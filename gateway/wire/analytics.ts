import { join } from 'node:path';
import { type AnalyticsStore, createAnalyticsStore } from '../../storage/analytics/analytics-store.ts';
import { createEmbeddedEngine, isEmbeddedEngineInstalled } from '../../storage/analytics/embedded-engine.ts';
import type { AnalyticsEngine } from '../../storage/analytics/engine.ts';
import { createServerEngine } from '../../storage/analytics/server-engine.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Config } from '../config.ts';
import type { Teardown } from './teardown.ts';

/** What opening the projection stands on. */
interface AnalyticsSurroundings {
  readonly metrics: Metrics;
  readonly teardown: Teardown;
  /** Told the password in the server's URL before anything is done with it. */
  readonly onSecret: (secret: string) => void;
}

const openEngine = (
  { analytics, dataDir }: Pick<Config, 'analytics' | 'dataDir'>,
  onSecret: (secret: string) => void,
): AnalyticsEngine | undefined => {
  if (analytics === undefined) return undefined;
  if (analytics.kind === 'server') {
    onSecret(decodeURIComponent(new URL(analytics.url).password));
    return createServerEngine({ url: analytics.url });
  }
  if (!isEmbeddedEngineInstalled()) {
    throw new Error('ANALYTICS=embedded needs the optional package chdb, which is not installed');
  }
  return createEmbeddedEngine({ folder: join(dataDir, 'analytics') });
};

/**
 * Opens the analytical projection where one is configured. Nothing is asked of its engine yet, so the service starts and serves
 * everything else while that is away.
 */
export const openAnalytics = (
  config: Pick<Config, 'analytics' | 'dataDir'>,
  { metrics, teardown, onSecret }: AnalyticsSurroundings,
): AnalyticsStore | undefined => {
  const engine = openEngine(config, onSecret);
  if (engine === undefined) return undefined;
  teardown.add('analytical engine', engine.close);
  return createAnalyticsStore(engine, metrics.analytics);
};
