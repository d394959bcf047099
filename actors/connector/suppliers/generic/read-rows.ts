import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { SkippedRow } from '../supplier-client.ts';
import type { Format } from './settings.ts';

/** A page as rows, before anything is read in them. */
export type ReadPage =
  | {
      readonly kind: 'rows';
      readonly rows: readonly unknown[];
      readonly skipped: readonly SkippedRow[];
      /** The document around the rows; undefined for CSV, which has none. */
      readonly document: unknown;
    }
  | { readonly kind: 'malformed'; readonly reason: string };

const object = z.record(z.string(), z.unknown());

/** The value at a path of names and positions joined by points; undefined where the path ends early. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at[Number(name)];
    const holder = object.safeParse(at).data;
    return holder !== undefined && Object.hasOwn(holder, name) ? holder[name] : undefined;
  }, value);

/** The rows of a page; `needed` is a column without which a CSV page is not the feed, such as a page of apology. */
export const readPage = (body: string, format: Format, needed: string | undefined): ReadPage =>
  format.kind === 'json' ? readJsonPage(body, format.rows) : readCsvPage(body, format, needed);

const readJsonPage = (body: string, path: string | undefined): ReadPage => {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return { kind: 'malformed', reason: 'no JSON' };
  }
  const rows = path === undefined ? document : valueAt(document, path);
  return Array.isArray(rows)
    ? { kind: 'rows', rows, skipped: [], document }
    : { kind: 'malformed', reason: 'no list of rows in the answer' };
};

const record = z.array(z.string());

const readCsvPage = (
  body: string,
  { delimiter, endsWithLineBreak }: Extract<Format, { kind: 'csv' }>,
  needed: string | undefined,
): ReadPage => {
  let lines: readonly (readonly string[])[];
  try {
    lines = z
      .array(record)
      .parse(parse(body, { delimiter, bom: true, trim: true, relax_column_count: true, skip_empty_lines: true }));
  } catch {
    return { kind: 'malformed', reason: 'no CSV' };
  }
  const [names, ...records] = lines;
  if (names === undefined || (needed !== undefined && !names.includes(needed))) {
    return { kind: 'malformed', reason: 'the column with the SKU is missing' };
  }
  const isCut = endsWithLineBreak && records.length > 0 && !/[\r\n]$/.test(body);
  const whole = isCut ? records.slice(0, -1) : records;
  const rows = whole.filter(({ length }) => length === names.length);
  const oddRows = Array.from({ length: whole.length - rows.length }, () =>
    skipped('not as many columns as the first line'),
  );
  return {
    kind: 'rows',
    rows: rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
    skipped: isCut ? [...oddRows, skipped('the last line has no end and may be cut off')] : oddRows,
    document: undefined,
  };
};

const skipped = (reason: string): SkippedRow => ({ sku: undefined, reason });
