import type { AnalyticsQueries } from '../../domain/analytics/ports.ts';
import type { RecordQuotedPrice } from '../../domain/analytics/quoted-price.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { startQuotedPricePublisher } from '../../streams/publishers/quoted-price-publisher.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { newId } from './new-ids.ts';
import type { Teardown } from './teardown.ts';

/** Dependencies of recording quoted prices. */
interface Dependencies {
  /** Undefined where no analytical projection is kept. */
  readonly analytics: AnalyticsQueries | undefined;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly teardown: Teardown;
}

/** Starts to note prices given for the analytical projection; undefined where none is kept. */
export const startQuotedPrices = (surroundings: Dependencies): RecordQuotedPrice | undefined => {
  const { analytics, bus, metrics, log, teardown } = surroundings;
  if (analytics === undefined) return undefined;
  const publisher = startQuotedPricePublisher({ bus, metrics: metrics.analytics, log, newId: () => newId('pgv') });
  teardown.add('prices given', publisher.stop);
  return publisher.note;
};
