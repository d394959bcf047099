import { z } from '@hono/zod-openapi';
import { auditOutcomes } from '../../../domain/audit/record.ts';
import { auditFormats, recordJson } from '../../audit/audit-file.ts';
import { optionalOnce, pageQuery } from '../../http/operations/parameters.ts';
import { givenInstant, instant } from '../../http/schemas/common.ts';
import { adminOperationsOf, nextCursorSchema } from '../request/operation.ts';
import type { AuditAdministration } from './view.ts';

const instantQuery = (description: string, example: string) =>
  optionalOnce
    .pipe(givenInstant('must be an RFC 3339 date and time').optional())
    .transform((text) => (text === undefined ? undefined : new Date(text)))
    .openapi({ type: 'string', format: 'date-time', description, example });

const oneOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` });

/** Which records of the audit trail, and in which form. */
const auditQuery = pageQuery.extend({
  actor: optionalOnce.openapi({ type: 'string', description: 'Only acts of this actor.', example: 'key:key_7f3a' }),
  operation: optionalOnce.openapi({ type: 'string', description: 'Only this operation.' }),
  target: optionalOnce.openapi({ type: 'string', description: 'Only what was done to the thing of this id.' }),
  target_kind: optionalOnce.openapi({
    type: 'string',
    description: 'Only what was done to things of this kind.',
    example: 'supplier',
  }),
  outcome: optionalOnce
    .pipe(oneOf(auditOutcomes).optional())
    .openapi({ type: 'string', enum: [...auditOutcomes], description: 'Only acts that ended so.' }),
  from: instantQuery('Only records of this instant or later.', '2026-03-01T00:00:00Z'),
  to: instantQuery('Only records from before this instant.', '2026-04-01T00:00:00Z'),
  format: optionalOnce.pipe(oneOf(auditFormats).default('json')).openapi({
    type: 'string',
    enum: [...auditFormats],
    description: 'json: a page. ndjson, csv: a file of up to 100,000 records, newest first, without pages.',
  }),
});

const hash = (description: string) =>
  z.string().openapi({
    description,
    example: '5f1a3c0d9b7e48261cf0a4d35be86f72910d3c4e5f60718293a4b5c6d7e8f901',
  });

const text = (description: string, example: string) => z.string().optional().openapi({ description, example });

/** A record as it is listed. */
const auditRecordSchema = z
  .object({
    position: z.string().openapi({ description: 'Without gaps, from 1 on.', example: '1204' }),
    recorded_at: instant('To the microsecond.'),
    actor: z.string().openapi({
      description:
        '`key:ID`, `jwt:SUBJECT`, `tool:NAME`, `service`, `anonymous`, or `others` for callers that were not told apart.',
      example: 'key:key_7f3a',
    }),
    customer_id: text('Of the actor.', 'operators'),
    origin: text('The address of the peer, or `user@machine` of a tool.', '10.0.0.7'),
    request_id: text('The correlation id of the request.', 'cor_7d3k9q'),
    operation: z.string().openapi({ example: 'admin.v1.Callers/UpdateCustomer' }),
    target_kind: text('What kind of thing it was done to.', 'customer'),
    target_id: text('Its id.', 'acme'),
    outcome: z.enum(auditOutcomes).openapi({ description: 'refused: turned away. failed: given up with an error.' }),
    reason: text('Why it was refused or failed.', 'permission_denied'),
    before: text('JSON text of what there was, without secrets.', '{"name":"Acme"}'),
    after: text('JSON text of what there is now, without secrets.', '{"name":"Acme Ltd"}'),
    previous_hash: hash('The hash of the record before.'),
    hash: hash('SHA-256 of the record; docs/audit.md tells over what.'),
  })
  .openapi('AuditRecord');

/** A page of the audit trail. */
export const auditPageSchema = z
  .object({
    items: z.array(auditRecordSchema),
    head: z
      .object({ position: z.string().openapi({ example: '1204' }), hash: hash('Of the newest record.') })
      .optional()
      .openapi({ description: 'The newest record of all, to be kept elsewhere. Absent: there is none.' }),
    next_cursor: nextCursorSchema,
  })
  .openapi('AuditPage');

const { operation } = adminOperationsOf<AuditAdministration>('Audit');

/** What operators ask of the audit trail. */
export const auditOperations = [
  operation(({ listAudit }) => listAudit, {
    name: 'ListAudit',
    scope: 'admin:read',
    // A page is a read; a file takes what is known of people out of the service.
    isRecorded: ({ req }) => (req.query('format') ?? 'json') !== 'json',
    at: 'GET /v1/admin/audit',
    summary: 'What operators have done, and who was refused',
    query: auditQuery,
    answer: auditPageSchema,
    answered: 'One page of records, newest first, or a file of them.',
    fileTypes: ['application/x-ndjson', 'text/csv'],
    decode: ({ query: { target_kind, ...query } }) => ({ ...query, targetKind: target_kind }),
    encode: (answer) =>
      answer.kind === 'file'
        ? {}
        : {
            items: answer.page.items.map(recordJson),
            head: answer.head && { position: answer.head.position.toString(), hash: answer.head.hash },
            next_cursor: answer.page.nextCursor,
          },
    asFile: (answer) => (answer.kind === 'file' ? answer : undefined),
  }),
];
