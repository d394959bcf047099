import { z } from '@hono/zod-openapi';
import { instant } from '../../http/schemas/common.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { ErasureAdministration } from './erase.ts';
import { customerParams } from './schema.ts';

const place = z.object({
  place: z.string().openapi({ description: 'A table, or another place.', example: 'audit_record' }),
  why: z.string().openapi({ example: 'records of what was done cannot be changed' }),
  names: z
    .array(z.string())
    .optional()
    .openapi({ description: 'What it is kept in.', example: ['event_2026_01'] }),
});

/** What became of everything that was known of a customer. */
const erasureReportSchema = z
  .object({
    customer_id: z.string().openapi({ example: 'acme' }),
    requested_at: instant('When it was asked for.'),
    finished_at: instant('When it came to its end for the first time.'),
    erased: z.array(
      z.object({
        place: z
          .string()
          .openapi({ description: 'A table; of the projection as `clickhouse.TABLE`.', example: 'estimate' }),
        rows: z.int().openapi({
          description: 'Rows that were deleted or lost what tells of the customer, over all attempts.',
          example: 42,
        }),
      }),
    ),
    kept: z.array(place).openapi({ description: 'What stays, and why.' }),
    unreachable: z.array(place).openapi({ description: 'Copies that the service cannot change.' }),
  })
  .openapi('ErasureReport');

const { operation } = adminOperationsOf<ErasureAdministration>('Callers');

/** What operators do when a customer's data is to go. */
export const erasureOperations = [
  operation(({ eraseCustomer }) => eraseCustomer, {
    name: 'EraseCustomer',
    scope: 'admin:keys',
    at: 'POST /v1/admin/customers/{customer}/erasure',
    summary: 'Erase everything that is known of a customer, for good; it may be asked for again',
    params: customerParams,
    answer: erasureReportSchema,
    answered: 'What went, what stays and what cannot be reached.',
    conflicts: true,
    decode: ({ params }) => ({ customerId: params.customer }),
    encode: ({ customerId, requestedAt, finishedAt, erased, kept, unreachable }) => ({
      customer_id: customerId,
      requested_at: requestedAt.toISOString(),
      finished_at: finishedAt.toISOString(),
      erased: Object.entries(erased).map(([place, rows]) => ({ place, rows })),
      kept,
      unreachable,
    }),
  }),
];
