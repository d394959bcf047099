/**
 * `npm run train:bom -- DIR... [--out FILE]`: fits the weights by which a column's meaning is told,
 * on the development part of the labelled folders, and writes them where the reader looks for them.
 * Prints how columns of projects that were left out of fitting come out (five folds by project),
 * and, for each kind of evidence alone, how those of the part held back do.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument } from '../../actors/estimate/reading/read-document.ts';
import {
  type Column,
  type ColumnWeights,
  columnFigures,
  columnsOf,
  type FeatureGroup,
  featureGroups,
} from '../../domain/estimate/parse/column-features.ts';
import { assignRoles, maxColumns } from '../../domain/estimate/parse/column-roles.ts';
import { cellText } from '../../domain/estimate/parse/document.ts';
import { type Role, roles } from '../../domain/estimate/parse/roles.ts';
import { bomIndex, type ExpectedFile } from './compare.ts';
import { fitLogistics } from './fit-logistic.ts';
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

/** Roles that labels leave out where a file has them; there the heading tells, where it is sure. */
const unlabelled: ReadonlySet<Role> = new Set([
  'line_price',
  'do_not_place',
  'place',
  'unit',
  'notes',
  'internal_number',
  'line_number',
  'link',
  'supplier',
  'supplier_sku',
  'package',
  'value',
  'price',
]);

interface Table {
  readonly project: string;
  readonly columns: readonly Column[];
  readonly meant: readonly (Role | undefined)[];
}

const byHeading = (column: Column): Role | undefined =>
  roles.find((role) => unlabelled.has(role) && (column.scores[role] ?? 0) >= 0.9);

const meantRoles = (columns: readonly Column[], label: ExpectedFile): readonly (Role | undefined)[] => {
  const stated = new Map<number, Role>();
  for (const [field, heading] of Object.entries({ ...label.other_columns, ...label.columns })) {
    const role = labelled[field];
    const at =
      label.column_index[field] ?? (heading === null ? -1 : columns.findIndex((each) => each.heading === heading));
    if (role !== undefined && at >= 0 && at < columns.length) stated.set(at, role);
  }
  return columns.map((column, at) => stated.get(at) ?? byHeading(column));
};

const tableOf = (bytes: Uint8Array, label: ExpectedFile): Table | undefined => {
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
  return { project: label.repo ?? label.file, columns, meant: meantRoles(columns, label) };
};

const tablesOf = async (folders: readonly string[], part: Part): Promise<readonly Table[]> => {
  const found: Table[] = [];
  for (const folder of folders) {
    const { files } = bomIndex.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
    for (const label of files.filter(({ repo, file }) => isInPart(repo ?? file, part))) {
      const table = tableOf(await readFile(join(folder, label.file)), label);
      if (table !== undefined) found.push(table);
    }
  }
  return found;
};

/** A column as it is, with a heading that nobody knows, and without heading. */
const variants = (column: Column): readonly Column[] => {
  const silent = { scores: {}, before: {}, behind: {}, elsewhere: {} };
  return [column, { ...column, ...silent, heading: 'x' }, { ...column, ...silent, heading: '', hasHeader: false }];
};

/** Keeps weights near zero where little speaks for them. */
const ridge = 0.15;

const figuresOf = (column: Column, groups: ReadonlySet<FeatureGroup>): readonly number[] =>
  columnFigures(column).map((figure, at) => (groups.has(featureGroups[at] ?? 'base') ? figure : 0));

const fitWeights = (tables: readonly Table[], groups: ReadonlySet<FeatureGroup>): ColumnWeights => {
  const columns = tables.flatMap((table) =>
    table.columns.flatMap((column, at) => variants(column).map((variant) => ({ variant, role: table.meant[at] }))),
  );
  const figures = columns.map(({ variant }) => figuresOf(variant, groups));
  const answers = roles.map((role) => columns.map((column) => Number(column.role === role)));
  const fitted = fitLogistics(figures, answers, ridge);
  return Object.fromEntries(
    roles.map((role, at) => [role, (fitted[at] ?? []).map((weight) => Number(weight.toFixed(3)))]),
  );
};

/** What is counted: columns that lines are bought by. */
const counted: readonly Role[] = ['part_number', 'manufacturer', 'quantity', 'reference', 'supplier_sku'];

interface Score {
  right: number;
  all: number;
  tables: number;
  whole: number;
}

const score = (
  tables: readonly Table[],
  weights: ColumnWeights,
  into: Score,
  change: (column: Column) => Column,
): void => {
  for (const { columns, meant } of tables) {
    const got = assignRoles(columns.map(change), weights);
    const wrong = counted.filter((role) => {
      const first = columns.findIndex((_, at) => meant[at] === role);
      const found = columns.findIndex((_, at) => got[at] === role);
      into.all += first < 0 && found < 0 ? 0 : 1;
      into.right += first >= 0 && first === found ? 1 : 0;
      return first !== found;
    });
    into.tables += 1;
    into.whole += wrong.length === 0 ? 1 : 0;
  }
};

const shown = ({ right, all, tables, whole }: Score): string =>
  `${right} of ${all} columns (${((100 * right) / all).toFixed(1)} %), ${whole} of ${tables} tables whole`;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const committed = join(import.meta.dirname, '../../domain/estimate/parse/column-weights.ts');
const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: committed }, folds: { type: 'string', default: '5' } },
});
if (folders.length === 0) throw new Error('usage: npm run train:bom -- DIR... [--out FILE] [--folds N]');

const all: ReadonlySet<FeatureGroup> = new Set(['base', 'words', 'cells', 'arithmetic']);
const ablations: Readonly<Record<string, ReadonlySet<FeatureGroup>>> = {
  'words alone': new Set(['base', 'words']),
  'cells alone': new Set(['base', 'cells']),
  'words and cells': new Set(['base', 'words', 'cells']),
  'with arithmetic': all,
};
const same = (column: Column): Column => column;
const unheaded = (column: Column): Column => variants(column)[1] ?? column;
const begin = (): Score => ({ right: 0, all: 0, tables: 0, whole: 0 });

const development = await tablesOf(folders, 'development');
const projects = [...new Set(development.map(({ project }) => project))].sort();
const folds = Number(values.folds);
const [crossed, crossedUnheaded] = [begin(), begin()];
for (let fold = 0; fold < folds; fold += 1) {
  const isLeftOut = ({ project }: Table): boolean => projects.indexOf(project) % folds === fold;
  const weights = fitWeights(
    development.filter((table) => !isLeftOut(table)),
    all,
  );
  score(development.filter(isLeftOut), weights, crossed, same);
  score(development.filter(isLeftOut), weights, crossedUnheaded, unheaded);
}
if (folds > 0) print(`projects left out: ${shown(crossed)}; headings unknown: ${shown(crossedUnheaded)}`);
if (values.out === committed) {
  const weights = fitWeights(development, all);
  const lines = roles.map((role) => `  ${role}: [${(weights[role] ?? []).join(', ')}],`).join('\n');
  const text = `import type { ColumnWeights } from './column-features.ts';\n\n/** Fitted by \`npm run train:bom\`; in the order of \`featureNames\`. */\nexport const columnWeights: ColumnWeights = {\n${lines}\n};\n`;
  await writeFile(values.out, text);
} else {
  const heldBack = await tablesOf(folders, 'held-back');
  for (const [name, groups] of Object.entries(ablations)) {
    const weights = fitWeights(development, groups);
    const [as, without] = [begin(), begin()];
    score(heldBack, weights, as, same);
    score(heldBack, weights, without, unheaded);
    print(`held back, ${name}: ${shown(as)}; headings unknown: ${shown(without)}`);
  }
}
