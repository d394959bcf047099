import type { Document, Sheet } from '../../../domain/estimate/parse/document.ts';
import { checkLines, detectDelimiter, readDelimited } from './delimited.ts';
import { decodeText } from './encoding.ts';
import { readFixedWidth } from './fixed-width.ts';
import type { ReadLimits } from './limits.ts';
import { Unreadable } from './read-failure.ts';

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

/** Reads a text in any character set: cells by delimiter, columns aligned by blanks, or lines as they are. */
export const readText = (
  bytes: Uint8Array,
  format: 'csv' | 'text',
  options: TextOptions,
  limits: ReadLimits,
): Document => {
  const { encoding, text } = decodeText(bytes, options.encoding);
  if (looksBinary(text))
    throw new Unreadable('unsupported_format', 'the file is neither text, nor a spreadsheet (xlsx), nor JSON');
  if (text.trim() === '') throw new Unreadable('empty', 'the file is empty');
  checkLines(text, limits);
  if (options.delimiter !== undefined && options.delimiter !== 'fixed') {
    const rows = readDelimited(text, options.delimiter, limits);
    return { format, encoding, delimiter: options.delimiter, sheets: [sheetOf(rows)] };
  }
  const lines = text.split(/\r\n|\n|\r/u);
  const fixed = text.includes('\t') && options.delimiter === undefined ? undefined : readFixedWidth(lines);
  if (fixed !== undefined) return { format, encoding, delimiter: 'fixed', sheets: [sheetOf(fixed)] };
  const delimiter = detectDelimiter(text, limits);
  if (delimiter === undefined) return { format, encoding, sheets: [sheetOf(lines.map((line) => [line]))] };
  return { format, encoding, delimiter, sheets: [sheetOf(readDelimited(text, delimiter, limits))] };
};
