import { pageQuery } from '../../http/operations/parameters.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { OutboxAdministration } from './manage.ts';
import { outboxSchema, positionParams, replayedSchema } from './schema.ts';

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
