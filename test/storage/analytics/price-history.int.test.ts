import { afterAll, describe } from 'vitest';
import { observationRow } from '../../../domain/analytics/observation-row.ts';
import { createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { priceHistoryContract } from '../../contract/price-history.contract.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';

describe.skipIf(!hasEmbeddedEngine)('the analytical projection', () => {
  let fixture: TestEngine | undefined;
  afterAll(() => fixture?.close());

  priceHistoryContract(async () => {
    fixture = await testEngine();
    const store = createAnalyticsStore(fixture.engine, createMetrics('test').analytics);
    return { store, observe: (observations) => store.insert('observation', observations.map(observationRow)) };
  });
});
