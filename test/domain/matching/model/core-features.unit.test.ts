import { expect, test } from 'vitest';
import { recordMeasurer, titleMeasurer } from '../../../support/measured-records.ts';

const measured = titleMeasurer();

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

test('a maker that only one title repeats does not count against it', () => {
  const manufacturer = 'Acme';
  const of = recordMeasurer()({ title: 'acme zephyr', manufacturer }, { title: 'zephyr', manufacturer });
  expect(of('nameless_cosine')).toBeCloseTo(1);
  expect(of('nameless_lone_more')).toBe(0);
  expect(of('nameless_maker_words')).toBe(1);
});
