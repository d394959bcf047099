import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.ts';
import { bytesOf } from './target.ts';

/**
 * Inputs that are nearly valid: seeds with pieces repeated, taken out, swapped and replaced by what
 * decoders commonly stumble over. What is merely random is refused at the first byte and tests
 * nothing behind it.
 */

/** Texts that have broken decoders, here or elsewhere. */
const hostileTexts: readonly string[] = [
  '',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e',
  'e\u0301',
  '１２３',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '99999999999999999999',
  '99999999999999999999/3',
  '-1',
  '-0',
  '0.1e-400',
  '1e999',
  '1.7976931348623157e308',
  '2147483648',
  '9007199254740993',
  'NaN',
  'Infinity',
  'null',
  '[]',
  '{}',
  '99999-12-31T23:59:59Z',
  '0000-00-00',
  '=HYPERLINK("http://x")',
  '_x0000_',
  '_x005F_x0041_',
  '&toString;',
  '&#0;',
  '&#xD800;',
  ']]>',
  '<!--',
  '"',
  "'",
  '\\',
  '\r',
  '\n',
  '\t',
  ';',
  '%00',
  '%E0%A4%A',
];

/** What a mutation repeats, at most. */
const maxRepeats = 5_000;
/** Inputs are cut to so many characters: faults of length show far below. */
const maxLength = 200_000;

/** One change of a text. Places are shares of its length. */
interface Mutation {
  readonly kind: 'insert' | 'delete' | 'repeat' | 'replace' | 'swap';
  readonly at: number;
  readonly to: number;
  readonly word: string;
  readonly times: number;
}

const mutation = (words: readonly string[]): fc.Arbitrary<Mutation> =>
  fc.record({
    kind: fc.constantFrom('insert', 'delete', 'repeat', 'replace', 'swap'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    word: fc.oneof(fc.constantFrom(...words, ...hostileTexts), fc.string({ unit: anyCharacter, maxLength: 4 })),
    times: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 8 }) },
      { weight: 1, arbitrary: fc.integer({ min: 9, max: maxRepeats }) },
    ),
  });

/**
 * Pieces that are changed are short more often than not: a whole input is rarely the right size.
 */
const pieceOf = (text: string, { at, to }: Mutation): readonly [number, number] => {
  const from = Math.floor(at * text.length);
  const length = Math.ceil(to ** 4 * (text.length - from));
  return [from, from + length];
};

const mutated = (text: string, change: Mutation): string => {
  const [from, end] = pieceOf(text, change);
  const { word, times } = change;
  const piece = text.slice(from, end);
  const put = (middle: string): string => text.slice(0, from) + middle + text.slice(end);
  switch (change.kind) {
    case 'insert':
      return text.slice(0, from) + word.repeat(times) + text.slice(from);
    case 'delete':
      return put('');
    case 'repeat':
      return put((piece || word).repeat(Math.min(times, Math.ceil(maxLength / Math.max(1, piece.length)))));
    case 'replace':
      return put(word);
    case 'swap':
      return text.slice(end) + piece + text.slice(0, from);
  }
};

/** Texts made from seeds; `words` are what the format itself is made of. */
export const mutatedTexts = (seeds: readonly string[], words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...seeds), fc.array(mutation(words), { minLength: 1, maxLength: 6, size: 'max' }))
    .map(([seed, changes]) => changes.reduce(mutated, seed).slice(0, maxLength));

/** The same as UTF-8, now and then with a byte that is none. */
export const mutatedBytes = (seeds: readonly string[], words: readonly string[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(mutatedTexts(seeds, words), fc.option(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { freq: 10 }))
    .map(([text, spoiled]) => {
      const bytes = bytesOf(text);
      if (spoiled !== null && bytes.length > 0) bytes[spoiled[0] % bytes.length] = spoiled[1];
      return bytes;
    });

/** Values that stand where a message has something else. */
const strangeValues = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1.5,
      2 ** 31 - 1,
      2 ** 31,
      -(2 ** 31),
      2 ** 53,
      1e15,
      1e308,
      -1e308,
      [],
      {},
      [[]],
      [null],
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }).map(nested) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 20_000 }).map((length) => ' ,token'.repeat(length).slice(0, 100_000)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }).map((length) => Array(length).fill({ x: 1 })) },
);

/** Lists within lists. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Places below this many levels are not changed: what is nested deeper is one hostile value. */
const maxDepth = 40;

/** Every place in a value: the names and indices that lead there. */
const pathsIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] => [
  path,
  ...(typeof value === 'object' && value !== null && path.length < maxDepth
    ? Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))
    : []),
];

/** The value with something else at a place; nothing at all where it is undefined. */
const replacedAt = (value: unknown, [first, ...rest]: readonly string[], by: unknown): unknown => {
  if (first === undefined) return by;
  // A list with something at index 2^31 would be that long; as an object it has just that name.
  const copy = Array.isArray(value) && Number(first) < value.length ? [...value] : { ...(value as object) };
  Object.defineProperty(copy, first, {
    value: replacedAt(Reflect.get(copy, first), rest, by),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
};

/** JSON made from seeds, with one to three places changed. */
export const mutatedJson = (seeds: readonly unknown[]): fc.Arbitrary<string> => {
  const changed = (value: unknown): fc.Arbitrary<unknown> =>
    fc
      .tuple(
        fc.constantFrom(...pathsIn(value)),
        fc.oneof({ weight: 9, arbitrary: strangeValues }, { weight: 1, arbitrary: fc.constant(undefined) }),
        fc.option(fc.constantFrom(...hostileTexts), { freq: 4 }),
      )
      .map(([path, by, name]) => replacedAt(value, name === null ? path : [...path.slice(0, -1), name], by));
  return fc
    .constantFrom(...seeds)
    .chain(changed)
    .chain((value) => fc.oneof(fc.constant(value), changed(value)))
    .map((value) => JSON.stringify(value) ?? '');
};
