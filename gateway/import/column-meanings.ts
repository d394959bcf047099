import { type Role, roleOf } from './columns.ts';
import type { FileKind } from './named-rows.ts';
import type { NamedRow } from './source-row.ts';

/**
 * What the columns of a file were taken for, so that a name that was not understood is not taken
 * for something else in silence.
 */
export interface ColumnMeaning {
  /** As the file has it, or its beginning. */
  readonly name: string;
  /** `nothing`: what it holds is not kept. */
  readonly takenFor: Role | 'characteristic' | 'nothing';
}

/** How many columns are told of, and how much of a name, in characters. */
const maxColumns = 100;
const maxNameLength = 100;
/** How many others are counted. */
const maxOthers = 10_000;

const keptRoles: Readonly<Record<FileKind, readonly Role[]>> = {
  products: ['manufacturer', 'mpn', 'description', 'lifecycle', 'replacedBy'],
  aliases: ['alias', 'manufacturer'],
};

const meaningOf = (name: string, kind: FileKind): ColumnMeaning['takenFor'] => {
  const role = roleOf(name);
  if (role === undefined) return kind === 'products' ? 'characteristic' : 'nothing';
  return keptRoles[kind].includes(role) ? role : 'nothing';
};

/** Notes the columns of the rows of a file. */
export const createColumnNotes = (kind: FileKind) => {
  const meanings = new Map<string, ColumnMeaning>();
  const others = new Set<string>();
  return {
    note: ({ cells }: NamedRow): void => {
      for (const [name] of cells) {
        if (meanings.has(name) || others.has(name)) continue;
        if (meanings.size < maxColumns) {
          const told = name.slice(0, maxNameLength).toWellFormed();
          meanings.set(name, { name: told, takenFor: meaningOf(name, kind) });
        } else if (others.size < maxOthers) others.add(name);
      }
    },
    told: (): { readonly columns: readonly ColumnMeaning[]; readonly columnsLeftOut: number } => ({
      columns: [...meanings.values()],
      columnsLeftOut: others.size,
    }),
  };
};
