import { z } from '@hono/zod-openapi';
import { instant } from '../../http/schemas/common.ts';

const place = z.object({
  place: z.string().openapi({ description: 'A table, or another place.', example: 'audit_record' }),
  why: z.string().openapi({ example: 'records of what was done cannot be changed' }),
  names: z
    .array(z.string())
    .optional()
    .openapi({ description: 'What it is kept in.', example: ['event_2026_01'] }),
});

/** What became of everything that was known of a customer. */
export const erasureReportSchema = z
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
