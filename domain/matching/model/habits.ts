import type { ComparedRecord } from './record.ts';

/**
 * How a record is written, whatever it is about. A seller writes all of its records alike and names
 * prices by one habit, and on which seller it is depends what a difference means: an outlet that
 * ends its prices in 90 cents and shortens titles sells the same thing for a fraction and with half
 * the words.
 */

const startsWithNumber = /^\W*\w*\d{4}/;

const countOf = (text: string | undefined, pattern: RegExp): number => text?.match(pattern)?.length ?? 0;

const lengthOf = (text: string | undefined): number => text?.length ?? 0;

/** What is told of a record; the cents of a price that is not known are NaN. */
const habits: Readonly<Record<string, (record: ComparedRecord) => number>> = {
  brackets: ({ title }) => countOf(title, /\(/g),
  commas: ({ title }) => countOf(title, /,/g),
  trade_marks: ({ title }) => countOf(title, /\(\s*(?:r|tm)\s*\)|[®™]/gi),
  foreign_letters: ({ title }) => countOf(title, /[^\p{ASCII}]/gu),
  starts_with_number: ({ title }) => Number(startsWithNumber.test(title ?? '')),
  digit_share: ({ title }) => countOf(title, /\d/g) / Math.max(1, lengthOf(title)),
  title_letters: ({ title }) => lengthOf(title),
  text_letters: ({ text }) => lengthOf(text),
  fields: ({ manufacturer, mpn }) => Number(manufacturer !== undefined) + 2 * Number(mpn !== undefined),
  cents: ({ price }) => (price === undefined ? Number.NaN : Math.round(price * 100) % 100),
};

/** What `habitsOf` gives, in its order. */
export const habitNames: readonly string[] = Object.keys(habits);

/** A record's habits, by `habitNames`. */
export const habitsOf = (record: ComparedRecord): readonly number[] =>
  Object.values(habits).map((measure) => measure(record));
