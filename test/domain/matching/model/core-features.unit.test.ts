import { expect, test } from 'vitest';
import { measurePair } from '../../../../domain/matching/model/features.ts';
import { figureOf } from '../../../../domain/matching/model/model.ts';
import { prepareRecord } from '../../../../domain/matching/model/prepare.ts';
import { createVocabulary } from '../../../../domain/matching/model/vocabulary.ts';

const vocabulary = createVocabulary({ records: 10, counts: new Map() });
const prepared = (title: string) =>
  prepareRecord({ title, manufacturer: undefined, mpn: undefined, text: undefined, price: undefined }, vocabulary);
const measured = (a: string, b: string) => {
  const figures = measurePair(prepared(a), prepared(b));
  return (name: string) => figureOf(figures, name);
};

test('what shops add to a title does not make two of the same product differ', () => {
  const of = measured('"Acme KX9 camera"@en | Cameras by Corner Shop"@en', 'Acme KX9 camera | Photo World');
  expect(of('core_cosine')).toBeCloseTo(1);
  expect(of('core_lone_count_more')).toBe(0);
  expect(of('missing_count_more')).toBeGreaterThan(0);
});

test('an abbreviation counts as missing by letter and not by meaning; another word counts as both', () => {
  const shorter = measured('draw prof', 'draw professional');
  expect(shorter('core_lone_count_more')).toBe(1);
  expect(shorter('unabbreviated_lone_count_more')).toBe(0);
  expect(measured('draw deluxe', 'draw professional')('unabbreviated_lone_count_less')).toBe(1);
});

test('an accessory for one thing is told from one for another', () => {
  expect(measured('lens for Acme', 'lens for Bolt')('targets_found')).toBe(0);
  expect(measured('lens for Acme', 'Acme lens')('targets_found')).toBe(1);
  expect(measured('lens', 'lens')('targets_found')).toBeUndefined();
});
