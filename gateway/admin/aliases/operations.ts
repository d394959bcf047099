import { optionalOnce, pageQuery } from '../../http/operations/parameters.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { AliasCases } from './manage.ts';
import {
  addAliasesSchema,
  addedAliasesSchema,
  aliasesSchema,
  aliasParams,
  changedAliasSchema,
  moveAliasSchema,
} from './schema.ts';

const path = '/v1/admin/manufacturer-aliases';

const listQuery = pageQuery.extend({
  manufacturer: optionalOnce.openapi({ type: 'string', description: 'Only spellings of it; in any of them.' }),
  q: optionalOnce.openapi({ type: 'string', description: 'Only spellings that contain it.' }),
});

const { operation } = adminOperationsOf<AliasCases>('Identity');

/** What operators do to manufacturers' spellings. */
export const aliasOperations = [
  operation(({ listAliases }) => listAliases, {
    name: 'ListAliases',
    scope: 'admin:read',
    at: `GET ${path}`,
    operationId: 'listManufacturerAliases',
    summary: 'Spellings of manufacturers, each with the one that it names',
    query: listQuery,
    answer: aliasesSchema,
    answered: 'One page of the alias table.',
    decode: ({ query: { q, ...page } }) => ({ ...page, text: q }),
    encode: ({ items, nextCursor }) => ({
      items: items.map(({ alias, manufacturer, source }) => ({ alias, manufacturer, source })),
      next_cursor: nextCursor,
    }),
  }),

  operation(({ addAliases }) => addAliases, {
    name: 'AddAliases',
    scope: 'admin:operate',
    at: `POST ${path}`,
    operationId: 'importManufacturerAliases',
    summary: 'Add spellings of manufacturers; none is taken from the manufacturer that it names already',
    body: addAliasesSchema,
    answer: addedAliasesSchema,
    answered: 'What became of each spelling, in the order given.',
    decode: ({ body }) => ({
      rows: body.aliases,
    }),
    encode: ({ rows }) => ({
      aliases: rows.map(({ alias, manufacturer, conflictsWith }) => ({
        alias,
        manufacturer,
        conflicts_with: conflictsWith,
      })),
    }),
  }),

  operation(({ removeAlias }) => removeAlias, {
    name: 'RemoveAlias',
    scope: 'admin:operate',
    at: `DELETE ${path}/{alias}`,
    operationId: 'removeManufacturerAlias',
    summary: 'Take a spelling off its manufacturer, for good, and decide all offers again',
    params: aliasParams,
    answer: changedAliasSchema,
    answered: 'The spelling stands for itself.',
    conflicts: true,
    decode: ({ params }) => ({ alias: params.alias }),
    encode: (row) => row,
  }),

  operation(({ moveAlias }) => moveAlias, {
    name: 'MoveAlias',
    scope: 'admin:operate',
    at: `PUT ${path}/{alias}`,
    operationId: 'moveManufacturerAlias',
    summary: 'Give a spelling to another manufacturer, and decide all offers again',
    params: aliasParams,
    body: moveAliasSchema,
    answer: changedAliasSchema,
    answered: 'The spelling with its manufacturer.',
    conflicts: true,
    decode: ({ params, body }) => ({
      alias: params.alias,
      manufacturer: body.manufacturer,
    }),
    encode: (row) => row,
  }),
];
