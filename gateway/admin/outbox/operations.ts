import { createRoute } from '@hono/zod-openapi';
import type { HttpOperation } from '../../http/operation.ts';
import { pageQuery } from '../../http/operations/page-query.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import type { PageRequest } from '../../request/paging.ts';
import { adminOperation } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import type { EmptyRequest } from '../use-cases.ts';
import type { OfParkedEvent, OutboxView, Replayed } from './manage.ts';
import { outboxSchema, positionParams, replayedSchema } from './schema.ts';

const path = '/v1/admin/outbox';

const outboxOperation = (method: AdminMethod) => ({ ...adminOperation(method), name: `admin.v1.Outbox/${method}` });

/** `GET /v1/admin/outbox`. */
export const getOutboxOperation: HttpOperation<PageRequest, OutboxView> = {
  ...outboxOperation('GetOutbox'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'getOutbox',
    summary: 'Events that wait to be published, and those that could not be',
    tags: ['Admin'],
    request: { query: pageQuery },
    responses: responses('Counts, and one page of the parked events, oldest first.', outboxSchema),
  }),
  decode: ({ req }) => validate(pageQuery, req.queries(), 'query'),
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
};

/** `POST /v1/admin/outbox/{position}/replay`. */
export const replayEventOperation: HttpOperation<OfParkedEvent, Replayed> = {
  ...outboxOperation('ReplayEvent'),
  route: createRoute({
    method: 'post',
    path: `${path}/{position}/replay`,
    operationId: 'replayParkedEvent',
    summary: 'Publish one parked event, with five new attempts',
    tags: ['Admin'],
    request: { params: positionParams },
    responses: responses('It is published within a second or so.', replayedSchema, { findsById: true }),
  }),
  decode: ({ req }) => ({ position: req.param('position') ?? '' }),
  encode: (answer) => answer,
};

/** `POST /v1/admin/outbox/replay`. */
export const replayEventsOperation: HttpOperation<EmptyRequest, Replayed> = {
  ...outboxOperation('ReplayEvents'),
  route: createRoute({
    method: 'post',
    path: `${path}/replay`,
    operationId: 'replayParkedEvents',
    summary: 'Publish every parked event, with five new attempts each',
    tags: ['Admin'],
    responses: responses('They are published within a second or so.', replayedSchema),
  }),
  decode: () => ({}),
  encode: (answer) => answer,
};
