import { hash } from 'node:crypto';
import { type AuditedAction, type AuditTarget, boundedSnapshot } from '../../domain/audit/record.ts';
import { isExpected } from '../../domain/audit/state-tag.ts';
import { Failure } from '../../domain/errors.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
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
  /**
   * Locks what everybody locks before the target, which the record holds before the work; run where
   * nothing is recorded too.
   */
  readonly lockFirst?: ((transaction: Transaction) => Promise<unknown>) | undefined;
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

/** Any number that no other lock uses. */
const targetLock = 7_200_151;

/** Has those who change one target follow one another, also where it has no row that is locked. */
const lockTarget = (transaction: Transaction, { kind, id }: AuditTarget): Promise<unknown> =>
  run(transaction`select pg_advisory_xact_lock(${targetLock}::int, hashtext(${`${kind} ${id}`}))`);

/** Refuses an act whose target is not as it expects it. */
const refuseOther = ({ expected }: AuditedAction, target: AuditTarget, tag: string | undefined): void => {
  if (expected === undefined || isExpected(expected, tag)) return;
  const found = tag === undefined ? 'does not exist' : `has the tag ${tag}`;
  throw new Failure('changed_meanwhile', `${target.kind} "${target.id}" ${found}; fetch it again`);
};

/**
 * Runs the work in a transaction whose last statement is the record of the act: with the target as
 * it was and as it is now. There is no act without its record and no record without its act. An act
 * that expects another state of its target is refused with `changed_meanwhile` before the work.
 * Everything else is as in `inTransaction`.
 */
export const withAuditRecord = async <Result>(
  sql: Sql,
  { act, target, tell, lockFirst = async () => undefined }: AuditedResult<Result>,
  work: Work<Result>,
): Promise<Result> => {
  let tag: string | undefined;
  const result = await inTransaction(sql, async (transaction) => {
    if (act !== undefined) await lockTarget(transaction, target);
    await lockFirst(transaction);
    if (act === undefined) return work(transaction);
    const before = await snapshotOf(transaction, target, { holds: true });
    refuseOther(act, target, before?.tag);
    const done = await work(transaction);
    const state = await snapshotOf(transaction, target, { holds: true });
    const after = tell === undefined ? state?.told : { ...state?.told, ...tell(done) };
    const record = {
      target,
      outcome: 'done',
      reason: undefined,
      before: told(before?.told),
      after: told(after),
    } as const;
    await appendAudit(transaction, { ...act, ...record });
    tag = state?.tag;
    return done;
  });
  act?.recorded(tag);
  return result;
};
