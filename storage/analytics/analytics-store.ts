import type { AnalyticsGaps, AnalyticsQueries, AnalyticsWriter } from '../../domain/analytics/ports.ts';
import type { QueryClass } from '../../domain/analytics/queries.ts';
import type { AnalyticsErasure } from '../../domain/erasure/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { encodeRows } from './encode-rows.ts';
import type { AnalyticsEngine } from './engine.ts';
import { isMissingTables } from './engine-failures.ts';
import { eraseCustomer } from './erase-customer.ts';
import type { Asked } from './queries/asked.ts';
import { budgetUse } from './queries/budget-use.ts';
import { leadTimeTrend } from './queries/lead-time-trend.ts';
import { priceHistory } from './queries/price-history.ts';
import { priceSpread } from './queries/price-spread.ts';
import { pricesGiven } from './queries/prices-given.ts';
import { supplierCoverage } from './queries/supplier-coverage.ts';
import { unknownObservations } from './queries/unknown-observations.ts';
import { ensureTables } from './schema.ts';

/** The projection on an engine. */
export type AnalyticsStore = AnalyticsWriter & AnalyticsGaps & AnalyticsQueries & AnalyticsErasure;

/**
 * The projection on an engine. The tables are made before the first use, so that the service starts
 * while the engine is away, and again when the engine turns out not to have them.
 */
export const createAnalyticsStore = (
  engine: AnalyticsEngine,
  metrics: Pick<Metrics['analytics'], 'queryDuration'>,
): AnalyticsStore => {
  let ready: Promise<void> | undefined;

  const withTables = async <Result>(use: () => Promise<Result>): Promise<Result> => {
    ready ??= ensureTables(engine).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    await ready;
    try {
      return await use();
    } catch (error) {
      if (isMissingTables(error)) ready = undefined;
      throw error;
    }
  };

  const timed =
    <Question, Answer>(queryClass: QueryClass, asked: Asked<Question, Answer>) =>
    (question: Question, options?: Parameters<Asked<Question, Answer>>[2]): Promise<readonly Answer[]> =>
      withTables(async () => {
        const end = metrics.queryDuration.startTimer({ query_class: queryClass });
        try {
          return await asked(engine, question, options);
        } finally {
          end();
        }
      });

  return {
    insert: async (table, rows) => {
      if (rows.length > 0) await withTables(() => engine.insert(table, encodeRows(table, rows)));
    },
    unknownObservations: (rows) => withTables(() => unknownObservations(engine, rows)),
    eraseCustomer: (customerId, credentialIds) => withTables(() => eraseCustomer(engine, customerId, credentialIds)),
    priceHistory: timed('price_history', priceHistory),
    priceSpread: timed('price_spread', priceSpread),
    supplierCoverage: timed('supplier_coverage', supplierCoverage),
    leadTimeTrend: timed('lead_time_trend', leadTimeTrend),
    budgetUse: timed('budget_use', budgetUse),
    pricesGiven: timed('prices_given', pricesGiven),
  };
};
