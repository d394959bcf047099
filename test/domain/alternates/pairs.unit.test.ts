import { describe, expect, it, test } from 'vitest';
import { createComparison } from '../../../domain/alternates/compare-parts.ts';
import { directionsOf } from '../../../domain/alternates/directions.ts';
import { partOf } from '../../../domain/alternates/part.ts';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { nearMisses, nearMissesOfTypes, rightPairs } from './pairs.ts';
import { realPart } from './real-parts.ts';

const compare = createComparison(defaultProfile.id, defaultProfile);
const between = (original: string, alternate: string) =>
  compare(partOf(realPart(original), defaultProfile), partOf(realPart(alternate), defaultProfile));

describe('two hundred pairs of real parts', () => {
  it('are a hundred right ones and a hundred near misses', () => {
    expect(rightPairs.length).toBeGreaterThanOrEqual(100);
    expect(nearMisses.length + nearMissesOfTypes.length).toBeGreaterThanOrEqual(100);
    const all = [...rightPairs, ...nearMisses].map(([original, alternate]) => `${original} ${alternate}`);
    expect(new Set([...all, ...nearMissesOfTypes]).size).toBe(all.length + nearMissesOfTypes.length);
  });

  test.each(rightPairs)('%s may be bought as %s: %s', (original, alternate, grade) => {
    expect(between(original, alternate)).toMatchObject({ grade });
  });

  test.each(nearMisses)('%s is never bought as %s: another %s', (original, alternate) => {
    expect(between(original, alternate)).toBeUndefined();
  });

  test.each(nearMissesOfTypes)('the first is never bought as the second: %s', (pair) => {
    const [original = '', alternate = ''] = pair.split(' ');
    expect(between(original, alternate)).toBeUndefined();
  });
});

describe('what a difference means', () => {
  const ceramic = realPart('GRM188R71H104KA93D');
  const capacitor = (dielectric: string) =>
    partOf({ ...ceramic, characteristics: { ...ceramic.characteristics, dielectric } }, defaultProfile);
  const verdict = (original: string, alternate: string) =>
    compare(capacitor(original), capacitor(alternate))?.differences.find(
      ({ characteristic }) => characteristic === 'dielectric',
    )?.verdict ?? 'refused';

  // X and 7 bear -55 to 125 degrees, R drifts by 15 %, S by 22; C0G drifts by nothing that counts.
  it.each([
    ['X5R', 'X7R', 'better'],
    ['X7R', 'X5R', 'refused'],
    ['X7S', 'X7R', 'better'],
    ['X7R', 'X7S', 'refused'],
    ['X7R', 'C0G', 'better'],
    ['C0G', 'X7R', 'refused'],
    ['X8R', 'C0G', 'refused'],
    ['Y5V', 'X5R', 'better'],
  ])('of %s and %s as classes of ceramic: %s', (original, alternate, expected) => {
    expect(verdict(original, alternate)).toBe(expected);
  });

  it('is stated of every characteristic of every built-in profile', () => {
    for (const { id, characteristics } of builtInProfiles.values()) {
      const directions = directionsOf(id);
      expect(characteristics.map(({ name }) => name).filter((name) => !directions.has(name))).toEqual([]);
    }
  });
});
