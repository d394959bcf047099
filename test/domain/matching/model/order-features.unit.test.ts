import { expect, test } from 'vitest';
import { titleMeasurer } from '../../../support/measured-records.ts';

const inTitles = titleMeasurer();
const measured = (a: string, b: string) => {
  const of = inTitles(a, b);
  return (name: string) => of(name) ?? Number.NaN;
};

test('a word that is lone at the beginning of a title weighs more than one at its end', () => {
  const early = measured('zephyr acme camera black', 'acme camera black');
  const late = measured('acme camera black zephyr', 'acme camera black');
  expect(early('order_lost_more')).toBeGreaterThan(late('order_lost_more'));
  expect([early('order_first_lone_less'), late('order_first_lone_less')]).toEqual([0, 3]);
  expect([early('lead_2_lost_more'), late('lead_2_lost_more')]).toEqual([0.5, 0]);
});

test('words in another order are in common and not in order', () => {
  expect(measured('acme camera black', 'acme camera black')('in_order')).toBeCloseTo(1);
  expect(measured('acme camera black', 'black camera acme')('in_order')).toBeCloseTo(1 / 3);
});
