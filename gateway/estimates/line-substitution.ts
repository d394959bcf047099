import { alternateGrades } from '../../domain/alternates/compare-parts.ts';
import { type LineSubstitution, substitutePolicies } from '../../domain/estimate/request.ts';
import { faultsOfSubstitution, inForce } from '../../domain/estimate/substitution.ts';
import type { BuildEstimateRequest, EstimateLineInput } from '../../proto/gen/svc/public/v1/estimate.ts';
import { checkAllNamed, type Finding } from '../request/check.ts';
import { amount, oneOf, type Rule, type Rules } from '../request/rules.ts';

/** What a line, or a change of one, says of its substitutes, and what must hold of that. */

/** How a line says that no alternate by its grade is a substitute: to name none says nothing. */
const noGrade = 'none';

type Stated = Pick<EstimateLineInput, 'substitutePolicy' | 'substituteSavingPercent' | 'alternateGrades'>;

const lineGrades: Rule<readonly string[]> = {
  check: (field, grades) => [
    checkAllNamed(field, grades, [...alternateGrades, noGrade]),
    grades.includes(noGrade) && grades.length > 1
      ? { field, description: `${noGrade} goes with no other grade` }
      : undefined,
  ],
};

/** What holds of what a line says of its substitutes, field by field. */
export const lineSubstituteRules: Rules<Stated> = {
  substitutePolicy: oneOf(substitutePolicies),
  substituteSavingPercent: amount(100),
  alternateGrades: lineGrades,
};

const policyNamed = (name: string) => substitutePolicies.find((policy) => policy === name);

const gradesNamed = (names: readonly string[]) => alternateGrades.filter((grade) => names.includes(grade));

/** What is said of the substitutes of a line, where anything is. */
export const substitutionOf = ({
  substitutePolicy,
  substituteSavingPercent: savingPercent,
  alternateGrades: grades,
}: Stated): { readonly substitution?: LineSubstitution } => {
  const policy = policyNamed(substitutePolicy);
  const substitution = {
    ...(policy && { policy }),
    ...(savingPercent !== undefined && { savingPercent }),
    ...(grades.length > 0 && { grades: gradesNamed(grades) }),
  };
  return Object.keys(substitution).length > 0 ? { substitution } : {};
};

/** What is wrong with what the request says of all lines. */
const faultsOfAll = (asked: BuildEstimateRequest): readonly Finding[] => {
  const { substitutePolicy, substituteSavingPercent: saving, alternateGrades: grades, lines } = asked;
  const policies = new Set([substitutePolicy, ...lines.map((each) => each.substitutePolicy)]);
  const takesNone = [...policies].every((policy) => policy === '' || policy === 'never');
  return [
    substitutePolicy === 'when_cheaper_by' && saving === 0
      ? { field: 'substitute_saving_percent', description: 'must be given with when_cheaper_by' }
      : undefined,
    !policies.has('when_cheaper_by') && saving !== 0
      ? { field: 'substitute_saving_percent', description: 'goes with the substitute_policy when_cheaper_by only' }
      : undefined,
    takesNone && grades.length > 0
      ? { field: 'alternate_grades', description: 'goes with a substitute_policy that is not never' }
      : undefined,
  ];
};

/**
 * What is wrong with what a request says of substitutes: what says which there are, and at which
 * saving, needs a policy that looks at it, of the request or of the line.
 */
export const checkSubstitutes = (asked: BuildEstimateRequest): readonly Finding[] => {
  const ofAll = {
    substitutePolicy: policyNamed(asked.substitutePolicy) ?? 'never',
    substituteSavingPercent: asked.substituteSavingPercent,
    alternateGrades: gradesNamed(asked.alternateGrades),
  };
  const ofLines = asked.lines.flatMap((line, index) => {
    const { substitution } = substitutionOf(line);
    return substitution === undefined
      ? []
      : faultsOfSubstitution(substitution, inForce(ofAll, substitution), `lines[${index}].`);
  });
  return [...faultsOfAll(asked), ...ofLines];
};
