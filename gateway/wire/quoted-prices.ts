import type { AnalyticsQueries } from '../../domain/analytics/ports.ts';
import type { RecordQuotedPrice } from '../../domain/analytics/quoted-price.ts';
import { startQuotedPricePublisher } from '../../streams/publishers/quoted-price-publisher.ts';
import { newId } from './new-ids.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Starts to note prices given for the analytical projection; undefined where none is kept. */
export const startQuotedPrices = (
  surroundings: Pick<WorkerDependencies, 'bus' | 'metrics' | 'log' | 'teardown'> & {
    readonly analytics: AnalyticsQueries | undefined;
  },
): RecordQuotedPrice | undefined => {
  const { analytics, bus, metrics, log, teardown } = surroundings;
  if (analytics === undefined) return undefined;
  const publisher = startQuotedPricePublisher({ bus, metrics: metrics.analytics, log, newId: () => newId('pgv') });
  teardown.add('prices given', publisher.stop);
  return publisher.note;
};
