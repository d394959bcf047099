import { mpnKey } from '../../../../domain/catalog/identity.ts';
import { lazily } from '../lazily.ts';

/**
 * Codes of which numbers are put together: lists, one list after another, or one of several. They
 * are numbered through and taken apart without being written out, as there may be millions.
 */
export interface Codes {
  readonly size: number;
  /** The code at a position. */
  at(position: number): string;
  /** What they begin with, as `mpnKey` writes it; holds an empty text if one of them is empty. */
  readonly begins: () => ReadonlySet<string>;
  /** What a text, as `mpnKey` writes it, may begin with from an offset on. */
  matches(text: string, offset: number): readonly Match[];
}

/** A code that a text goes on with, and where it ends there. */
interface Match {
  readonly position: number;
  readonly end: number;
}

/** A list of codes as it stands, or codes put together. */
export type CodeList = readonly string[] | Codes;

const isCodes = (list: CodeList): list is Codes => !Array.isArray(list);

const listed = (texts: readonly string[]): Codes => {
  const table = lazily(() => {
    const positions = new Map<string, number>();
    for (const [at, text] of texts.entries()) {
      const key = mpnKey(text);
      if (!positions.has(key)) positions.set(key, at);
    }
    return { positions, lengths: [...new Set(Array.from(positions.keys(), ({ length }) => length))] };
  });
  return {
    size: texts.length,
    at: (position) => texts[position] ?? '',
    begins: () => new Set(Array.from(table().positions.keys(), (key) => key.slice(0, 1))),
    matches: (text, offset) =>
      table().lengths.flatMap((length) => {
        const position = table().positions.get(text.slice(offset, offset + length));
        return position === undefined || offset + length > text.length ? [] : [{ position, end: offset + length }];
      }),
  };
};

const codesOf = (list: CodeList): Codes => (isCodes(list) ? list : listed(list));

const following = (first: Codes, second: Codes): Codes => ({
  size: first.size * second.size,
  begins: () => {
    const begins = first.begins();
    return begins.has('') ? new Set([...begins].filter((each) => each !== '').concat(...second.begins())) : begins;
  },
  at: (position) => `${first.at(Math.floor(position / second.size))}${second.at(position % second.size)}`,
  matches: (text, offset) =>
    first
      .matches(text, offset)
      .flatMap((head) =>
        second
          .matches(text, head.end)
          .map(({ position, end }) => ({ position: head.position * second.size + position, end })),
      ),
});

/**
 * Every code of the first list with every one of the next: A and B before 1 and 2 are A1, A2, B1,
 * B2.
 */
export const combined = (...lists: readonly CodeList[]): Codes => lists.map(codesOf).reduce(following, listed(['']));

const beside = (first: Codes, second: Codes): Codes => ({
  size: first.size + second.size,
  begins: () => new Set([...first.begins(), ...second.begins()]),
  at: (position) => (position < first.size ? first.at(position) : second.at(position - first.size)),
  matches: (text, offset) => [
    ...first.matches(text, offset),
    ...second.matches(text, offset).map(({ position, end }) => ({ position: first.size + position, end })),
  ],
});

/** The codes of all of these lists. */
export const either = (...lists: readonly CodeList[]): Codes => lists.map(codesOf).reduce(beside);

/** Whole numbers, both ends included, with leading zeros up to a length. */
export const numbered = (from: number, to: number, length = 1, step = 1): readonly string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => String(from + at * step).padStart(length, '0'));
