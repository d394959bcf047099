/**
 * Text as cells. Each delimiter is tried on the beginning of the text and judged by what comes out:
 * rows of one width, known headings, and numbers that keep their decimals. A comma that is a
 * decimal mark makes rows of changing width, so the two are told apart by the same look.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { isKind } from '../../../domain/estimate/parse/cell-kinds.ts';
import { headingStrength } from '../../../domain/estimate/parse/heading.ts';
import type { ReadLimits } from './limits.ts';
import { Unreadable } from './read-failure.ts';
import { createTally } from './tally.ts';

/** Characters looked at to choose a delimiter. */
const sampleCharacters = 64 * 1024;

const delimiters = [',', ';', '\t', '|'] as const;

type Rows = readonly (readonly string[])[];

const parseWith = (text: string, delimiter: string, quote: '"' | false, limits: ReadLimits): Rows => {
  const { addCells } = createTally(limits);
  const onRecord = (row: string[]): string[] => {
    addCells(row.length);
    return row;
  };
  return parse(text, {
    on_record: onRecord,
    delimiter,
    quote,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: limits.maxLineCharacters,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
};

const breaksLines = (rows: Rows): boolean => rows.some((row) => row.some((cell) => cell.includes('\n')));

const cellsOf = (text: string, delimiter: string, limits: ReadLimits): Rows => {
  try {
    const rows = parseWith(text, delimiter, '"', limits);
    return breaksLines(rows) ? evenRows(rows, parseWith(text, delimiter, false, limits)) : rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw new Unreadable('line_too_long', `a line is longer than ${limits.maxLineCharacters} characters`);
    return parseWith(text, delimiter, false, limits);
  }
};

const modeOf = (widths: readonly number[]): { readonly width: number; readonly share: number } => {
  const counts = Map.groupBy(widths, (width) => width);
  const [width, same] = [...counts].sort(
    (a, b) => b[1].length * Math.sqrt(b[0] - 0.9) - a[1].length * Math.sqrt(a[0] - 0.9),
  )[0] ?? [0, []];
  return { width, share: same.length / Math.max(1, widths.length) };
};

/**
 * A quotation mark that ends nowhere, or on another line (an inch sign at a cell's start), swallows
 * lines. Where rows come out as even without quotation as with it, the marks are no quotation.
 */
const evenRows = (quoted: Rows, plain: Rows): Rows => {
  const [asQuoted, asPlain] = [quoted, plain].map((rows) =>
    modeOf(rows.filter((row) => row.length > 1).map((row) => row.length)),
  );
  return asPlain !== undefined && asPlain.width === asQuoted?.width && asPlain.share >= asQuoted.share ? plain : quoted;
};

/** Characters of a cell that is looked at to judge a delimiter. */
const longestLooked = 200;

/** How much of a table a delimiter makes of a text; 0 for none. */
const merit = (rows: Rows): number => {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const { width, share } = modeOf(filled.map((row) => row.length));
  const headings = Math.max(
    0,
    ...filled.slice(0, 60).map((row) => row.filter((cell) => cell.length < 60 && headingStrength(cell) >= 0.7).length),
  );
  if (width < 2) return headings < 2 ? 0 : 0.8 * headings;
  const cells = filled
    .slice(0, 60)
    .flat()
    .filter((cell) => cell.length <= longestLooked && cell.trim() !== '');
  const spoken = cells.filter(
    (cell) =>
      isKind('integer', cell.trim()) || isKind('part_number', cell.trim()) || isKind('designators', cell.trim()),
  );
  return share + 0.8 * headings + 0.5 * (spoken.length / Math.max(1, cells.length)) + 0.05 * Math.min(10, width);
};

/** What a table needs to be one: headings, or rows that mostly have one width. */
const minMerit = 0.9;

/** The first lines of a text, up to a whole one. */
const beginning = (text: string): string => {
  if (text.length <= sampleCharacters) return text;
  const end = text.lastIndexOf('\n', sampleCharacters);
  return end > 0 ? text.slice(0, end) : text.slice(0, sampleCharacters);
};

/**
 * The character that parts the cells of a text; undefined where no character makes a table of it.
 */
export const detectDelimiter = (text: string, limits: ReadLimits): string | undefined => {
  const sample = beginning(text);
  if (isPartedByColons(sample)) return ':';
  let best: { readonly delimiter: string; readonly merit: number } | undefined;
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue;
    const found = merit(cellsOf(sample, delimiter, limits));
    if (found >= minMerit && found > (best?.merit ?? 0)) best = { delimiter, merit: found };
  }
  return best?.delimiter;
};

/** Headings that colons must part to be delimiters: times and links have colons too. */
const minHeadings = 3;

/** Whether every line has as many colons as the first, which are known headings. */
const isPartedByColons = (sample: string): boolean => {
  const lines = sample.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '');
  const headings = (lines[0] ?? '').slice(0, longestLooked).split(':');
  const known = headings.filter((heading) => headingStrength(heading) >= 0.4).length;
  if (lines.length < 2 || known < minHeadings || known < headings.length - 1) return false;
  return lines.every((line) => line.split(':', headings.length + 1).length === headings.length);
};

/** A line that is one quoted cell, with the marks within doubled. */
const quotedLine = /^\s{0,10}"(?<inner>(?:[^"]|"")*)"[,;\s]{0,10}$/u;

/**
 * Lines without the quotation marks around each of them, where a program took whole rows for cells;
 * undefined for any other text.
 */
export const unquotedLines = (lines: readonly string[]): readonly string[] | undefined => {
  const inner = lines.map((line) => (line.trim() === '' ? '' : quotedLine.exec(line)?.groups?.inner));
  const filled = inner.filter((line) => line !== '');
  if (filled.length < 2 || !filled.every((line) => line !== undefined && /[,;\t|]/u.test(line))) return undefined;
  return inner.map((line) => (line ?? '').replaceAll('""', '"'));
};

/** Refuses a text with a line beyond the limit, before anything is made of it. */
export const checkLines = (text: string, { maxLineCharacters, maxRows }: ReadLimits): void => {
  let rows = 0;
  for (let start = 0; start < text.length; rows += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (
      end - start > maxLineCharacters &&
      text
        .slice(start, end)
        .split('\r')
        .some((line) => line.length > maxLineCharacters)
    )
      throw new Unreadable('line_too_long', `line ${rows + 1} is longer than ${maxLineCharacters} characters`);
    start = end + 1;
    if (rows > maxRows) throw new Unreadable('too_many_rows', `the text has more than ${maxRows} lines`);
  }
};

/** The cells of a text parted by the given character. */
export const readDelimited = (text: string, delimiter: string, limits: ReadLimits): Rows => {
  const rows = cellsOf(text, delimiter, limits);
  const widest = rows.reduce((width, row) => Math.max(width, row.length), 0);
  if (widest > limits.maxColumns)
    throw new Unreadable('too_many_columns', `a line has more than ${limits.maxColumns} cells`);
  return rows;
};
