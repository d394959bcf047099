import { z } from '@hono/zod-openapi';
import type { FreshnessFigures, SupplierFreshness } from '../../../domain/overview/supplier-freshness.ts';
import { instant } from '../../http/schemas/common.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { OverviewCases } from './view.ts';

const alertSchema = z.object({
  name: z.string().openapi({ example: 'OutboxLagHigh' }),
  severity: z.enum(['page', 'ticket']),
  subject: z
    .string()
    .openapi({ description: 'A supplier, credential, consumer or kind of data; empty for the service.' }),
  value: z.number(),
  threshold: z.number(),
  runbook: z.string().openapi({ example: 'docs/failure-modes.md#outboxlaghigh' }),
});

const objectiveSchema = z.object({
  name: z.string().openapi({ example: 'availability' }),
  promise: z.string(),
  bad: z.number(),
  all: z.number(),
  allowed: z.number().openapi({ description: 'The share that may be bad.' }),
  budget_left: z.number().optional().openapi({
    description: '1: nothing was bad; 0: as much as may be; below 0: more. Absent where nothing was counted.',
  }),
  over: z.enum(['since_start', 'now']).openapi({ description: 'Since the process began, or how it is now.' }),
});

const figuresSchema = z
  .object({
    offers: z.int().openapi({ description: 'Of which it was ever observed.' }),
    stale: z.int().openapi({ description: 'Those that were last observed longer ago than the objective allows.' }),
    within_share: z.number().openapi({ description: 'The others, of all: 0 to 1.' }),
    oldest_seconds: z.number().openapi({ description: 'Age of the oldest.' }),
    kept: z.boolean().openapi({ description: 'Whether 99 % of them are within the objective.' }),
  })
  .optional()
  .openapi('FreshnessFigures');

const freshnessSchema = z.object({
  suppliers: z
    .array(
      z.object({
        supplier_id: z.string(),
        price: figuresSchema.openapi({ description: 'At most 6 h old.' }),
        stock: figuresSchema.openapi({ description: 'At most 2 h old.' }),
      }),
    )
    .openapi({ description: 'The least fresh first, up to 20.' }),
  suppliers_left_out: z.int().openapi({ description: 'How many more there are.' }),
  left_out_not_kept: z.int().openapi({ description: 'Those of them that do not keep an objective.' }),
});

/** How the service stands. */
export const overviewSchema = z
  .object({
    at: instant('When this was measured.'),
    counted_since: instant('Since when the answering process has counted requests.'),
    alerts: z.array(alertSchema).openapi({
      description:
        'Alerts whose condition holds now, those that page first. Alerts on shares over time are told by ops/prometheus alone.',
    }),
    objectives: z.array(objectiveSchema),
    queues: z.array(z.object({ name: z.string(), waiting: z.number() })),
    suppliers: z.array(
      z.object({
        supplier_id: z.string(),
        lag_seconds: z.number().optional().openapi({ description: 'Since its last tick that completed.' }),
        waiting: z.number().openapi({ description: 'Parts to be asked for and observations to be applied.' }),
      }),
    ),
    budgets: z.array(
      z.object({ credential_id: z.string(), used: z.number().openapi({ description: 'Of its rate budget, 0 to 1.' }) }),
    ),
    freshness: freshnessSchema.optional().openapi({
      description:
        'How fresh each supplier keeps its offers of the 1,000 most wanted products, from when prices and stocks were observed; read every five seconds. Absent while the database does not answer.',
    }),
  })
  .openapi('Overview');

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
