import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { invalidArgument, invalidArguments } from '../../domain/errors.ts';
import { ownProperty } from '../../domain/own-property.ts';
import { namesOf, type Role, roleOf } from './columns.ts';
import { csvRows } from './csv-rows.ts';
import type { NamedRow, SourceRow } from './source-row.ts';

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
