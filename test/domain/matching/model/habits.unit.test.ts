import { expect, test } from 'vitest';
import { habitNames, habitsOf } from '../../../../domain/matching/model/habits.ts';
import type { ComparedRecord } from '../../../../domain/matching/model/record.ts';
import { recordMeasurer, unsaid } from '../../../support/measured-records.ts';

const habits = (record: Partial<ComparedRecord>) =>
  Object.fromEntries(habitsOf({ ...unsaid, ...record }).map((figure, at) => [habitNames[at], figure]));

test('how a record is written is told apart from what it is about', () => {
  expect(habits({ title: '12511 Fuse (R) kit, 5 A (black)', manufacturer: 'Acme', text: 'slow', price: 17.9 })).toEqual(
    {
      brackets: 2,
      commas: 1,
      trade_marks: 1,
      foreign_letters: 0,
      starts_with_number: 1,
      digit_share: 6 / 31,
      title_letters: 31,
      text_letters: 4,
      fields: 1,
      cents: 90,
    },
  );
  expect(habits({ title: 'Sicherung für Schränke™', mpn: 'F-5' })).toMatchObject({
    foreign_letters: 3,
    trade_marks: 1,
    starts_with_number: 0,
    fields: 2,
    cents: Number.NaN,
  });
});

test('of a pair the lesser and the greater are given, and a price that is not known has no cents', () => {
  const of = recordMeasurer()({ title: 'fuse, (slow)', price: 2.49 }, { title: 'fuse' });
  expect([of('habit_commas_less'), of('habit_commas_more')]).toEqual([0, 1]);
  expect([of('habit_cents_less'), of('habit_cents_more')]).toEqual([49, undefined]);
});
