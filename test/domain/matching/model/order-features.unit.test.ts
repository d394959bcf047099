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
  return (name: string) => figureOf(figures, name) ?? Number.NaN;
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
