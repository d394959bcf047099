import { describe, expect, it } from 'vitest';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { checkProfile } from '../../../domain/identity/check-profile.ts';
import type { IdentityProfile } from '../../../domain/identity/profile.ts';

const [usual] = defaultProfile.suffixRules;
if (usual === undefined) throw new Error('the default profile has no rule');

const named = (name: string, unit?: string): IdentityProfile['characteristics'][number] => ({
  name,
  unit,
  synonyms: [],
  isRequired: false,
});

const plain: IdentityProfile = {
  ...defaultProfile,
  characteristics: [named('capacitance', 'F'), named('package')],
  suffixRules: [usual],
};

const faultsOf = (changes: Partial<IdentityProfile>) =>
  checkProfile({ ...plain, ...changes }).map(({ field }) => field);

describe('a profile', () => {
  it('is right as it is built in', () => {
    for (const profile of builtInProfiles.values()) expect(checkProfile(profile)).toEqual([]);
    expect(faultsOf({})).toEqual([]);
  });

  it.each<[says: string, changes: Partial<IdentityProfile>, fields: readonly string[]]>([
    ['a unit that is none', { characteristics: [named('package'), named('x', 'furlong')] }, ['characteristics.1.unit']],
    [
      'a name that is there already',
      { characteristics: [named('a'), named('b'), named('a')] },
      ['characteristics.2.name'],
    ],
    [
      'a synonym that is the name of another',
      { characteristics: [named('a'), { ...named('b'), synonyms: ['A'] }] },
      ['characteristics'],
    ],
    ['a rule twice', { suffixRules: [usual, usual] }, ['suffix_rules.1.name']],
    [
      'a suffix in small letters',
      { suffixRules: [{ ...usual, suffixes: ['TR', 'x'] }] as never },
      ['suffix_rules.0.suffixes.1'],
    ],
    [
      'a rule that does not do with its example what that says',
      { suffixRules: [{ ...usual, example: { ...usual.example, part: 'ANOTHER' } }] },
      ['suffix_rules.0.example'],
    ],
    [
      'an example that the rule does nothing with',
      { suffixRules: [{ ...usual, example: { ...usual.example, number: 'Q' } }] },
      ['suffix_rules.0.example'],
    ],
    ['equal thresholds above', { thresholds: { strong: 0.8, probable: 0.8, weak: 0.5 } }, ['thresholds.strong']],
    ['equal thresholds below', { thresholds: { strong: 0.9, probable: 0.5, weak: 0.5 } }, ['thresholds.probable']],
    ['thresholds upside down', { thresholds: { strong: 0.2, probable: 0.5, weak: 0.8 } }, ['thresholds.strong']],
  ])('with %s is told so by its field', (_, changes, fields) => {
    expect(faultsOf(changes)).toEqual(fields);
  });
});
