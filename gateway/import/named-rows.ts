import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import type { TransformOptions } from 'node:stream';
import { type CsvError, type Info, type Options, type Parser, parse } from 'csv-parse';
import { invalidArgument, invalidArguments } from '../../domain/errors.ts';
import { ownProperty } from '../../domain/own-property.ts';
import { namesOf, type Role, roleOf } from './columns.ts';
import type { NamedRow, SourceRow } from './source-row.ts';

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
async function* csvRows(file: string): AsyncGenerator<SourceRow<readonly string[]>> {
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

/** The members of a JSON object, as texts. */
type Members = readonly (readonly [name: string, value: string])[];

/** Characteristics may stand in an object of their own; all else that is nested is kept as JSON. */
const membersOf = (object: object): Members =>
  Object.entries(object).flatMap(([name, value]: [string, unknown]): Members => {
    if (value === null || value === undefined) return [];
    if (typeof value !== 'object') return [[name, String(value)]];
    return name === 'characteristics' && !Array.isArray(value) ? membersOf(value) : [[name, JSON.stringify(value)]];
  });

const parseLine = (text: string): Members | string => {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? membersOf(value) : 'is not a JSON object';
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/**
 * Rows of a file with one JSON object a line; blank lines are left out. Throws when the file cannot
 * be read.
 */
async function* ndjsonRows(file: string): AsyncGenerator<SourceRow<Members>> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '') continue;
    const parsed = parseLine(text);
    yield typeof parsed === 'string'
      ? { kind: 'malformed', line, raw: text, reason: parsed }
      : { kind: 'row', line, content: parsed };
  }
}

/** How a file is written. */
export type FileFormat = 'csv' | 'ndjson';

/** What a file lists. */
export type FileKind = 'products' | 'aliases';

const formats: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** The format by the name of the file. Throws `invalid_argument` for a name that says none. */
export const formatOf = (file: string): FileFormat => {
  const format = ownProperty(formats, extname(file).toLowerCase());
  if (format === undefined) {
    throw invalidArgument({ field: 'file', description: `must end in ${Object.keys(formats).join(', ')}` });
  }
  return format;
};

/** The roles without which no row of a file can be taken. */
const neededRoles: Readonly<Record<FileKind, readonly Role[]>> = {
  products: ['manufacturer', 'mpn'],
  aliases: ['alias', 'manufacturer'],
};

const rolesIn = (names: readonly string[]): ReadonlySet<Role | undefined> => new Set(names.map(roleOf));

/** What a file lists, by the names of its columns. */
const kindByNames = (names: readonly string[]): FileKind => {
  const roles = rolesIn(names);
  return roles.has('alias') && !roles.has('mpn') ? 'aliases' : 'products';
};

const checkHeader = (names: readonly string[], kind: FileKind): void => {
  const roles = rolesIn(names);
  const missing = neededRoles[kind].filter((role) => !roles.has(role));
  if (missing.length === 0) return;
  throw invalidArguments(
    missing.map((role) => ({
      field: role,
      description: `the header has no such column; known names: ${namesOf(role)}`,
    })),
  );
};

async function* namedCsvRows(file: string, kind: FileKind | undefined): AsyncGenerator<SourceRow<NamedRow>> {
  let header: readonly string[] | undefined;
  for await (const row of csvRows(file)) {
    if (row.kind === 'malformed') yield row;
    else if (header === undefined) {
      header = row.content.map((name, at) => name.trim() || `column_${at + 1}`);
      checkHeader(header, kind ?? kindByNames(header));
    } else yield nameCells(row.content, row.line, header);
  }
}

const nameCells = (record: readonly string[], line: number, header: readonly string[]): SourceRow<NamedRow> => {
  if (record.length !== header.length) {
    const reason = `has ${record.length} columns where the header has ${header.length}`;
    return { kind: 'malformed', line, raw: record.join(','), reason };
  }
  const cells = header.map((name, at) => [name, record[at] ?? ''] as const);
  return { kind: 'row', line, content: { line, cells } };
};

async function* namedJsonRows(file: string): AsyncGenerator<SourceRow<NamedRow>> {
  for await (const row of ndjsonRows(file)) {
    yield row.kind === 'malformed' ? row : { ...row, content: { line: row.line, cells: row.content } };
  }
}

/**
 * The rows of a file under the names of their columns, the header and blank lines left out. Throws
 * `invalid_argument` that names the columns when a header lacks those without which no row of the
 * kind can be taken; the kind is found out when it is left out.
 */
export const namedRows = (file: string, kind?: FileKind): AsyncGenerator<SourceRow<NamedRow>> =>
  formatOf(file) === 'csv' ? namedCsvRows(file, kind) : namedJsonRows(file);

/** What the file lists, by its first row. */
export const kindOf = async (file: string): Promise<FileKind> => {
  for await (const row of namedRows(file)) {
    if (row.kind === 'row') return kindByNames(row.content.cells.map(([name]) => name));
  }
  return 'products';
};
