/**
 * `npm run train:bom -- DIR... [--out FILE]`: fits the weights by which a column's meaning is told,
 * on all of the labelled folders that has been looked at, and writes them where the reader looks
 * for them. Prints how columns of projects that were left out of fitting come out (five folds by
 * project). With another FILE nothing is written; then it prints for each kind of evidence alone
 * how weights of the development part do on the part held back.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Column,
  type ColumnWeights,
  columnFigures,
  type FeatureGroup,
  featureGroups,
} from '../../domain/estimate/parse/column-features.ts';
import { assignRoles } from '../../domain/estimate/parse/column-roles.ts';
import { type Role, roles } from '../../domain/estimate/parse/roles.ts';
import { fitLogistics } from './fit-logistic.ts';
import { type LabelledTable, tablesOf, unheaded, variantsOf } from './training-tables.ts';

/** Keeps weights near zero where little speaks for them. */
const ridge = 0.15;

const figuresOf = (column: Column, groups: ReadonlySet<FeatureGroup>): readonly number[] =>
  columnFigures(column).map((figure, at) => (groups.has(featureGroups[at] ?? 'base') ? figure : 0));

/** Numbers from 0 to 1, the same in every run. */
const chances = (): (() => number) => {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const fitWeights = (tables: readonly LabelledTable[], groups: ReadonlySet<FeatureGroup>): ColumnWeights => {
  const chance = chances();
  const columns = tables
    .flatMap((table) => variantsOf(table, chance))
    .flatMap((variant) => variant.columns.map((column, at) => ({ column, role: variant.meant[at] })));
  const figures = columns.map(({ column }) => figuresOf(column, groups));
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
  tables: readonly LabelledTable[],
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
const begin = (): Score => ({ right: 0, all: 0, tables: 0, whole: 0 });

const known = await tablesOf(folders, 'development', 'opened');
const projects = [...new Set(known.map(({ project }) => project))].sort();
const folds = Number(values.folds);
const [crossed, crossedUnheaded] = [begin(), begin()];
for (let fold = 0; fold < folds; fold += 1) {
  const isLeftOut = ({ project }: LabelledTable): boolean => projects.indexOf(project) % folds === fold;
  const weights = fitWeights(
    known.filter((table) => !isLeftOut(table)),
    all,
  );
  score(known.filter(isLeftOut), weights, crossed, same);
  score(known.filter(isLeftOut), weights, crossedUnheaded, unheaded);
}
if (folds > 0) print(`projects left out: ${shown(crossed)}; headings unknown: ${shown(crossedUnheaded)}`);
if (values.out === committed) {
  const weights = fitWeights(known, all);
  const lines = roles.map((role) => `  ${role}: [${(weights[role] ?? []).join(', ')}],`).join('\n');
  const text = `import type { ColumnWeights } from './column-features.ts';\n\n/** Fitted by \`npm run train:bom\`; in the order of \`featureNames\`. */\nexport const columnWeights: ColumnWeights = {\n${lines}\n};\n`;
  await writeFile(values.out, text);
} else {
  const development = await tablesOf(folders, 'development');
  const heldBack = await tablesOf(folders, 'held-back');
  for (const [name, groups] of Object.entries(ablations)) {
    const weights = fitWeights(development, groups);
    const [as, without] = [begin(), begin()];
    score(heldBack, weights, as, same);
    score(heldBack, weights, without, unheaded);
    print(`held back, ${name}: ${shown(as)}; headings unknown: ${shown(without)}`);
  }
}
