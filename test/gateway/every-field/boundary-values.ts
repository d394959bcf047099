/** What clients send by mistake or on purpose, for a field of any operation. */

const deep = 10_000;

/** Texts that are too long, hold what cannot be stored, or are the edge of some notation. */
export const boundaryTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'x'.repeat(100_000),
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '99999999999999999999999999',
  `0.${'0'.repeat(400)}1`,
  '1e400',
  'NaN',
  'Infinity',
  '99999-01-01',
  '9999-12-31',
  '0000-00-00',
  '+099999-01-01T00:00:00Z',
  '99999-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '0001-01-01T00:00:00Z',
  'P999999999999D',
  '999999999999d',
  '%',
  "';--",
  '😀',
  '\u202e\ufeff',
];

/** Numbers as JSON writes them: the ends of what int32, int64, double and dates hold. */
const boundaryNumbers: readonly string[] = [
  '0',
  '-0',
  '-1',
  '1.5',
  '2147483647',
  '2147483648',
  '-2147483648',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '253402300800000',
  '8640000000000001',
  '1e308',
  '1e999',
  '-1e999',
  '5e-324',
];

/** Values in the text of a JSON body. */
export const boundaryJson: readonly string[] = [
  ...boundaryNumbers,
  ...boundaryTexts.map((text) => JSON.stringify(text)),
  String.raw`"\ud800"`,
  String.raw`"a\udfffb"`,
  'null',
  'true',
  '[]',
  '[0]',
  `[${'0,'.repeat(30_000)}0]`,
  '{}',
  '{"__proto__":"x"}',
  '{"constructor":"1","toString":"1"}',
  String.raw`{"\ud800":"x","a\u0000":"x"}`,
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `${'{"a":'.repeat(deep)}0${'}'.repeat(deep)}`,
];

/** A long value as a message of a failed test shows it. */
export const shown = (value: string): string =>
  value.length > 60 ? `${value.slice(0, 60)}... (${value.length})` : value;
