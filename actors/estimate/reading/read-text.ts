import type { Document, Sheet } from '../../../domain/estimate/parse/document.ts';
import { cleanText } from './clean-text.ts';
import { checkLines, detectDelimiter, readDelimited, unquotedLines } from './delimited.ts';
import { decodeText } from './encoding.ts';
import { readFixedWidth } from './fixed-width.ts';
import type { ReadLimits } from './limits.ts';
import { Unreadable } from './read-failure.ts';
import { cellTooLong, createTally, tooManyCharacters } from './tally.ts';

/** The line between a heading and its rows: `|---|:--:|`, `--- | ---`. */
const ruler = /^\s{0,20}\|?(?:\s{0,100}:?-{1,1000}:?\s{0,100}\|){1,200}(?:\s{0,100}:?-{1,1000}:?)?\s{0,100}$/u;

/** A bar that parts cells; one behind a backslash is text. */
const bar = /(?<!\\)\|/u;

/** Characters of a line that can be a ruler. */
const longestRuler = 4_000;

const isRuler = (line: string): boolean => line.length <= longestRuler && ruler.test(line);

/** A link or a picture; what it shows stays. */
const link = /!?\[(?<shown>[^[\]]{0,500})\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?\s{0,10}\)/gu;

/** Words with marks of emphasis or code around them. */
const emphasis = /\*\*(?<strong>[^*]{1,500})\*\*|__(?<bold>[^_]{1,500})__|`(?<code>[^`]{1,500})`/gu;

/** The text of a cell or a line without the marks of Markdown. */
const plain = (text: string): string =>
  text.replace(link, '$<shown>').replace(emphasis, '$<strong>$<bold>$<code>').replaceAll('\\|', '|');

const cells = (line: string): readonly string[] => line.split(bar).map((cell) => plain(cell));

/**
 * A text with at least one table of Markdown as cells; undefined for any other. Throws
 * `too_many_cells`.
 */
const readMarkdown = (lines: readonly string[], limits: ReadLimits): readonly (readonly string[])[] | undefined => {
  const isHeadOfTable = (at: number): boolean => bar.test(lines[at] ?? '') && isRuler(lines[at + 1] ?? '');
  if (!lines.some((_, at) => isHeadOfTable(at))) return undefined;
  const { addCells } = createTally(limits);
  let isInTable = false;
  return lines.map((line, at) => {
    isInTable = isHeadOfTable(at) || (isInTable && bar.test(line));
    const row = isInTable ? cells(line) : [plain(line)];
    addCells(row.length);
    return row;
  });
};

/** What a caller may say about a text. */
export interface TextOptions {
  readonly encoding?: string;
  readonly delimiter?: string;
}

const sheetOf = (rows: Sheet['rows']): Sheet => ({
  name: '',
  hidden: false,
  rows,
  hiddenRows: [],
  hiddenColumns: [],
  merged: [],
});

/** A text has no zero bytes once decoded; a file of another kind has. */
const looksBinary = (text: string): boolean => {
  const sample = text.slice(0, 4_096);
  const odd = sample.match(/\ufffd|(?!\s)\p{Cc}/gu)?.length ?? 0;
  return sample.includes('\u0000') || odd > 0.1 * sample.length;
};

/** The text of a file, with nothing in it that cannot be stored. */
const textOf = (bytes: Uint8Array, named: string | undefined, limits: ReadLimits) => {
  const { encoding, text } = decodeText(bytes, named);
  if (looksBinary(text))
    throw new Unreadable('unsupported_format', 'the file is neither text, nor a spreadsheet (xlsx), nor JSON');
  if (text.trim() === '') throw new Unreadable('empty', 'the file is empty');
  checkLines(text, limits);
  if (text.length > limits.maxCharacters) throw tooManyCharacters(limits);
  return { encoding, text: cleanText(text) };
};

/** A text as cells, with the delimiter that parts them; undefined where every line is one cell. */
const cellsOf = (
  text: string,
  stated: string | undefined,
  limits: ReadLimits,
): { readonly delimiter: string | undefined; readonly rows: Sheet['rows'] } => {
  const lines = text.split(/\r\n|\n|\r/u);
  const markdown = stated === undefined || stated === '|' ? readMarkdown(lines, limits) : undefined;
  if (markdown !== undefined) return { delimiter: '|', rows: markdown };
  if (stated !== undefined && stated !== 'fixed')
    return { delimiter: stated, rows: readDelimited(text, stated, limits) };
  const fixed = readFixedWidth(lines, limits, stated === 'fixed');
  if (fixed !== undefined) return { delimiter: 'fixed', rows: fixed };
  const unquoted = unquotedLines(lines)?.join('\n') ?? text;
  const delimiter = detectDelimiter(unquoted, limits);
  const rows = delimiter === undefined ? lines.map((line) => [line]) : readDelimited(unquoted, delimiter, limits);
  return { delimiter, rows };
};

/**
 * Reads a text in any character set: cells by delimiter, columns aligned by blanks, or lines as
 * they are.
 */
export const readText = (
  bytes: Uint8Array,
  format: 'csv' | 'text',
  options: TextOptions,
  limits: ReadLimits,
): Document => {
  const { encoding, text } = textOf(bytes, options.encoding, limits);
  const { delimiter, rows } = cellsOf(text, options.delimiter, limits);
  if (rows.some((row) => row.some((cell) => String(cell).length > limits.maxCellCharacters))) throw cellTooLong(limits);
  return { format, encoding, ...(delimiter !== undefined && { delimiter }), sheets: [sheetOf(rows)] };
};
