import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { TransformOptions } from 'node:stream';
import { type CsvError, type Info, type Options, type Parser, parse } from 'csv-parse';
import type { SourceRow } from './source-row.ts';

/**
 * Rows of a CSV file: UTF-8 with or without byte order mark, delimited by comma, semicolon or tab,
 * whichever the first line has most of, quoted as in RFC 4180, with quotes inside of unquoted cells
 * taken as they are.
 *
 * A quote that is opened and not closed would swallow what follows. Where the parser gives up on
 * such a row, that row's first line alone is malformed, and reading goes on at the next line.
 */

/** What the parser hands over: a record, or the error in place of one. */
type Parsed = { readonly info: Info } & (
  | { readonly record: readonly string[] }
  | { readonly record?: undefined; readonly error: CsvError | undefined }
);

/** Where to read on. */
interface Place {
  readonly byte: number;
  /** Lines before it. */
  readonly line: number;
}

/** No row of a parts list is longer; what is, is a quote that was not closed. In bytes. */
const maxRowBytes = 1_048_576;
/** Parsed rows that wait: enough to go on parsing while a batch is written. */
const readAhead = 4_000;

const delimiters = [',', ';', '\t'];

const head = async (file: string, start: number, bytes: number): Promise<Buffer> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const delimiterOf = (firstLine: string): string => {
  const unquoted = firstLine.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
};

const parserAt = (file: string, place: Place, delimiter: string): Parser => {
  // The parser passes stream options on; its types do not say so.
  const options: Options & TransformOptions = {
    delimiter,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRowBytes,
    skip_records_with_error: true,
    // In the order of the rows, unlike an event would be.
    on_skip: (error) => {
      parser.push({ error, info: { ...parser.info } });
      return undefined;
    },
    readableHighWaterMark: readAhead,
  };
  const parser = parse(options);
  const source = createReadStream(file, { start: place.byte });
  source.on('error', (error) => parser.destroy(error));
  parser.on('close', () => source.destroy());
  return source.pipe(parser);
};

const newlines = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0);

/**
 * Yields the header as the first row; blank lines are left out. Throws when the file cannot be
 * read.
 */
export async function* csvRows(file: string): AsyncGenerator<SourceRow<readonly string[]>> {
  const start = await head(file, 0, 65_536);
  const hasMark = start.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  const delimiter = delimiterOf(start.toString('utf8').split(/\r?\n/, 1)[0] ?? '');
  let place: Place | undefined = { byte: hasMark ? 3 : 0, line: 0 };
  while (place !== undefined) place = yield* rowsFrom(file, place, delimiter);
}

/** Rows up to the end, or up to a malformed one; then returns where to read on. */
async function* rowsFrom(
  file: string,
  from: Place,
  delimiter: string,
): AsyncGenerator<SourceRow<readonly string[]>, Place | undefined> {
  let end = from;
  for await (const parsed of parserAt(file, from, delimiter) as AsyncIterable<Parsed>) {
    if (parsed.record === undefined) {
      const line = await lineAt(file, end.byte);
      const reason = `is not CSV: a quote is opened and not closed (${parsed.error?.code ?? 'unreadable'})`;
      yield { kind: 'malformed', line: end.line + 1, raw: line.text, reason };
      return { byte: end.byte + line.bytes, line: end.line + 1 };
    }
    const { record, info } = parsed;
    end = { byte: from.byte + info.bytes_records, line: from.line + info.lines };
    if (record.length === 1 && record[0]?.trim() === '') continue;
    yield { kind: 'row', line: end.line - newlines(record), content: record };
  }
  return undefined;
}

const lineAt = async (file: string, byte: number): Promise<{ text: string; bytes: number }> => {
  const bytes = await head(file, byte, maxRowBytes);
  const newline = bytes.indexOf('\n');
  const line = newline === -1 ? bytes : bytes.subarray(0, newline + 1);
  return { text: line.toString('utf8').trimEnd(), bytes: line.length };
};
