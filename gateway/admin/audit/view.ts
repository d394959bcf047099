import type { ChainHead } from '../../../domain/audit/chain.ts';
import { type AuditQuery, type AuditTrail, maxExportedRecords } from '../../../domain/audit/ports.ts';
import type { AuditRecord } from '../../../domain/audit/record.ts';
import { type AuditFileFormat, type AuditFormat, auditFile } from '../../audit/audit-file.ts';
import { checkText, type Finding, throwIfAny } from '../../request/check.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { RequestContext, UseCase } from '../../request/request-context.ts';

/** A page of the audit trail, or a file of it. */
export interface ListAudit extends AuditQuery, PageRequest {
  readonly format: AuditFormat;
}

/**
 * What is answered: a page with the newest record's place, or a file that is made while it is read.
 */
export type AuditAnswer =
  | { readonly kind: 'page'; readonly page: Page<AuditRecord>; readonly head: ChainHead | undefined }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly contentType: string;
      readonly content: ReadableStream<Uint8Array>;
    };

/** Dependencies of the operations. */
export interface AuditDependencies {
  readonly audit: Pick<AuditTrail, 'page' | 'head'>;
  readonly cursors: Cursors;
}

/** What operators look up of what was done. */
export interface AuditAdministration {
  readonly listAudit: UseCase<ListAudit, AuditAnswer>;
}

const exportPage = 500;

/** How long one page of a file may take. */
const pageDeadlineMs = 10_000;

/** Longest text that is filtered by, in characters. */
const maxFilter = 512;

const checkQuery = ({ actor, operation, target, targetKind, from, to }: AuditQuery): readonly Finding[] => [
  checkText('actor', actor ?? '', maxFilter),
  checkText('operation', operation ?? '', maxFilter),
  checkText('target', target ?? '', maxFilter),
  checkText('target_kind', targetKind ?? '', maxFilter),
  from !== undefined && to !== undefined && from >= to
    ? { field: 'to', description: 'must be later than from' }
    : undefined,
];

/** The records of a file, a page at a time, as they are asked for. */
async function* recordsOf(audit: Pick<AuditTrail, 'page'>, query: AuditQuery): AsyncGenerator<readonly AuditRecord[]> {
  let before: bigint | undefined;
  for (let given = 0; given < maxExportedRecords; given += exportPage) {
    const page = await audit.page(query, before, exportPage, { signal: AbortSignal.timeout(pageDeadlineMs) });
    if (page.length > 0) yield page;
    if (page.length < exportPage) return;
    before = page.at(-1)?.position;
  }
}

/** Lists the audit trail and gives it out as files. */
export const viewAudit = ({ audit, cursors }: AuditDependencies): AuditAdministration => {
  const page = async (request: ListAudit, { signal }: RequestContext): Promise<AuditAnswer> => {
    const { actor = '', operation = '', target = '', targetKind = '', outcome = '', from, to } = request;
    const [found, head] = await Promise.all([
      pageOf<AuditRecord>(request, {
        cursors,
        query: ['audit', actor, operation, target, targetKind, outcome, `${from?.getTime()}`, `${to?.getTime()}`],
        markOf: ({ position }) => markOfId(position.toString()),
        read: (after, limit) => audit.page(request, after && BigInt(after.id), limit, { signal }),
      }),
      audit.head({ signal }),
    ]);
    return { kind: 'page', page: found, head };
  };
  const file = (query: ListAudit, format: AuditFileFormat): AuditAnswer => ({
    kind: 'file',
    ...auditFile(recordsOf(audit, query), format),
  });
  return {
    listAudit: async (request, context) => {
      throwIfAny(checkQuery(request));
      return request.format === 'json' ? page(request, context) : file(request, request.format);
    },
  };
};
