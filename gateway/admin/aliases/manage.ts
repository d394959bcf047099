import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import type { FieldViolation } from '../../../domain/errors.ts';
import type { AliasRow } from '../../../domain/matching/alias-additions.ts';
import { throwIfAny } from '../../request/check.ts';
import { markOfId, pageOf } from '../../request/paging.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { AdminUseCases, ListAliases } from '../use-cases.ts';

/** What a cursor of the alias table is bound to. */
const queryOf = ({ manufacturer = '', text = '' }: ListAliases): readonly string[] => ['aliases', manufacturer, text];

const checkName = (field: string, name: string): FieldViolation | undefined =>
  manufacturerKey(name) === '' ? { field, description: 'must have a letter or a digit' } : undefined;

const checkRow = ({ alias, manufacturer }: AliasRow, at: number): readonly (FieldViolation | undefined)[] => [
  checkName(`aliases.${at}.alias`, alias),
  checkName(`aliases.${at}.manufacturer`, manufacturer),
];

/** Lists manufacturers' spellings and adds to them. */
export const manageAliases = ({
  aliases,
  catalog,
  cursors,
}: Pick<AdminDependencies, 'aliases' | 'catalog' | 'cursors'>): Pick<
  AdminUseCases,
  'listAliases' | 'addAliases' | 'removeAlias' | 'moveAlias'
> => ({
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
    await aliases.remove(alias, { by: context.caller.keyId, context });
    return { alias };
  },

  moveAlias: async (row, context) => {
    throwIfAny(checkName('alias', row.alias), checkName('manufacturer', row.manufacturer));
    await aliases.move(row, { by: context.caller.keyId, context });
    return row;
  },
});
