import { isKind } from './cell-kinds.ts';
import { cellText, type Document } from './document.ts';
import { readFreeText, splitItems, startsWithCount, statesQuantity } from './free-text.ts';
import { detectDecimalMark } from './numbers.ts';
import type { Detected, ParsedBom, ParsedLine, SkippedRow } from './parsed-bom.ts';

interface TextLine {
  readonly row: number;
  readonly text: string;
  /** Whether the list as a whole says that the text names a part. */
  readonly isNamed?: boolean;
}

/** A line without a quantity is still a part if it names one in few words. */
const longestNaming = 8;

const namesPart = (text: string): boolean => {
  const words = text.split(/\s+/u);
  if (words.length > longestNaming || /:$/u.test(text)) return false;
  return words.some((word) => (isKind('part_number', word) && !isKind('link', word)) || isKind('value', word));
};

/** Characters of a line that is looked at as free text; a longer one is prose. */
const longestLine = 1_000;

/** A part's name with where it is sold or described: `servo motor: https://...`. */
const namedLink = /^(?<name>[^:]{2,80}?)\s{0,10}:\s{0,10}(?:https?:\/\/|www\.)\S+$/iu;

/** Share of lines that must be names with links before they are a list of parts. */
const linkedShare = 0.6;
const leastLinked = 3;

/** Takes the links off a list of which most lines are names with links. */
const withoutLinks = (lines: readonly TextLine[]): readonly TextLine[] => {
  const named = lines.map(({ text }) => namedLink.exec(text)?.groups?.name);
  const linked = named.filter((name) => name !== undefined).length;
  if (linked < leastLinked || linked < linkedShare * lines.length) return lines;
  return lines.map((line, at) => ({ ...line, text: named[at] ?? line.text, isNamed: named[at] !== undefined }));
};

const hasLink = (text: string): boolean => /https?:\/\/|www\./iu.test(text);

/**
 * Share of lines that must begin with a bare number before that number is taken for the quantity.
 */
const countedShare = 0.6;

const textLines = (document: Document): readonly TextLine[] =>
  document.sheets.flatMap(({ rows }) =>
    rows
      .map((row, at) => ({
        row: at + 1,
        text: row
          .map(cellText)
          .filter((text) => text !== '')
          .join(' '),
      }))
      .filter(({ text }) => text !== ''),
  );

/** Words looked at to find the decimal mark. */
const maxMarkWords = 20_000;

const wordsOf = function* (lines: readonly TextLine[]): Generator<string> {
  let looked = 0;
  for (const { text } of lines)
    for (const word of text.slice(0, longestLine).split(/\s+/u)) {
      looked += 1;
      if (looked > maxMarkWords) return;
      yield word;
    }
};

/**
 * Reads a document without columns: one line, or several items of one line, at a time. Prose and
 * links are skipped as notes.
 */
export const parseFreeText = (
  document: Document,
  source: Pick<Detected, 'format' | 'encoding' | 'delimiter'>,
  maxLines: number,
): ParsedBom => {
  const all = withoutLinks(textLines(document));
  const leadingCounts =
    all.filter(({ text }) => startsWithCount(text.slice(0, longestLine))).length >= countedShare * all.length;
  const decimalMark = detectDecimalMark(wordsOf(all));
  const hints = { leadingCounts, ...(decimalMark === undefined ? {} : { decimalMark }) };
  const lines: ParsedLine[] = [];
  const skipped: SkippedRow[] = [];
  for (const { row, text, isNamed = false } of all) {
    if (lines.length > maxLines) break;
    const stated = text.length <= longestLine && statesQuantity(text, leadingCounts);
    if (text.length > longestLine || hasLink(text) || !(stated || isNamed || namesPart(text)))
      skipped.push({ row, reason: 'note' });
    else lines.push(...splitItems(text).map((item) => readFreeText(item, row, hints)));
  }
  const kept = lines.slice(0, maxLines);
  return {
    detected: { ...source, ...(decimalMark === undefined ? {} : { decimalMark }), headings: {}, otherMaps: [] },
    lines: kept,
    skipped,
    doubts: [
      ...(kept.length === 0
        ? [{ code: 'no_table', text: 'neither a table nor a list of parts was found' } as const]
        : [{ code: 'free_text', text: 'the text has no columns; each line was read by itself' } as const]),
      ...(kept.length < lines.length
        ? [{ code: 'lines_cut', text: `the list is longer than ${maxLines} lines; the rest was left out` } as const]
        : []),
    ],
  };
};
