import type { ComparedRecord } from './record.ts';

/**
 * How a record is written, whatever it is about. A seller writes all of its records alike and names prices by one habit, and on
 * which seller it is depends what a difference means: an outlet that ends its prices in 90 cents and shortens titles sells the
 * same thing for a fraction and with half the words.
 */

const counted: Readonly<Record<string, RegExp>> = {
  brackets: /\(/g,
  commas: /,/g,
  trade_marks: /\(\s*(?:r|tm)\s*\)|[®™]/gi,
  foreign_letters: /[^\p{ASCII}]/gu,
};

const startsWithNumber = /^\W*\w*\d{4}/;
const digits = /\d/g;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const lengthOf = (text: string | undefined): number => text?.length ?? 0;

/** What `habitsOf` gives, in its order. */
export const habitNames: readonly string[] = [
  ...Object.keys(counted),
  'starts_with_number',
  'digit_share',
  'title_letters',
  'text_letters',
  'fields',
  'cents',
];

/** A record's habits, by `habitNames`; the cents of a price that is not known are NaN. */
export const habitsOf = ({ title = '', manufacturer, mpn, text, price }: ComparedRecord): readonly number[] => [
  ...Object.values(counted).map((pattern) => countOf(title, pattern)),
  Number(startsWithNumber.test(title)),
  countOf(title, digits) / Math.max(1, title.length),
  title.length,
  lengthOf(text),
  Number(manufacturer !== undefined) + 2 * Number(mpn !== undefined),
  price === undefined ? Number.NaN : Math.round(price * 100) % 100,
];
