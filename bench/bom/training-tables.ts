/** Labelled tables that the weights of columns are fitted on, and what else they may look like. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument } from '../../actors/estimate/reading/read-document.ts';
import { type Column, columnsOf } from '../../domain/estimate/parse/column-features.ts';
import { maxColumns } from '../../domain/estimate/parse/column-roles.ts';
import { type Cell, cellText } from '../../domain/estimate/parse/document.ts';
import { type Role, roles } from '../../domain/estimate/parse/roles.ts';
import { bomIndex, type ExpectedFile } from './compare.ts';
import { isInPart, type Part } from './split.ts';

/** Roles by the names that labels give them. */
const labelled: Readonly<Record<string, Role>> = {
  mpn: 'part_number',
  mpn_2: 'part_number',
  mpn_3: 'part_number',
  manufacturer: 'manufacturer',
  quantity: 'quantity',
  reference: 'reference',
  description: 'description',
  value: 'value',
  package: 'package',
  supplier: 'supplier',
  supplier_sku: 'supplier_sku',
  price: 'price',
  unit: 'unit',
  notes: 'notes',
  internal_part: 'internal_number',
  line_number: 'line_number',
  link: 'link',
};

/**
 * Roles that every label states where a file has them; of the others the heading tells, where it is
 * sure.
 */
const alwaysLabelled: ReadonlySet<Role> = new Set([
  'part_number',
  'manufacturer',
  'quantity',
  'reference',
  'description',
]);

/** The columns of a table, with what each means. */
export interface LabelledColumns {
  readonly columns: readonly Column[];
  readonly meant: readonly (Role | undefined)[];
}

/** A labelled table of a project. */
export interface LabelledTable extends LabelledColumns {
  readonly project: string;
  readonly header: readonly Cell[] | undefined;
  readonly body: readonly (readonly Cell[])[];
}

const byHeading = (column: Column, label: ExpectedFile): Role | undefined =>
  roles.find(
    (role) =>
      (!alwaysLabelled.has(role) || (role === 'description' && label.columns.description === undefined)) &&
      (column.scores[role] ?? 0) >= 0.9,
  );

const meantRoles = (columns: readonly Column[], label: ExpectedFile): readonly (Role | undefined)[] => {
  const stated = new Map<number, Role>();
  const numbered = Object.fromEntries(Object.keys(label.column_index).map((field) => [field, null]));
  for (const [field, heading] of Object.entries({ ...numbered, ...label.other_columns, ...label.columns })) {
    const role = labelled[field];
    const at =
      label.column_index[field] ?? (heading === null ? -1 : columns.findIndex((each) => each.heading === heading));
    if (role !== undefined && at >= 0 && at < columns.length) stated.set(at, role);
  }
  return columns.map((column, at) => stated.get(at) ?? byHeading(column, label));
};

const tableOf = (bytes: Uint8Array, label: ExpectedFile): LabelledTable | undefined => {
  const result = readDocument(bytes);
  if (result.kind === 'failure') return undefined;
  const sheet = result.document.sheets.find(({ name }) => name === label.sheet) ?? result.document.sheets[0];
  const header = label.header_row === null ? undefined : sheet?.rows[label.header_row - 1];
  const body = (sheet?.rows ?? [])
    .slice(label.header_row ?? 0)
    .filter((row) => row.some((cell) => cellText(cell) !== ''));
  const width = Math.min(maxColumns, Math.max(0, header?.length ?? 0, ...body.map((row) => row.length)));
  if (width < 2 || body.length === 0) return undefined;
  const columns = columnsOf(header, body, width);
  return { project: label.repo ?? label.file, header, body, columns, meant: meantRoles(columns, label) };
};

/** The labelled tables of folders, of the parts that are named. */
export const tablesOf = async (
  folders: readonly string[],
  ...wanted: readonly Part[]
): Promise<readonly LabelledTable[]> => {
  const found: LabelledTable[] = [];
  for (const folder of folders) {
    const { files } = bomIndex.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
    for (const label of files.filter(({ repo, file }) => wanted.some((part) => isInPart(repo ?? file, part)))) {
      const table = tableOf(await readFile(join(folder, label.file)), label);
      if (table !== undefined) found.push(table);
    }
  }
  return found;
};

const silence = { scores: {}, before: {}, behind: {}, elsewhere: {} };

/** A column with a heading that nobody knows, whatever the others say. */
export const unheaded = (column: Column): Column => ({ ...column, ...silence, heading: 'x' });

const withHeadings = (
  { header, body, columns, meant }: LabelledTable,
  change: (text: string) => string,
): LabelledColumns => ({
  columns: columnsOf(
    header?.map((cell) => change(cellText(cell))),
    body,
    columns.length,
  ),
  meant,
});

/** A heading with a letter too few; most long ones, told by chance. */
const misspelt = (text: string, chance: () => number): string => {
  const at = 1 + Math.floor(chance() * (text.length - 2));
  return text.length < minMisspelt || chance() < 0.4 ? text : text.slice(0, at) + text.slice(at + 1);
};
const minMisspelt = 5;

/**
 * A table as it is, with headings that nobody knows, without a heading, with misspelt headings, and
 * with half of its headings unknown or left out. `chance` gives numbers from 0 to 1.
 */
export const variantsOf = (table: LabelledTable, chance: () => number): readonly LabelledColumns[] => {
  const { columns, meant } = table;
  const bare = (column: Column): Column => ({ ...column, ...silence, heading: '', hasHeader: false });
  return [
    table,
    { columns: columns.map(unheaded), meant },
    { columns: columns.map(bare), meant },
    withHeadings(table, (text) => misspelt(text, chance)),
    withHeadings(table, (text) => (chance() < 0.5 ? text : chance() < 0.5 ? '' : 'x')),
  ];
};
