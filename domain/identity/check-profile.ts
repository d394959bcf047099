import type { FieldViolation } from '../errors.ts';
import { namedUnit } from '../quantities/units.ts';
import type { IdentityProfile, ProfileCharacteristic } from './profile.ts';
import { sharedNames } from './read-characteristics.ts';
import { bareNumbers, type SuffixRule } from './suffix-rules.ts';

const violation = (field: string, description: string): FieldViolation => ({ field, description });

const checkCharacteristic = ({ unit }: ProfileCharacteristic, at: number): readonly FieldViolation[] =>
  unit === undefined || namedUnit(unit) !== undefined
    ? []
    : [violation(`characteristics.${at}.unit`, `is no unit that is known: ${JSON.stringify(unit)}`)];

const checkNames = (characteristics: readonly ProfileCharacteristic[]): readonly FieldViolation[] => {
  const names = characteristics.map(({ name }) => name);
  const twice = characteristics.flatMap(({ name }, at) =>
    names.indexOf(name) === at ? [] : [violation(`characteristics.${at}.name`, 'is there already')],
  );
  const shared = sharedNames(characteristics);
  return shared.length === 0
    ? twice
    : [
        ...twice,
        violation('characteristics', `two have one name: ${shared.map((name) => JSON.stringify(name)).join(', ')}`),
      ];
};

/** A rule must do with its example what the example says. */
const checkRule = (rule: SuffixRule, at: number): readonly FieldViolation[] => {
  const field = `suffix_rules.${at}`;
  const small = rule.suffixes.findIndex((suffix) => suffix !== suffix.normalize('NFKC').toUpperCase());
  if (small !== -1) return [violation(`${field}.suffixes.${small}`, 'must be in capitals')];
  const [bare] = bareNumbers(rule.example.number, [rule]);
  return bare?.mpn === rule.example.part.toUpperCase()
    ? []
    : [violation(`${field}.example`, `the rule makes ${bare?.mpn ?? 'nothing'} of ${rule.example.number}`)];
};

const checkRules = (rules: readonly SuffixRule[]): readonly FieldViolation[] => {
  const names = rules.map(({ name }) => name);
  return rules.flatMap((rule, at) => [
    ...(names.indexOf(rule.name) === at ? [] : [violation(`suffix_rules.${at}.name`, 'is there already')]),
    ...checkRule(rule, at),
  ]);
};

const checkThresholds = ({ thresholds: { strong, probable, weak } }: IdentityProfile): readonly FieldViolation[] => {
  if (!(strong > probable)) return [violation('thresholds.strong', 'must be above thresholds.probable')];
  return probable > weak ? [] : [violation('thresholds.probable', 'must be above thresholds.weak')];
};

/**
 * What is wrong with a profile whose parts have the right form; fields are named as the contract
 * spells them.
 */
export const checkProfile = (profile: IdentityProfile): readonly FieldViolation[] => [
  ...profile.characteristics.flatMap(checkCharacteristic),
  ...checkNames(profile.characteristics),
  ...checkRules(profile.suffixRules),
  ...checkThresholds(profile),
];
