import type { FreshnessFigures, SupplierFreshness } from '../../../domain/overview/supplier-freshness.ts';
import { adminOperationsOf } from '../request/operation.ts';
import { overviewSchema } from './schema.ts';
import type { OverviewCases } from './view.ts';

const figuresJson = (figures: FreshnessFigures | undefined) =>
  figures && {
    offers: figures.offers,
    stale: figures.stale,
    within_share: figures.withinShare,
    oldest_seconds: figures.oldestSeconds,
    kept: figures.isKept,
  };

const freshnessJson = ({ supplierId, price, stock }: SupplierFreshness) => ({
  supplier_id: supplierId,
  price: figuresJson(price),
  stock: figuresJson(stock),
});

const { operation } = adminOperationsOf<OverviewCases>('Overview');

/** What operators ask of the service as a whole. */
export const overviewOperations = [
  operation(({ getOverview }) => getOverview, {
    name: 'GetOverview',
    scope: 'admin:read',
    at: 'GET /v1/admin/overview',
    summary: 'Alerts that fire, what is left of error budgets, queues, lags, and freshness by supplier',
    answer: overviewSchema,
    answered:
      'How the service stands. Queues and lags are those of all processes, requests those of the answering one.',
    decode: () => ({}),
    encode: ({ at, countedSince, alerts, objectives, queues, suppliers, budgets, freshness }) => ({
      at,
      counted_since: countedSince,
      alerts,
      objectives: objectives.map(({ budgetLeft, ...objective }) => ({ ...objective, budget_left: budgetLeft })),
      queues,
      suppliers: suppliers.map(({ supplierId, lagSeconds, waiting }) => ({
        supplier_id: supplierId,
        lag_seconds: lagSeconds,
        waiting,
      })),
      budgets: budgets.map(({ credentialId, used }) => ({ credential_id: credentialId, used })),
      freshness: freshness && {
        suppliers: freshness.suppliers.map(freshnessJson),
        suppliers_left_out: freshness.leftOut,
        left_out_not_kept: freshness.leftOutNotKept,
      },
    }),
  }),
];
