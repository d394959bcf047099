import { recordJson } from '../../audit/audit-file.ts';
import { adminOperationsOf } from '../request/operation.ts';
import { auditPageSchema, auditQuery } from './schema.ts';
import type { AuditAdministration } from './view.ts';

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
