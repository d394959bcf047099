import { Failure } from '../../domain/errors.ts';
import type { HumanDecision, MatchVerdict, UndoneDecision } from '../../domain/matching/ports.ts';
import type { AnySql } from '../pool/pool.ts';

/**
 * What humans decided of matches, as the audit trail has it: the record of a decision is stored
 * with it, and tells what was said of the offer before.
 */

/** A verdict as a record tells it; older records do not say whose it was. */
interface RecordedVerdict extends Pick<MatchVerdict, 'verdict'> {
  readonly note: string | null;
  readonly by?: string;
  readonly at?: string;
}

/** Verdicts by product. */
type RecordedVerdicts = Readonly<Record<string, RecordedVerdict>>;

interface DecisionRow {
  readonly id: string;
  readonly operation: string;
  readonly actor: string;
  readonly at: Date;
  readonly before: string | null;
  readonly after: string | null;
}

/** The latest record of something that changed what is said of the match. */
export const latestRecord = (sql: AnySql, offerId: string) => sql<DecisionRow[]>`
  select position::text as id, operation, actor, recorded_at as at, before, after from audit_record
  where target_id = ${offerId} and target_kind = 'match' and outcome = 'done' and before is distinct from after
  order by position desc limit 1`;

const kinds: ReadonlyMap<string, HumanDecision['kind']> = new Map([
  ['JudgeMatch', 'judged'],
  ['MakeProductOfOffer', 'product_created'],
  ['WithdrawVerdicts', 'withdrawn'],
  ['UndoMatchDecision', 'undone'],
]);

const kindOf = ({ operation }: DecisionRow): HumanDecision['kind'] =>
  kinds.get(operation.slice(operation.indexOf('/') + 1)) ?? 'judged';

/** The decision that a record is of. */
export const decisionOf = (row: DecisionRow): HumanDecision => ({
  id: row.id,
  kind: kindOf(row),
  actor: row.actor,
  at: row.at,
});

/** What is told of an undoing besides the state: which decision it took back. */
export const tellUndone = (decisionId: string) => ({ undone: decisionId });

const verdictsIn = (text: string | null): RecordedVerdicts => {
  const told = JSON.parse(text ?? '{}');
  if (told.left_out === true)
    throw new Failure('failed_precondition', 'more was said of the offer before than was kept; judge it anew');
  return told;
};

/** The verdicts that held before the decision that a record is of. */
const verdictsBefore = (row: DecisionRow, { offerId, by, at }: UndoneDecision): readonly MatchVerdict[] => {
  const before = verdictsIn(row.before);
  const restored = Object.entries(before).map(([productId, said]) => ({
    offerId,
    productId,
    verdict: said.verdict,
    note: said.note ?? undefined,
    by: said.by ?? by,
    at: said.at === undefined ? at : new Date(said.at),
  }));
  if (kindOf(row) !== 'product_created') return restored;
  // Others may have found the product by now, so it stays; left alone, the offer would find it too.
  const created = Object.entries(verdictsIn(row.after))
    .filter(([productId, { verdict }]) => verdict === 'confirm' && !Object.hasOwn(before, productId))
    .map(([productId]) => ({
      offerId,
      productId,
      verdict: 'reject' as const,
      note: 'its creation was undone',
      by,
      at,
    }));
  return [...restored, ...created];
};

/**
 * What is to be in force again when the decision is taken back; undefined where it was already.
 * Throws `Failure` where it is not the latest one.
 */
export const undoing = (row: DecisionRow | undefined, undone: UndoneDecision): readonly MatchVerdict[] | undefined => {
  const { offerId, decisionId } = undone;
  if (row === undefined)
    throw new Failure('failed_precondition', `nothing that was decided of offer "${offerId}" is known any more`);
  if (kindOf(row) === 'undone' && JSON.parse(row.after ?? '{}').undone === decisionId) return undefined;
  if (row.id !== decisionId)
    throw new Failure(
      'conflict',
      `something newer was decided of offer "${offerId}": decision ${row.id}, by ${row.actor}`,
    );
  return verdictsBefore(row, undone);
};
