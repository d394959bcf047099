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

/** Meanings of columns by their place, from 0. */
type Roles = Readonly<Record<number, Role>>;

/** How likely each column has each role. */
type Likelihoods = readonly (readonly number[])[];

interface Assigned {
  readonly taken: Roles;
  /** How many columns are likely to be right, all likelihoods summed. */
  readonly expected: number;
}

/** The best assignment; `without` is a role and the column that it must not have. */
const assigned = (likelihoods: Likelihoods, without?: { readonly role: Role; readonly column: number }): Assigned => {
  const gains = roles.map((name, role) =>
    likelihoods.map((likely, column) => {
      const gain = likely[role] ?? 0;
      return gain < enough || (name === without?.role && column === without.column) ? 0 : gain;
    }),
  );
  const taken: Record<number, Role> = {};
  let expected = 0;
  bestAssignment(gains).forEach((column, at) => {
    const role = roles[at];
    if (column === undefined || role === undefined) return;
    taken[column] = role;
    expected += gains[at]?.[column] ?? 0;
  });
  return { taken, expected };
};

const finished = (likelihoods: Likelihoods, taken: Roles): Roles =>
  withNearestManufacturer({ ...taken, ...repeats(likelihoods, taken) });

/** Roles that name what a line is about; a table that has none of them has no lines. */
const naming: readonly Role[] = ['part_number', 'supplier_sku', 'description', 'value', 'reference'];

/** How likely a column must be to name the parts of a table that nothing else names. */
const minNaming = 0.05;

/** The meanings, with the likeliest of the columns left over to name the parts where none does. */
const withNames = (likelihoods: Likelihoods, taken: Roles): Roles => {
  if (Object.values(taken).some((role) => naming.includes(role))) return taken;
  const [best] = likelihoods
    .flatMap((likely, column) => naming.map((role) => ({ column, role, likelihood: likely[roles.indexOf(role)] ?? 0 })))
    .filter(({ column, likelihood }) => taken[column] === undefined && likelihood >= minNaming)
    .sort((a, b) => b.likelihood - a.likelihood);
  return best === undefined ? taken : { ...taken, [best.column]: best.role };
};

/**
 * Decides what all columns mean, jointly: the assignment of roles to columns that is likely to have
 * the most of them right.
 */
export const assignRoles = (columns: readonly Column[], weights?: ColumnWeights): Roles => {
  const likelihoods = columns.map((column) => roleLikelihoods(column, weights));
  return finished(likelihoods, assigned(likelihoods).taken);
};

/** Another meaning that the columns of a table may have. */
export interface RivalRoles {
  readonly columns: Roles;
  /** How many columns fewer are likely to be right than with the meaning that was taken. */
  readonly margin: number;
}

/** Roles by which parts are bought: one of them in the wrong column spoils the order. */
const deciding: ReadonlySet<Role> = new Set(['part_number', 'quantity', 'manufacturer', 'supplier_sku', 'reference']);

/** Readings in which a deciding role stands elsewhere, or nowhere. */
const movedRoles = (likelihoods: Likelihoods, best: Assigned): readonly RivalRoles[] =>
  Object.entries(best.taken)
    .filter(([, role]) => deciding.has(role))
    .map(([column, role]) => {
      const { taken, expected } = assigned(likelihoods, { role, column: Number(column) });
      return { columns: finished(likelihoods, taken), margin: best.expected - expected };
    });

/** How likely a deciding role that no column was given must be somewhere to be offered there. */
const minOffered = 0.1;

/** Readings in which a deciding role that no column was given stands where it is likeliest. */
const addedRoles = (likelihoods: Likelihoods, { taken }: Assigned): readonly RivalRoles[] => {
  const present = new Set(Object.values(taken));
  return [...deciding]
    .filter((role) => !present.has(role))
    .flatMap((role) => {
      const place = roles.indexOf(role);
      const all = likelihoods.map((likely) => likely[place] ?? 0);
      const likelihood = Math.max(0, ...all);
      if (likelihood < minOffered) return [];
      const column = all.indexOf(likelihood);
      const given = taken[column];
      const instead = given === undefined ? enough : (likelihoods[column]?.[roles.indexOf(given)] ?? 0);
      return [
        { columns: finished(likelihoods, { ...taken, [column]: role }), margin: Math.max(0, instead - likelihood) },
      ];
    });
};

/** The likeliest reading that differs in one of the deciding roles. */
const rivalOf = (likelihoods: Likelihoods, best: Assigned): RivalRoles | undefined =>
  [...movedRoles(likelihoods, best), ...addedRoles(likelihoods, best)].sort((a, b) => a.margin - b.margin)[0];

/** A column without heading and cells, as a bar at the end of a line makes one, means nothing. */
const nothing: readonly number[] = roles.map(() => 0);

/** What the columns of a table mean, and what they may mean as well. */
export interface ColumnReading {
  readonly columns: Roles;
  /** Undefined where no column has a role that decides. */
  readonly rival: RivalRoles | undefined;
}

/**
 * What the columns of a table mean. `header` is undefined for a table without heading; then the
 * cells alone decide.
 */
export const readColumns = (header: readonly Cell[] | undefined, body: readonly (readonly Cell[])[]): ColumnReading => {
  const width = Math.min(maxColumns, Math.max(header?.length ?? 0, ...body.slice(0, 200).map((row) => row.length)));
  const likelihoods = columnsOf(header, body, width).map((column) =>
    column.heading === '' && column.evidence.filled === 0 ? nothing : roleLikelihoods(column),
  );
  const told = assigned(likelihoods);
  const best = header === undefined ? told : { ...told, taken: withNames(likelihoods, told.taken) };
  const rival = rivalOf(likelihoods, best);
  return {
    columns: withOrderNumbers(finished(likelihoods, best.taken), body),
    rival: rival && { ...rival, columns: withOrderNumbers(rival.columns, body) },
  };
};

/** The share of a supplier's column that must hold order numbers before it is one of them. */
const mostlyOrderNumbers = 0.5;

/** A column of suppliers whose cells hold order numbers too (`Farnell/1699397`) is one of those. */
const withOrderNumbers = (columns: Roles, body: readonly (readonly Cell[])[]): Roles =>
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
const withNearestManufacturer = (columns: Roles): Roles => {
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
