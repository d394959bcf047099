import { hash } from 'node:crypto';
import { type AuditedAction, type AuditTarget, boundedSnapshot } from '../../domain/audit/record.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { inTransaction, type Sql } from '../pool/pool.ts';
import type { Work } from '../pool/transaction-sessions.ts';
import { appendAudit } from './audit-store.ts';
import { snapshotOf } from './snapshots.ts';

/** What is recorded of an act. */
export interface AuditedResult<Result> {
  /** Left undefined: no operator acts, and nothing is recorded. */
  readonly act: AuditedAction | undefined;
  readonly target: AuditTarget;
  /** What is told after it besides the state of the target: of a secret, that it was changed. */
  readonly tell?: ((result: Result) => object) | undefined;
}

/** What is recorded of a change of one thing. */
export const audited = <Result>(
  kind: string,
  id: string,
  { act }: Pick<WriteContext, 'act'>,
  tell?: AuditedResult<Result>['tell'],
): AuditedResult<Result> => ({ act, target: { kind, id }, tell });

/** What is told where a secret was given or made: that it changed, and nothing of it. */
export const tellNewSecret = () => ({ secret: 'changed' });

const sha256 = (text: string): string => hash('sha256', text, 'hex');

const told = (state: object | undefined): string | undefined =>
  state === undefined ? undefined : boundedSnapshot(JSON.stringify(state), sha256);

/**
 * Runs the work in a transaction whose last statement is the record of the act: with the target as
 * it was and as it is now. There is no act without its record and no record without its act.
 * Everything else is as in `inTransaction`.
 */
export const withAuditRecord = async <Result>(
  sql: Sql,
  { act, target, tell }: AuditedResult<Result>,
  work: Work<Result>,
): Promise<Result> => {
  if (act === undefined) return inTransaction(sql, work);
  const result = await inTransaction(sql, async (transaction) => {
    const before = await snapshotOf(transaction, target);
    const done = await work(transaction);
    const state = await snapshotOf(transaction, target);
    const after = tell === undefined ? state : { ...state, ...tell(done) };
    const record = { target, outcome: 'done', reason: undefined, before: told(before), after: told(after) } as const;
    await appendAudit(transaction, { ...act, ...record });
    return done;
  });
  act.recorded();
  return result;
};
