import { z } from '@hono/zod-openapi';
import { instant } from '../../http/schemas/common.ts';

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
  })
  .openapi('Overview');
