import { isKind } from './cell-kinds.ts';
import { cellText, type Document } from './document.ts';
import {
  endsWithCount,
  type FreeTextHints,
  readFreeText,
  splitItems,
  startsWithCount,
  startsWithCountedWord,
  startsWithDesignators,
  startsWithNumberWord,
  statesQuantity,
} from './free-text.ts';
import { type ListLine, partLines } from './list-lines.ts';
import { detectDecimalMark } from './numbers.ts';
import type { Detected, ParsedBom, ParsedLine, SkippedRow } from './parsed-bom.ts';
import { isSumOrCharge } from './row-kind.ts';

interface TextLine {
  readonly row: number;
  readonly text: string;
  /** Blanks in front of it. */
  readonly indent: number;
  /** Whether the list as a whole says that the text names a part. */
  readonly isNamed?: boolean;
}

/** A line without a quantity is still a part if it names one in few words. */
const longestNaming = 8;

/** A first word that stands apart from what explains it, as in columns. */
const apart = /^(?<first>\S{3,40})(?:\s{2,}|\t)\S/u;

/** A price at the end of a text. */
const priced = /\S\s{1,100}(?:[£$€¥₽]\s?\d{1,9}(?:[.,]\d{1,4})?|\d{1,9}[.,]\d{2}\s?(?:[£$€¥₽]|EUR|USD|GBP))$/u;

const namesPart = (text: string): boolean => {
  const first = apart.exec(text)?.groups?.first ?? '';
  if (isKind('part_number', first) || (priced.test(text.slice(-200)) && !isSumOrCharge(text))) return true;
  const words = text.split(/\s+/u);
  if (words.length > longestNaming || /:$/u.test(text)) return false;
  return words.some((word) => (isKind('part_number', word) && !isKind('link', word)) || isKind('value', word));
};

/** Characters of a line that is looked at as free text; a longer one is prose. */
const longestLine = 1_000;

/** A part's name with where it is sold or described: `servo motor: https://...`. */
const namedLink = /^(?<name>[^:]{2,80}?)(?:\s{0,10}:\s{0,10}|\s{1,10})(?:https?:\/\/|www\.)\S+$/iu;

/** Share of lines that must be names with links before they are a list of parts. */
const linkedShare = 0.5;
const minLinked = 3;

/** A line that is only a link, whatever it is called. */
const linkAlone = /^[\s\-*•]{0,10}(?:(?:link|url|shop|source|buy)\s{0,10}[:=]?\s{0,10})?(?:https?:\/\/|www\.)\S+$/iu;

/** A line that is only a price. */
const priceAlone = /^[~≈]?\s?(?:[£$€¥₽]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[£$€¥₽]|EUR|USD|GBP))$/u;

/** Links that must stand below a name each before the names are parts. */
const minBelow = 2;

/**
 * The lines of a text of which each is the name of a part with its link, and perhaps its price,
 * below it. None where only some lines are written so.
 */
const namesOverLinks = (lines: readonly TextLine[]): ReadonlySet<TextLine> => {
  const links = lines.filter(({ text }) => linkAlone.test(text)).length;
  if (links < minBelow) return new Set();
  const names = lines.filter((line, at) => {
    const below = lines[at + 1]?.text ?? '';
    const isName = !linkAlone.test(line.text) && !priceAlone.test(line.text);
    return isName && (linkAlone.test(below) || (priceAlone.test(below) && linkAlone.test(lines[at + 2]?.text ?? '')));
  });
  return new Set(names.length >= linkedShare * links && names.length * 3 >= lines.length ? names : []);
};

/** Takes the links off a list of which most lines are names with links. */
const withoutLinks = (lines: readonly TextLine[]): readonly TextLine[] => {
  const named = lines.map(({ text }) => namedLink.exec(text)?.groups?.name);
  const linked = named.filter((name) => name !== undefined).length;
  if (linked < minLinked || linked < linkedShare * lines.length) {
    const over = namesOverLinks(lines);
    return lines.map((line) =>
      over.has(line) ? { ...line, text: line.text.replace(/:$/u, ''), isNamed: true } : line,
    );
  }
  return lines.map((line, at) => ({ ...line, text: named[at] ?? line.text, isNamed: named[at] !== undefined }));
};

const link = /\(?(?:https?:\/\/|www\.)[^\s)]+\)?/giu;

const hasLink = (text: string): boolean => /https?:\/\/|www\./iu.test(text);

/** A link as Markdown writes it. */
const markdownLink =
  /\[(?<shown>[^[\]]{1,500})\]\(\s{0,10}[^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?\s{0,10}\)/gu;

/**
 * Share of lines that must begin with a bare number before that number is taken for the quantity.
 */
const countedShare = 0.6;

const textLines = (document: Document): readonly TextLine[] =>
  document.sheets.flatMap(({ rows }) =>
    rows
      .map((row, at) => ({
        row: at + 1,
        indent: /^\s{0,40}/u.exec(String(row[0] ?? ''))?.[0].length ?? 0,
        text: row
          .map(cellText)
          .filter((text) => text !== '')
          .join(document.delimiter === '\t' ? '\t' : ' '),
      }))
      .map((line) => ({ ...line, text: halfWidth(line.text).replace(markdownLink, '$<shown>') }))
      .filter(({ text }) => text !== '' && !ruler.test(text)),
  );

/**
 * Whether most lines of a document, its cells put together again, say how many of something are
 * wanted: what looked like columns are commas of the text.
 */
export const isCountedText = (document: Document): boolean => {
  const lines = textLines(document).filter(({ text }) => text.length <= longestLine);
  const counted = lines.filter(({ text }) => startsWithCount(text) || statesQuantity(text)).length;
  return counted >= minLinked && counted >= countedShare * lines.length;
};

/** Underlines a title, or parts paragraphs. */
const ruler = /^[\s\-_=*#~.+|]+$/u;

/** A date makes a line with a number in it the title of a list, or a remark on one. */
const date = /\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b/u;

const itemNumber = /^(?<number>\d{1,3})(?:[.)]\s|\s{1,5}(?=\p{L}{3}))/u;

/** Rows of lines that are numbered one by one, three of them at least. */
const numberedRows = (lines: readonly TextLine[]): ReadonlySet<number> => {
  const numbers = lines.flatMap(({ row, text }) => {
    const number = itemNumber.exec(text)?.groups?.number;
    return number === undefined ? [] : [{ row, number: Number(number) }];
  });
  const follows = (at: number): boolean => numbers[at]?.number === (numbers[at - 1]?.number ?? 0) + 1;
  const isRun = numbers.length >= minLinked && numbers.every((_, at) => at === 0 || follows(at));
  return new Set(isRun ? numbers.map(({ row }) => row) : []);
};

/** What each line says by itself. */
const looksOf = (lines: readonly TextLine[], hints: FreeTextHints): readonly ListLine[] => {
  const designated = lines.filter(({ text }) => startsWithDesignators(text.slice(0, longestLine))).length;
  const numbered = numberedRows(lines);
  return lines.map(({ row, text, indent, isNamed = false }, at) => {
    const isLong = text.length > longestLine;
    const counts = !isLong && statesQuantity(text, hints);
    const next = lines[at + 1];
    // What stands further in and is counted is listed under this line's name.
    const isOver = next !== undefined && next.indent > indent && statesQuantity(next.text.slice(0, longestLine), hints);
    return {
      row,
      text,
      statesQuantity: counts,
      isDesignated:
        !isLong && (isNamed || numbered.has(row) || (designated >= minLinked && startsWithDesignators(text))),
      namesPart: !isLong && namesPart(text) && !date.test(text),
      isNote:
        isLong ||
        (!counts && (isOver || isSumOrCharge(text))) ||
        (hasLink(text) && !(counts && text.replace(link, '').trim() !== '')),
    };
  });
};

/** Full-width letters, digits and marks, as East Asian keyboards write them, as plain ones. */
const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll('\u3000', ' ');

/** Share of lines that must end with a dash and a number before that number is the quantity. */
const dashedShare = 0.5;

/** Share of lines that must begin with a small number and a word. */
const countedWordShare = 0.3;

/** Lines that must begin with a number as a word before it counts. */
const minWorded = 2;

/** Where a list as a whole writes its quantities. */
const countsOf = (lines: readonly TextLine[]): FreeTextHints => {
  const texts = lines.map(({ text }) => text.slice(0, longestLine));
  const share = (has: (text: string) => boolean): number => texts.filter(has).length / Math.max(1, texts.length);
  const counts = texts.filter(startsWithCount).map((text) => Number.parseInt(text.replace(/^\D+/u, ''), 10));
  // Numbers that go up by one count the lines.
  const areOrdinal =
    counts.length >= minLinked && counts.every((count, at) => at === 0 || count === (counts[at - 1] ?? 0) + 1);
  const words = texts.filter(startsWithCountedWord).length;
  const worded = texts.filter(startsWithNumberWord).length;
  const counted = worded === 0 ? 0 : texts.filter((text) => statesQuantity(text)).length;
  const areWords = words >= minLinked && words >= countedWordShare * texts.length;
  return {
    wordedCounts: worded >= minWorded && worded + counted >= countedShare * texts.length,
    leadingCounts: !areOrdinal && (areWords || share(startsWithCount) >= countedShare),
    dashedCounts: texts.filter(endsWithCount).length >= minLinked && share(endsWithCount) >= dashedShare,
  };
};

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
  const decimalMark = detectDecimalMark(wordsOf(all));
  const hints = { ...countsOf(all), ...(decimalMark === undefined ? {} : { decimalMark }) };
  const lines: ParsedLine[] = [];
  const skipped: SkippedRow[] = [];
  const looks = looksOf(all, hints);
  const parts = partLines(looks);
  for (const look of looks) {
    if (lines.length > maxLines) break;
    const { row, text } = look;
    if (!parts.has(look)) skipped.push({ row, reason: 'note' });
    else lines.push(...splitItems(text.replace(link, '').trim()).map((item) => readFreeText(item, row, hints)));
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
