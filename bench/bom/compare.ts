import { z } from 'zod';
import type { ParsedBom } from '../../domain/estimate/parse/parsed-bom.ts';
import type { Role, TableMap } from '../../domain/estimate/parse/roles.ts';
import { zero } from '../../domain/money.ts';

/** A line as a person reads it; null is not compared. */
const checkedLine = z.object({
  row: z.number(),
  mpn: z.string().nullable().default(null),
  manufacturer: z.string().nullable().default(null),
  quantity: z.number().nullable().default(null),
  references: z.array(z.string()).nullable().default(null),
});

/**
 * One file of the folder's `index.json`, as far as it is compared. Rows count from 1, columns from
 * 0; null says that there is none.
 */
const expectedFile = z.object({
  file: z.string(),
  /** The project that the file is from; files without one are projects by themselves. */
  repo: z.string().optional(),
  sheet: z.string().nullable().default(null),
  header_row: z.number().nullable(),
  line_count: z.number(),
  first_line_row: z.number().nullish(),
  last_line_row: z.number().nullish(),
  columns: z.record(z.string(), z.string().nullable()),
  column_index: z.record(z.string(), z.number().nullable()).default({}),
  quantity_sum: z.number().nullable(),
  approximate: z.boolean().default(false),
  other_columns: z.record(z.string(), z.string().nullable()).nullable().default({}),
  lines_checked: z.array(checkedLine).default([]),
});

/** The labels of a folder of bills of materials. */
export const bomIndex = z.object({ files: z.array(expectedFile) });

/** What a file is known to hold. */
export type ExpectedFile = z.infer<typeof expectedFile>;

/** A field that was read otherwise than labelled. */
export interface Miss {
  readonly file: string;
  readonly field: string;
  readonly expected: string | number | null;
  readonly got: string | number | null;
}

const compared: Readonly<Record<string, Role>> = {
  mpn: 'part_number',
  manufacturer: 'manufacturer',
  quantity: 'quantity',
};

/** Columns that are compared only where a label names one. */
const comparedWhereLabelled: Readonly<Record<string, Role>> = { reference: 'reference', supplier_sku: 'supplier_sku' };

const roleOf = (field: string): Role => compared[field] ?? comparedWhereLabelled[field] ?? 'part_number';

const columnOf = (bom: ParsedBom, role: Role): number | null => {
  const found = Object.entries(bom.detected.map?.columns ?? {}).find(([, each]) => each === role);
  return found === undefined ? null : Number(found[0]);
};

/** The column that serves as both, where maker and number share a cell. */
const gotColumn = (bom: ParsedBom, field: string, expected: ExpectedFile): number | null => {
  const shared =
    field === 'manufacturer' && expected.columns.mpn != null && expected.columns.mpn === expected.columns.manufacturer;
  return columnOf(bom, shared ? 'part_number' : roleOf(field));
};

/**
 * A label's column: by its number, else by its heading; undefined where the label is no column
 * (free text).
 */
const expectedColumn = (bom: ParsedBom, field: string, expected: ExpectedFile): number | null | undefined => {
  const index = expected.column_index[field];
  if (index != null) return index;
  const heading = expected.columns[field] ?? expected.other_columns?.[field];
  if (heading == null) return null;
  if (expected.header_row === null) return undefined;
  const found = Object.entries(bom.detected.headings).find(([, text]) => text === heading);
  return found === undefined ? -1 : Number(found[0]);
};

/**
 * The map that a person would send to have a file read as its label says; a list without columns is
 * one column of descriptions.
 */
export const mapOfLabel = (bom: ParsedBom, expected: ExpectedFile): TableMap => {
  const columns: Record<number, Role> = {};
  for (const field of Object.keys({ ...compared, ...comparedWhereLabelled, description: '' })) {
    const at = expectedColumn(bom, field, expected);
    if (at != null && at >= 0) columns[at] = field === 'description' ? 'description' : roleOf(field);
  }
  const described = Object.keys(columns).length === 0 ? { 0: 'description' as const } : columns;
  return {
    sheet: expected.sheet ?? '',
    ...(expected.header_row !== null && { headerRow: expected.header_row }),
    firstRow: expected.first_line_row ?? (expected.header_row ?? 0) + 1,
    ...(expected.last_line_row != null && { lastRow: expected.last_line_row }),
    lineRows: expected.lines_checked.map(({ row }) => row),
    columns: described,
  };
};

/** The sum of all known quantities that are stated in the file's own column. */
const quantitySum = (bom: ParsedBom): number =>
  bom.lines.reduce((sum, line) => sum.plus(line.quantity ?? zero), zero).toNumber();

/** Compares what was understood of a file as a whole with its label. */
export const compareBom = (bom: ParsedBom, expected: ExpectedFile): readonly Miss[] => {
  const fields: [string, string | number | null | undefined, string | number | null][] = [
    ['header_row', expected.header_row, bom.detected.map?.headerRow ?? null],
    ['line_count', expected.line_count, bom.lines.length],
  ];
  if (expected.sheet !== null) fields.push(['sheet', expected.sheet, bom.detected.map?.sheet ?? null]);
  for (const field of Object.keys(compared))
    fields.push([field, expectedColumn(bom, field, expected), gotColumn(bom, field, expected)]);
  for (const field of Object.keys(comparedWhereLabelled)) {
    const wanted = expectedColumn(bom, field, expected);
    if (wanted !== null) fields.push([field, wanted, gotColumn(bom, field, expected)]);
  }
  if (expected.quantity_sum !== null) fields.push(['quantity_sum', expected.quantity_sum, quantitySum(bom)]);
  return fields
    .filter(([, wanted, got]) => wanted !== undefined && wanted !== got)
    .map(([field, wanted, got]) => ({ file: expected.file, field, expected: wanted ?? null, got }));
};
