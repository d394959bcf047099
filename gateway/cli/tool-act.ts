import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { type AuditedAction, type AuditTarget, beginAuditedAction } from '../../domain/audit/record.ts';
import { reasonOf } from '../../domain/errors.ts';
import { appendAudit } from '../../storage/audit/audit-store.ts';
import type { Pool } from '../../storage/pool/pool.ts';

/** Command-line tools that change stored data or take data out. */
export type Tool = 'archive' | 'export-labels' | 'import' | 'import-rates' | 'keys' | 'outbox' | 'rotate-secrets';

/** Who runs a tool; in a container a user may have no name. */
const operator = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
};

/** An audited action of a command-line tool on this machine. */
export const toolAct = (tool: Tool, operation: string): AuditedAction =>
  beginAuditedAction({
    actor: `tool:${tool}`,
    customerId: undefined,
    origin: `${operator()}@${hostname()}`,
    requestId: `${tool}-${randomBytes(8).toString('hex')}`,
    operation,
  });

/** Work of a tool that is more than one transaction. */
interface ToolWork<Result> {
  readonly act: AuditedAction;
  readonly target: AuditTarget;
  /** What the record says of it when it is done. */
  readonly tell: (result: Result) => object;
}

/** Longest reason that is kept, in characters. */
const maxReason = 300;

/**
 * Does work that is more than one transaction, with a record before it, so that there is one even
 * when it is killed, and one of how it ended.
 */
export const recordToolWork = async <Result>(
  { sql }: Pick<Pool, 'sql'>,
  { act, target, tell }: ToolWork<Result>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const record = { ...act, target, outcome: 'done', reason: undefined, before: undefined, after: undefined } as const;
  await appendAudit(sql, { ...record, operation: `${act.operation}.begin` });
  try {
    const result = await work();
    await appendAudit(sql, { ...record, operation: `${act.operation}.end`, after: JSON.stringify(tell(result)) });
    return result;
  } catch (error) {
    const reason = reasonOf(error).slice(0, maxReason);
    await appendAudit(sql, { ...record, operation: `${act.operation}.end`, outcome: 'failed', reason });
    throw error;
  }
};
