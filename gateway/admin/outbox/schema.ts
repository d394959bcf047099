import { z } from '@hono/zod-openapi';
import { instant } from '../../http/schemas/common.ts';

/** A parked event in a path. */
export const positionParams = z.object({ position: z.string().openapi({ example: '8412' }) });

const count = (description: string) => z.number().int().openapi({ description, example: 0 });

/** How publishing stands, with a page of what was set aside. */
export const outboxSchema = z
  .object({
    unpublished_count: count('Events that wait to be published, the parked ones apart.'),
    oldest_age_seconds: z.number().openapi({ description: 'Age of the oldest of them; 0 when there is none.' }),
    parked_count: count('Events that the bus refused five times.'),
    items: z.array(
      z.object({
        position: z.string().openapi({ example: '8412' }),
        aggregate_type: z.string().openapi({ example: 'product' }),
        aggregate_id: z.string().openapi({ example: 'prd_2x8v1c5n6b0w7d3k9q4m' }),
        version: z.number().int(),
        event_type: z.string().openapi({ example: 'product.updated' }),
        recorded_at: instant('When the event was recorded.'),
        parked_at: instant('When it was set aside.'),
        attempts: z.number().int(),
        reason: z.string().optional().openapi({ description: 'Why the last attempt failed.' }),
      }),
    ),
    next_cursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('Outbox');

/** How many events were given another turn. */
export const replayedSchema = z.object({ replayed: count('Events that are published again.') }).openapi('Replayed');
