import type { AlternateGrade } from '../alternates/compare-parts.ts';
import type { FieldViolation } from '../errors.ts';
import {
  type AskedSubstitutePolicy,
  type EstimateRequest,
  type LineEdit,
  type LineSubstitution,
  substitutePolicies,
} from './request.ts';

/** When substitutes may stand in for a product, and which alternates are substitutes. */
export interface Substitution {
  readonly policy: AskedSubstitutePolicy;
  /** Percent that a substitute must cost less, with `when_cheaper_by` alone. */
  readonly savingPercent: number;
  /** Empty: none, and with the policy `never`. */
  readonly grades: readonly AlternateGrade[];
  /** A line, or a change of it, says any of this itself. */
  readonly isOfLine: boolean;
}

/** What a request says of substitutes, of all lines and of single ones. */
export type AskedSubstitutes = Pick<
  EstimateRequest,
  'source' | 'lineEdits' | 'substitutePolicy' | 'substituteSavingPercent' | 'alternateGrades'
>;

/** What holds of a line where its own word goes before the request's, each field for itself. */
export const inForce = (
  {
    substitutePolicy,
    substituteSavingPercent = 0,
    alternateGrades = [],
  }: Pick<AskedSubstitutes, 'substitutePolicy' | 'substituteSavingPercent' | 'alternateGrades'>,
  own: LineSubstitution,
): Substitution => {
  const { policy = substitutePolicy, savingPercent = substituteSavingPercent, grades = alternateGrades } = own;
  return {
    policy,
    savingPercent: policy === 'when_cheaper_by' ? savingPercent : 0,
    grades: policy === 'never' ? [] : grades,
    isOfLine: Object.keys(own).length > 0,
  };
};

/** What holds of the substitutes of each line, by its number. */
export const substitutionsOf = (request: AskedSubstitutes): ((number: number) => Substitution) => {
  const { source, lineEdits = [] } = request;
  const edits = new Map<number, LineEdit>(lineEdits.map((edit) => [edit.number, edit]));
  const ofAll = inForce(request, {});
  return (number) => {
    const stated = source.kind === 'lines' ? source.lines[number - 1]?.substitution : undefined;
    const edited = edits.get(number)?.substitution;
    return stated === undefined && edited === undefined ? ofAll : inForce(request, { ...stated, ...edited });
  };
};

/** From what lets in substitutes in the fewest cases to what does in the most. */
const strictness = ({ policy, savingPercent }: Substitution): number =>
  substitutePolicies.indexOf(policy === 'when_cheaper_by' ? 'when_cheaper' : policy) - savingPercent / 1_000;

/**
 * What holds of lines of one product, which are bought together: the stricter policy, and the
 * grades that both allow. `when_cheaper_by` lets in what `when_out_of_stock` does and more, and
 * less than `when_cheaper`.
 */
export const strictest = (one: Substitution, other: Substitution): Substitution => {
  const stricter = strictness(other) < strictness(one) ? other : one;
  return {
    ...stricter,
    grades: stricter.policy === 'never' ? [] : one.grades.filter((grade) => other.grades.includes(grade)),
    isOfLine: one.isOfLine || other.isOfLine,
  };
};

/** What is wrong with what is said of a line's substitutes, where that comes to `held`. */
export const faultsOfSubstitution = (
  { savingPercent = 0, grades = [] }: LineSubstitution,
  held: Substitution,
  before: string,
): readonly FieldViolation[] => {
  const isBy = held.policy === 'when_cheaper_by';
  const saving = `${before}substitute_saving_percent`;
  return [
    ...(isBy && held.savingPercent === 0 ? [{ field: saving, description: 'must be given with when_cheaper_by' }] : []),
    ...(!isBy && savingPercent > 0
      ? [{ field: saving, description: 'goes with the substitute_policy when_cheaper_by only' }]
      : []),
    ...(held.policy === 'never' && grades.length > 0
      ? [{ field: `${before}alternate_grades`, description: 'goes with a substitute_policy that is not never' }]
      : []),
  ];
};
