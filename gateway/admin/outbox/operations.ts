import { z } from '@hono/zod-openapi';
import { pageQuery } from '../../http/operations/parameters.ts';
import { instant } from '../../http/schemas/common.ts';
import { adminOperationsOf, nextCursorSchema } from '../request/operation.ts';
import type { OutboxAdministration } from './manage.ts';

/** A parked event in a path. */
const positionParams = z.object({ position: z.string().openapi({ example: '8412' }) });

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
    next_cursor: nextCursorSchema,
  })
  .openapi('Outbox');

/** How many events were given another turn. */
const replayedSchema = z.object({ replayed: count('Events that are published again.') }).openapi('Replayed');

const path = '/v1/admin/outbox';

const { operation } = adminOperationsOf<OutboxAdministration>('Outbox');

/** What operators do to events that could not be published. */
export const outboxOperations = [
  operation(({ getOutbox }) => getOutbox, {
    name: 'GetOutbox',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'Events that wait to be published, and those that could not be',
    query: pageQuery,
    answer: outboxSchema,
    answered: 'Counts, and one page of the parked events, oldest first.',
    decode: ({ query }) => query,
    encode: ({ stats, items, nextCursor }) => ({
      unpublished_count: stats.unpublished,
      oldest_age_seconds: stats.oldestAgeSeconds,
      parked_count: stats.parked,
      items: items.map((parked) => ({
        position: parked.position.toString(),
        aggregate_type: parked.aggregateType,
        aggregate_id: parked.aggregateId,
        version: parked.version,
        event_type: parked.type,
        recorded_at: parked.recordedAt.toISOString(),
        parked_at: parked.parkedAt.toISOString(),
        attempts: parked.attempts,
        reason: parked.reason,
      })),
      next_cursor: nextCursor,
    }),
  }),

  operation(({ replayEvents }) => replayEvents, {
    name: 'ReplayEvents',
    scope: 'admin:operate',
    at: `POST ${path}/replay`,
    operationId: 'replayParkedEvents',
    summary: 'Publish every parked event, with five new attempts each',
    answer: replayedSchema,
    answered: 'They are published within a second or so.',
    decode: () => ({}),
    encode: (answer) => answer,
  }),

  operation(({ replayEvent }) => replayEvent, {
    name: 'ReplayEvent',
    scope: 'admin:operate',
    at: `POST ${path}/{position}/replay`,
    operationId: 'replayParkedEvent',
    summary: 'Publish one parked event, with five new attempts',
    params: positionParams,
    answer: replayedSchema,
    answered: 'It is published within a second or so.',
    decode: ({ params }) => ({ position: params.position }),
    encode: (answer) => answer,
  }),
];
