import { expect, test } from 'vitest';
import { capacitiesOf } from '../../../../domain/matching/model/capacities.ts';
import { titleMeasurer } from '../../../support/measured-records.ts';

const measured = titleMeasurer();

test('what a memory holds is told from how fast it is', () => {
  expect(capacitiesOf('card 64gb 95mb/s 1 tb 80 mbps')).toEqual({
    sizes: new Set([64, 1000]),
    rates: new Set([0.095, 0.08]),
  });
  const of = measured('card 64gb 95mb/s', 'card 16 gb 95mb/s');
  expect(of('capacities_agree')).toBe(0);
  expect(of('rates_agree')).toBe(1);
  expect(of('capacities_of_one_side')).toBe(2);
});

test('digits are compared wherever they stand in a word', () => {
  const of = measured('rx100m2', 'rx 100 m3');
  expect(of('digit_groups_jaccard')).toBeCloseTo(1 / 3);
  expect(of('digit_groups_lone_more')).toBe(1);
  expect(measured('camera', 'camera')('digit_groups_jaccard')).toBeUndefined();
});
