import { type CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { type RowPlace, type SkippedRow, sampleOf } from '../../../../domain/ingestion/row-tally.ts';
import type { Format } from './settings.ts';

/** A page as rows, before anything is read in them. */
export type ReadPage =
  | {
      readonly kind: 'rows';
      readonly rows: readonly unknown[];
      /** Which row of the page each of them is, from 1. */
      readonly numbers: readonly number[];
      readonly skipped: readonly SkippedRow[];
      /** The document around the rows; undefined for CSV, which has none. */
      readonly document: unknown;
    }
  | { readonly kind: 'malformed'; readonly reason: string; readonly place?: RowPlace };

const object = z.record(z.string(), z.unknown());

/**
 * The value at a path of names and positions joined by points; undefined where the path ends early.
 */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at[Number(name)];
    const holder = object.safeParse(at).data;
    return holder !== undefined && Object.hasOwn(holder, name) ? holder[name] : undefined;
  }, value);

/**
 * The rows of a page; `needed` are the columns of a CSV page that the settings name. A page without
 * one of them is not the feed: it may be a page of apology, or the shop has changed its list, and
 * what the column says is not unknown but unread.
 */
export const readPage = (body: string, format: Format, needed: readonly string[]): ReadPage =>
  format.kind === 'json' ? readJsonPage(body, format.rows) : readCsvPage(body, format, needed);

const readJsonPage = (body: string, path: string | undefined): ReadPage => {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return { kind: 'malformed', reason: 'no JSON', place: { sample: sampleOf(body) } };
  }
  const rows = path === undefined ? document : valueAt(document, path);
  return Array.isArray(rows)
    ? { kind: 'rows', rows, numbers: rows.map((_, at) => at + 1), skipped: [], document }
    : { kind: 'malformed', reason: 'no list of rows in the answer', place: { sample: sampleOf(body) } };
};

const record = z.array(z.string());

/** What is wrong with a text that is not CSV, in words; anything else is `no CSV`. */
const csvFaults: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted field has no end',
  CSV_INVALID_CLOSING_QUOTE: 'something follows the end of a quoted field',
  INVALID_OPENING_QUOTE: 'a quotation mark within a field that is not quoted',
};

const optionsOf = (delimiter: string) => ({
  delimiter,
  bom: true,
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
});

/** The records before a fault, and how many bytes of the text they take. */
const before = z.array(z.object({ record, info: z.object({ bytes: z.int() }) }));

/**
 * The place of a fault of the CSV parser, which counts the records before the one with the fault,
 * the heading too.
 */
const placeOf = ({ records, column }: CsvError, body: string, delimiter: string): RowPlace => {
  if (typeof records !== 'number' || records < 1) return { sample: sampleOf(body) };
  const good = before.parse(parse(body, { ...optionsOf(delimiter), info: true, to: records }));
  const bytes = good.at(-1)?.info.bytes ?? 0;
  const name = typeof column === 'number' ? good[0]?.record[column] : undefined;
  return {
    row: records,
    ...(name === undefined ? {} : { column: sampleOf(name) }),
    sample: sampleOf(
      Buffer.from(body)
        .subarray(bytes, bytes + 1_000)
        .toString(),
    ),
  };
};

const readCsvPage = (
  body: string,
  { delimiter, endsWithLineBreak }: Extract<Format, { kind: 'csv' }>,
  needed: readonly string[],
): ReadPage => {
  let lines: readonly (readonly string[])[];
  try {
    lines = z.array(record).parse(parse(body, optionsOf(delimiter)));
  } catch (error) {
    const fault = error as CsvError;
    return { kind: 'malformed', reason: csvFaults[fault.code] ?? 'no CSV', place: placeOf(fault, body, delimiter) };
  }
  const [names, ...records] = lines;
  const missing = needed.find((column) => names?.includes(column) !== true);
  if (names === undefined || missing !== undefined) {
    const place = {
      ...(missing === undefined ? {} : { column: missing }),
      sample: sampleOf(names?.join(delimiter) ?? ''),
    };
    return { kind: 'malformed', reason: `the column ${JSON.stringify(missing ?? '')} is missing`, place };
  }
  const isCut = endsWithLineBreak && records.length > 0 && !/[\r\n]$/.test(body);
  const whole = (isCut ? records.slice(0, -1) : records).map((cells, at) => ({ cells, row: at + 1 }));
  const rows = whole.filter(({ cells }) => cells.length === names.length);
  const left = (reason: string, cells: readonly string[], row: number): SkippedRow => ({
    sku: undefined,
    reason,
    row,
    sample: sampleOf(cells.join(delimiter)),
  });
  const odd = whole
    .filter(({ cells }) => cells.length !== names.length)
    .map(({ cells, row }) => left('not as many columns as the first line', cells, row));
  const last = isCut ? [left('the last line has no end and may be cut off', records.at(-1) ?? [], records.length)] : [];
  return {
    kind: 'rows',
    rows: rows.map(({ cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
    numbers: rows.map(({ row }) => row),
    skipped: [...odd, ...last],
    document: undefined,
  };
};
