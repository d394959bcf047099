import { bestAssignment } from './assignment.ts';
import { isKind } from './cell-kinds.ts';
import { type Column, type ColumnWeights, columnsOf } from './column-features.ts';
import { roleLikelihoods } from './column-model.ts';
import { type Cell, cellText } from './document.ts';
import { splitNamedSku } from './part-names.ts';
import { type Role, roles } from './roles.ts';

/** Columns looked at; the meaning of a table does not stand further right. */
export const maxColumns = 256;

/** How likely a role must be before a column is given it. */
const enough = 0.25;

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

/** How likely a second column must be to have a role that the table has already. */
const enoughAgain = 0.5;

/** A role of this share of another's likelihood is clearly less likely. */
const clearlyLess = 0.8;

/** The most likely role of a column, and how likely it is. */
const mostLikely = (likely: readonly number[]): { readonly role: Role; readonly likelihood: number } =>
  roles
    .map((role, at) => ({ role, likelihood: likely[at] ?? 0 }))
    .reduce((best, each) => (each.likelihood > best.likelihood ? each : best));

/**
 * Columns that repeat a role of the table: those that were given none, and those that were given
 * one that is clearly less likely, because another column has theirs.
 */
const repeats = (
  likelihoods: readonly (readonly number[])[],
  taken: Readonly<Record<number, Role>>,
): Record<number, Role> => {
  const present = new Set(Object.values(taken));
  const more: Record<number, Role> = {};
  likelihoods.forEach((likely, at) => {
    const { role, likelihood } = mostLikely(likely);
    const given = taken[at];
    const isGiven = given !== undefined && (likely[roles.indexOf(given)] ?? 0) >= clearlyLess * likelihood;
    if (!isGiven && likelihood >= enoughAgain && repeatable.has(role) && present.has(role)) more[at] = role;
  });
  return more;
};

/**
 * Decides what all columns mean, jointly: the assignment of roles to columns that is likely to have
 * the most of them right.
 */
export const assignRoles = (columns: readonly Column[], weights?: ColumnWeights): Readonly<Record<number, Role>> => {
  const likelihoods = columns.map((column) => roleLikelihoods(column, weights));
  const gains = roles.map((_, role) =>
    likelihoods.map((likely) => ((likely[role] ?? 0) >= enough ? (likely[role] ?? 0) : 0)),
  );
  const taken: Record<number, Role> = {};
  bestAssignment(gains).forEach((column, at) => {
    const role = roles[at];
    if (column !== undefined && role !== undefined) taken[column] = role;
  });
  return withNearestManufacturer({ ...taken, ...repeats(likelihoods, taken) });
};

/**
 * What the columns of a table mean. `header` is undefined for a table without heading; then the
 * cells alone decide.
 */
export const columnRoles = (
  header: readonly Cell[] | undefined,
  body: readonly (readonly Cell[])[],
): Readonly<Record<number, Role>> => {
  const width = Math.min(maxColumns, Math.max(header?.length ?? 0, ...body.slice(0, 200).map((row) => row.length)));
  return withOrderNumbers(assignRoles(columnsOf(header, body, width)), body);
};

/** The share of a supplier's column that must hold order numbers before it is one of them. */
const mostlyOrderNumbers = 0.5;

/** A column of suppliers whose cells hold order numbers too (`Farnell/1699397`) is one of those. */
const withOrderNumbers = (
  columns: Readonly<Record<number, Role>>,
  body: readonly (readonly Cell[])[],
): Readonly<Record<number, Role>> =>
  Object.fromEntries(
    Object.entries(columns).map(([at, role]) => {
      if (role !== 'supplier') return [at, role];
      const texts = body
        .slice(0, 200)
        .map((row) => cellText(row[Number(at)]))
        .filter((text) => text !== '');
      const numbers = texts.filter((text) => isKind('sku', text) || splitNamedSku(text).supplier !== undefined);
      const isOrderNumbers = numbers.length > 0 && numbers.length >= mostlyOrderNumbers * texts.length;
      return [at, isOrderNumbers ? 'supplier_sku' : role];
    }),
  );

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
