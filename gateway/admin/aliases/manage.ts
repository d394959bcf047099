import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import type {
  AliasQuery,
  CatalogStore,
  ManufacturerAlias,
  ManufacturerAliases,
} from '../../../domain/catalog/ports.ts';
import type { FieldViolation } from '../../../domain/errors.ts';
import type { AliasRow } from '../../../domain/matching/alias-additions.ts';
import { throwIfAny } from '../../request/check.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

/** Names a spelling of a manufacturer. */
export interface OfAlias {
  readonly alias: string;
}

/** Spellings to be added. */
export interface AddAliases {
  readonly rows: readonly AliasRow[];
}

/** What became of each spelling, in the order given. */
export interface AddedAliases {
  readonly rows: readonly (AliasRow & {
    /** The other manufacturer that it names; undefined when it names the one given. */
    readonly conflictsWith: string | undefined;
  })[];
}

/** What operators do to manufacturers' spellings. */
export interface AliasCases {
  readonly listAliases: UseCase<AliasQuery & PageRequest, Page<ManufacturerAlias>>;
  /**
   * A spelling that names another manufacturer already is left as it is and answered with that
   * manufacturer.
   */
  readonly addAliases: UseCase<AddAliases, AddedAliases>;
  /** Takes a spelling off its manufacturer; the built-in ones stay away too. */
  readonly removeAlias: UseCase<OfAlias, OfAlias>;
  /** Gives a spelling to another manufacturer. */
  readonly moveAlias: UseCase<AliasRow, AliasRow>;
}

/** What it is made of. */
interface Dependencies {
  readonly aliases: ManufacturerAliases;
  readonly catalog: Pick<CatalogStore, 'addAliases' | 'products'>;
  readonly cursors: Cursors;
}

/** What a cursor of the alias table is bound to. */
const queryOf = ({ manufacturer = '', text = '' }: AliasQuery): readonly string[] => ['aliases', manufacturer, text];

const checkName = (field: string, name: string): FieldViolation | undefined =>
  manufacturerKey(name) === '' ? { field, description: 'must have a letter or a digit' } : undefined;

const checkRow = ({ alias, manufacturer }: AliasRow, at: number): readonly (FieldViolation | undefined)[] => [
  checkName(`aliases.${at}.alias`, alias),
  checkName(`aliases.${at}.manufacturer`, manufacturer),
];

/** Lists manufacturers' spellings and adds to them. */
export const manageAliases = ({ aliases, catalog, cursors }: Dependencies): AliasCases => ({
  listAliases: (request, { signal }) =>
    pageOf(request, {
      cursors,
      query: queryOf(request),
      markOf: ({ key }) => markOfId(key),
      read: (after, limit) => aliases.page(request, after?.id, limit, { signal }),
    }),

  addAliases: async ({ rows }, context) => {
    throwIfAny(rows.flatMap(checkRow));
    const outcomes = await catalog.addAliases(rows, `operator ${context.caller.keyId}`, context);
    return { rows: rows.map((row, at) => ({ ...row, conflictsWith: outcomes[at]?.conflictsWith })) };
  },

  removeAlias: async ({ alias }, context) => {
    throwIfAny(checkName('alias', alias));
    await aliases.remove(alias, changeBy(context));
    return { alias };
  },

  moveAlias: async (row, context) => {
    throwIfAny(checkName('alias', row.alias), checkName('manufacturer', row.manufacturer));
    await aliases.move(row, changeBy(context));
    return row;
  },
});
