import { cellKinds } from './cell-kinds.ts';
import { type ColumnEvidence, columnEvidence } from './column-evidence.ts';
import { type Cell, cellText } from './document.ts';
import { type HeadingScores, headingScores, isIrrelevant } from './heading.ts';
import { type Role, roles } from './roles.ts';
import { type ColumnArithmetic, tableArithmetic } from './table-arithmetic.ts';

/** Everything about one column that speaks for or against a meaning. */
export interface Column {
  readonly heading: string;
  readonly scores: HeadingScores;
  readonly evidence: ColumnEvidence;
  readonly arithmetic: ColumnArithmetic;
  /** What the headings of other columns say best. */
  readonly elsewhere: HeadingScores;
  /** What the headings at either side say. */
  readonly before: HeadingScores;
  readonly behind: HeadingScores;
  /** Its place, from 0 for the first to 1 for the last. */
  readonly place: number;
  readonly hasHeader: boolean;
}

const noArithmetic: ColumnArithmetic = { countsDesignators: 0, isProduct: 0, isWholeFactor: 0, isPriceFactor: 0 };

const bestOf = (all: readonly HeadingScores[]): HeadingScores =>
  Object.fromEntries(roles.map((role) => [role, Math.max(0, ...all.map((scores) => scores[role] ?? 0))]));

/** Looks at all columns of a table. `header` is undefined for one without heading. */
export const columnsOf = (
  header: readonly Cell[] | undefined,
  body: readonly (readonly Cell[])[],
  width: number,
): readonly Column[] => {
  const headings = Array.from({ length: width }, (_, at) => cellText(header?.[at]));
  const scores = headings.map(headingScores);
  const arithmetic = tableArithmetic(body, width);
  return headings.map((heading, at) => ({
    heading,
    scores: scores[at] ?? {},
    elsewhere: bestOf(scores.filter((_, other) => other !== at)),
    evidence: columnEvidence(body, at),
    arithmetic: arithmetic.get(at) ?? noArithmetic,
    before: scores[at - 1] ?? {},
    behind: scores[at + 1] ?? {},
    place: at / Math.max(1, width - 1),
    hasHeader: header !== undefined,
  }));
};

/** Weights of the figures of a column, by role; a role without weights is never told. */
export type ColumnWeights = Readonly<Partial<Record<Role, readonly number[]>>>;

/** Kinds of evidence, so that a measurement can leave some of them out. */
export type FeatureGroup = 'base' | 'words' | 'cells' | 'arithmetic';

/** One figure of a column, with the name that explains it. */
interface Feature {
  readonly name: string;
  readonly group: FeatureGroup;
  readonly of: (column: Column) => number;
}

const share = (part: number, of: number): number => part / Math.max(1, of);

/** Whether the heading says nothing that is known. */
const isSilent = ({ scores }: Column): boolean => Object.keys(scores).length === 0;

/** Cells that count up by chance are fewer than this. */
const longCount = 8;

const cellFeatures: readonly Feature[] = [
  ...cellKinds.map(
    (kind): Feature => ({ name: `cells: ${kind}`, group: 'cells', of: ({ evidence }) => evidence.share[kind] }),
  ),
  { name: 'filled', group: 'cells', of: ({ evidence: { filled, rows } }) => share(filled, rows) },
  { name: 'no cells', group: 'cells', of: ({ evidence }) => Number(evidence.filled === 0) },
  { name: 'distinct', group: 'cells', of: ({ evidence }) => evidence.distinct },
  {
    name: 'counts up',
    group: 'cells',
    of: ({ evidence }) => (evidence.counts ? Math.min(1, evidence.filled / longCount) : 0),
  },
  { name: 'designators continue', group: 'cells', of: ({ evidence }) => evidence.continues },
  { name: 'length', group: 'cells', of: ({ evidence }) => Math.min(1, evidence.length / 40) },
  { name: 'place', group: 'cells', of: ({ place }) => place },
  { name: 'first', group: 'cells', of: ({ place }) => Number(place === 0) },
];

const features: readonly Feature[] = [
  { name: 'always', group: 'base', of: () => 1 },
  ...roles.map(
    (role): Feature => ({ name: `heading: ${role}`, group: 'words', of: ({ scores }) => scores[role] ?? 0 }),
  ),
  { name: 'no heading row', group: 'words', of: ({ hasHeader }) => Number(!hasHeader) },
  { name: 'blank heading', group: 'words', of: ({ hasHeader, heading }) => Number(hasHeader && heading === '') },
  {
    name: 'unknown heading',
    group: 'words',
    of: (column) => Number(column.heading !== '' && isSilent(column)),
  },
  { name: 'irrelevant heading', group: 'words', of: ({ heading }) => Number(isIrrelevant(heading)) },
  { name: 'second of its kind', group: 'words', of: ({ heading }) => Number(/(?:^|\D)[2-9]$/u.test(heading)) },
  { name: 'maker before', group: 'words', of: ({ before }) => before.manufacturer ?? 0 },
  { name: 'supplier before', group: 'words', of: ({ before }) => before.supplier ?? 0 },
  { name: 'number before', group: 'words', of: ({ before }) => before.part_number ?? 0 },
  { name: 'number behind', group: 'words', of: ({ behind }) => behind.part_number ?? 0 },
  { name: 'order number behind', group: 'words', of: ({ behind }) => behind.supplier_sku ?? 0 },
  ...roles.map(
    (role): Feature => ({
      name: `other heading: ${role}`,
      group: 'words',
      of: ({ elsewhere }) => elsewhere[role] ?? 0,
    }),
  ),
  ...cellFeatures,
  // Cells say more where the heading says nothing.
  ...cellFeatures.map(
    ({ name, of }): Feature => ({
      name: `${name}, no words`,
      group: 'cells',
      of: (column) => (isSilent(column) ? of(column) : 0),
    }),
  ),
  { name: 'counts designators', group: 'arithmetic', of: ({ arithmetic }) => arithmetic.countsDesignators },
  { name: 'is a product', group: 'arithmetic', of: ({ arithmetic }) => arithmetic.isProduct },
  { name: 'whole factor', group: 'arithmetic', of: ({ arithmetic }) => arithmetic.isWholeFactor },
  { name: 'price factor', group: 'arithmetic', of: ({ arithmetic }) => arithmetic.isPriceFactor },
];

/** The names of the figures of a column, in their order. */
export const featureNames: readonly string[] = features.map(({ name }) => name);

/** The groups of the figures of a column, in their order. */
export const featureGroups: readonly FeatureGroup[] = features.map(({ group }) => group);

/** The figures of a column. */
export const columnFigures = (column: Column): readonly number[] => features.map(({ of }) => of(column));
