import { createRoute } from '@hono/zod-openapi';
import { recordJson } from '../../audit/audit-file.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { adminOperation } from '../request/operation.ts';
import { auditPageSchema, auditQuery } from './schema.ts';
import type { AuditAnswer, ListAudit } from './view.ts';

const file = { schema: { type: 'string' as const, format: 'binary' } };

const documented = responses('One page of records, newest first, or a file of them.', auditPageSchema);

/** `GET /v1/admin/audit`. */
export const listAuditOperation: HttpOperation<ListAudit, AuditAnswer> = {
  ...adminOperation('ListAudit'),
  name: 'admin.v1.Audit/ListAudit',
  // A page is a read; a file takes what is known of people out of the service.
  isRecorded: ({ req }) => (req.query('format') ?? 'json') !== 'json',
  route: createRoute({
    method: 'get',
    path: '/v1/admin/audit',
    operationId: 'listAudit',
    summary: 'What operators have done, and who was refused',
    tags: ['Admin'],
    request: { query: auditQuery },
    responses: {
      ...documented,
      200: {
        description: 'One page of records, newest first, or a file of them.',
        content: {
          'application/json': { schema: auditPageSchema },
          'application/x-ndjson': file,
          'text/csv': file,
        },
      },
    },
  }),
  decode: ({ req }) => validate(auditQuery, req.queries(), 'query'),
  encode: (answer) =>
    answer.kind === 'file'
      ? {}
      : {
          items: answer.page.items.map(recordJson),
          head: answer.head && { position: answer.head.position.toString(), hash: answer.head.hash },
          next_cursor: answer.page.nextCursor,
        },
  asFile: (answer) => (answer.kind === 'file' ? answer : undefined),
};
