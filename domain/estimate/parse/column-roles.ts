import { bestAssignment } from './assignment.ts';
import { type ColumnEvidence, columnEvidence, contentFit } from './column-evidence.ts';
import { type Cell, cellText } from './document.ts';
import { headingScores } from './heading.ts';
import { type Role, roles } from './roles.ts';

/** Columns looked at; the meaning of a table does not stand further right. */
export const maxColumns = 256;

/** What headings and cells need together before a column is given a role. */
const enough = 0.42;

/** How much of the decision is the cells'. */
const contentWeight = 0.45;

/**
 * Cells that fit this little contradict any heading: numbers 1, 2, 3 below `Position` are no
 * designators.
 */
const contradiction = -0.9;

/**
 * Roles that a column may take on its cells alone, where its heading says nothing or there is none,
 * and what that needs.
 */
const byContent: Readonly<Partial<Record<Role, number>>> = {
  part_number: 0.6,
  quantity: 0.6,
  reference: 0.7,
  value: 0.55,
  package: 0.6,
  supplier_sku: 0.7,
  description: 0.35,
  line_number: 0.6,
  link: 0.9,
};

/** A column with the heading above it; the heading is empty where the table has none. */
interface Column {
  readonly heading: string;
  readonly evidence: ColumnEvidence;
}

const silent = (heading: string, hasHeader: boolean): boolean => !hasHeader || heading === '';

const gainOf = (role: Role, { heading, evidence }: Column, hasHeader: boolean): number => {
  const content = contentFit(role, evidence);
  if (content <= contradiction) return 0;
  const score = headingScores(heading)[role];
  if (score !== undefined) {
    const sum = score + contentWeight * content;
    return sum >= enough ? sum + 0.05 * Math.min(1, evidence.filled / Math.max(1, evidence.rows)) : 0;
  }
  if (!silent(heading, hasHeader) || hasHeader) return 0;
  const needed = byContent[role];
  return needed === undefined || content < needed
    ? 0
    : 0.6 * content + 0.1 * (evidence.filled / Math.max(1, evidence.rows));
};

/** Roles that several columns of one table may have: alternative parts, several suppliers. */
const repeatable: ReadonlySet<Role> = new Set([
  'part_number',
  'manufacturer',
  'supplier_sku',
  'supplier',
  'notes',
  'link',
  'price',
]);

/**
 * What a heading must say by itself before a second column gets a role that the table has already.
 */
const sureEnough = 0.9;

const repeats = (columns: readonly Column[], taken: Readonly<Record<number, Role>>): Record<number, Role> => {
  const present = new Set(Object.values(taken));
  const more: Record<number, Role> = {};
  columns.forEach(({ heading }, at) => {
    if (taken[at] !== undefined) return;
    const [role, score] = Object.entries(headingScores(heading)).sort((a, b) => b[1] - a[1])[0] ?? [];
    if (role === undefined || score === undefined || score < sureEnough) return;
    const known = roles.find((each) => each === role);
    if (known !== undefined && repeatable.has(known) && present.has(known)) more[at] = known;
  });
  return more;
};

/**
 * Decides what all columns mean, jointly: the assignment of roles to columns under which headings
 * and cells agree best. `header` is undefined for a table without heading; then the cells alone
 * decide.
 */
export const columnRoles = (
  header: readonly Cell[] | undefined,
  body: readonly (readonly Cell[])[],
): Readonly<Record<number, Role>> => {
  const width = Math.min(maxColumns, Math.max(header?.length ?? 0, ...body.slice(0, 200).map((row) => row.length)));
  const columns = Array.from({ length: width }, (_, at) => ({
    heading: cellText(header?.[at]),
    evidence: columnEvidence(body, at),
  }));
  const gains = roles.map((role) => columns.map((column) => gainOf(role, column, header !== undefined)));
  const taken: Record<number, Role> = {};
  bestAssignment(gains).forEach((column, at) => {
    const role = roles[at];
    if (column !== undefined && role !== undefined) taken[column] = role;
  });
  return withNearestManufacturer({ ...taken, ...repeats(columns, taken) });
};

/**
 * Of more makers' columns than part numbers' the nearest to each part number's is its maker; the
 * others are left out.
 */
const withNearestManufacturer = (columns: Readonly<Record<number, Role>>): Readonly<Record<number, Role>> => {
  const places = (role: Role): readonly number[] =>
    Object.keys(columns)
      .map(Number)
      .filter((at) => columns[at] === role);
  const manufacturerColumns = places('manufacturer');
  const numbers = places('part_number');
  if (manufacturerColumns.length <= numbers.length || numbers.length === 0) return columns;
  const near = new Set(
    numbers.map((number) =>
      manufacturerColumns.reduce((best, at) => (Math.abs(at - number) < Math.abs(best - number) ? at : best)),
    ),
  );
  return Object.fromEntries(
    Object.entries(columns).filter(([at, role]) => role !== 'manufacturer' || near.has(Number(at))),
  );
};
