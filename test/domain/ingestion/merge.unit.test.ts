import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Knowledge, type KnownDescription, merge, mergeDescription } from '../../../domain/ingestion/merge.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { observation, observationSets, priceOf, stockOf } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';

const known = (observations: readonly Observation[]): Knowledge => observations.reduce(merge, {});
const described = (observations: readonly Observation[]): KnownDescription => observations.reduce(mergeDescription, {});

const shuffled = observationSets.chain((set) =>
  fc.tuple(fc.constant(set), fc.shuffledSubarray([...set], { minLength: set.length })),
);

describe('merging observations', () => {
  test('a later observation replaces the parts that it speaks of and leaves the others alone', () => {
    const early = observation('A', { observedAt: hoursBefore(2), price: priceOf('1'), stock: stockOf(7) });
    const late = observation('A', { observedAt: hoursBefore(1), price: priceOf('2') });
    expect(known([early, late])).toEqual({
      price: { value: priceOf('2'), at: late.observedAt, by: late.id },
      stock: { value: stockOf(7), at: early.observedAt, by: early.id },
    });
  });

  test('an earlier observation that arrives late adds only what no later one has said', () => {
    const late = observation('A', { observedAt: hoursBefore(1), price: priceOf('2') });
    const early = observation('A', { observedAt: hoursBefore(2), price: priceOf('1'), leadTimeDays: 9 });
    expect(known([late, early])).toEqual({
      price: { value: priceOf('2'), at: late.observedAt, by: late.id },
      leadTimeDays: { value: 9, at: early.observedAt, by: early.id },
    });
  });

  test('of two observations of one instant the greater id wins', () => {
    const a = observation('A', { id: 'obs_a', packaging: 'reel' });
    const b = observation('A', { id: 'obs_b', packaging: 'tray' });
    expect(known([a, b])).toEqual(known([b, a]));
    expect(known([b, a]).packaging?.value).toBe('tray');
  });

  test('zero is a statement, absence is none', () => {
    const said = observation('A', { observedAt: hoursBefore(2), leadTimeDays: 0, stock: [] });
    expect(known([said, observation('A')])).toMatchObject({ leadTimeDays: { value: 0 }, stock: { value: [] } });
  });

  test('the later map of attributes wins as a whole, the other words of a description one by one', () => {
    const early = observation('A', {
      observedAt: hoursBefore(2),
      description: { mpn: 'X1', text: 'a resistor', attributes: { size: '0603', value: '10k' } },
    });
    const late = observation('A', { description: { mpn: 'X2', attributes: { size: '0805' } } });
    const merged = described([late, early]);
    expect(merged.mpn?.value).toBe('X2');
    expect(merged.text?.value).toBe('a resistor');
    expect(merged.attributes?.value).toEqual({ size: '0805' });
  });

  test('any order of any observations ends in the same knowledge', () => {
    fc.assert(
      fc.property(shuffled, ([set, other]) => {
        expect(known(other)).toEqual(known(set));
        expect(described(other)).toEqual(described(set));
      }),
    );
  });

  test('merging an observation again changes nothing', () => {
    fc.assert(
      fc.property(observationSets, (set) => {
        expect(known([...set, ...set])).toEqual(known(set));
        expect(described([...set, ...set])).toEqual(described(set));
      }),
    );
  });
});
