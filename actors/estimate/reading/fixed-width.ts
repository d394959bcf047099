import { headingStrength } from '../../../domain/estimate/parse/heading.ts';
import type { ReadLimits } from './limits.ts';
import { tooManyCells } from './tally.ts';

/** Lines behind a heading that decide where its columns are. */
const maxLines = 400;

/** Share of lines that must be blank in front of a column for it to begin there. */
const blankShare = 0.95;

/** The words of a line with the place where each begins. */
const wordStarts = (line: string): readonly { readonly start: number; readonly word: string }[] =>
  [...line.matchAll(/\S+/gu)].map((match) => ({ start: match.index, word: match[0] }));

/** A blank line, or one that is drawn under a heading. */
const nothing = /^[\s\-=_+|]*$/u;

/** Characters of a line that can be such a heading. */
const longestHeading = 2_000;

const isHeading = (line: string): boolean => {
  if (line.length > longestHeading) return false;
  const words = wordStarts(line);
  if (words.length < 3 || !/\S\s{2,}\S/u.test(line)) return false;
  const known = words.filter(({ word }) => headingStrength(word) >= 0.4).length;
  return known >= 3 && known >= 0.5 * words.length;
};

/** Where the next column begins on a line whose tabs stop at every eighth. */
const tabWidth = 8;

/** A line with blanks for its tabs, so that what stood below each other still does. */
const withoutTabs = (line: string): string => {
  if (!line.includes('\t')) return line;
  const [first = '', ...others] = line.split('\t');
  return others.reduce((text, piece) => text + ' '.repeat(tabWidth - (text.length % tabWidth)) + piece, first);
};

const columnStarts = (header: string, lines: readonly string[]): readonly number[] =>
  wordStarts(header)
    .map(({ start }) => start)
    .filter(
      (start) =>
        start === 0 || lines.filter((line) => (line[start - 1] ?? ' ') === ' ').length >= blankShare * lines.length,
    );

const cut = (line: string, starts: readonly number[]): readonly string[] =>
  starts.map((start, at) => line.slice(start, starts[at + 1] ?? line.length).trim());

/**
 * Columns aligned by blanks, as layout programs print part lists: a heading of known words, and
 * lines that are blank in front of where its words begin. Lines before the heading stay whole.
 * Undefined for a text that is not such a list; one whose heading is parted by tabs is one only
 * where that is `stated`. Throws `too_many_cells`.
 */
export const readFixedWidth = (
  written: readonly string[],
  limits: ReadLimits,
  stated = false,
): readonly (readonly string[])[] | undefined => {
  const headerAt = stated
    ? written.findIndex((line) => isHeading(withoutTabs(line)))
    : written.findIndex((line) => isHeading(line.split('\t', 1)[0] ?? ''));
  if (headerAt < 0) return undefined;
  const lines = written.map(withoutTabs);
  const header = lines[headerAt];
  if (header === undefined) return undefined;
  const body = lines.slice(headerAt + 1, headerAt + 1 + maxLines).filter((line) => !nothing.test(line));
  if (body.length === 0) return undefined;
  const starts = columnStarts(header, body);
  if (starts.length < 3) return undefined;
  if (lines.length * starts.length > limits.maxCells) throw tooManyCells(limits);
  return lines.map((line, at) => (line.trim() === '' ? [] : at < headerAt ? [line.trim()] : cut(line, starts)));
};
