import { z } from '@hono/zod-openapi';
import { optionalOnce, pageQuery } from '../../http/operations/parameters.ts';
import { requiredText } from '../request/fields.ts';
import { adminOperationsOf, pageJson, pageSchema } from '../request/operation.ts';
import type { AliasCases } from './manage.ts';

/** Most rows that one request adds. */
const maxRows = 500;

const alias = requiredText(200, 'A spelling of the manufacturer.', 'TI');
const manufacturer = requiredText(200, 'The manufacturer, in any spelling of its own.', 'Texas Instruments');

/** Spellings to be added. */
const addAliasesSchema = z
  .strictObject({
    aliases: z
      .array(z.strictObject({ alias, manufacturer }), { error: 'must be a list' })
      .min(1, { error: `must have 1 to ${maxRows} rows` })
      .max(maxRows, { error: `must have 1 to ${maxRows} rows` }),
  })
  .openapi('AddManufacturerAliases');

/** The manufacturer that a spelling is to name. */
const moveAliasSchema = z.strictObject({ manufacturer }).openapi('MoveManufacturerAlias');

/** A spelling after it was changed. */
const changedAliasSchema = z
  .object({
    alias: z.string(),
    manufacturer: z.string().optional().openapi({ description: 'Absent when it stands for itself.' }),
  })
  .openapi('ChangedManufacturerAlias');

/** A spelling in a path. */
const aliasParams = z.object({ alias: z.string().openapi({ example: 'TexInst' }) });

/** What became of each row, in the order given. */
const addedAliasesSchema = z
  .object({
    aliases: z.array(
      z.object({
        alias: z.string(),
        manufacturer: z.string(),
        conflicts_with: z
          .string()
          .optional()
          .openapi({ description: 'The manufacturer that the spelling names already, and goes on to name.' }),
      }),
    ),
  })
  .openapi('AddedManufacturerAliases');

/** A page of the alias table. */
const aliasesSchema = pageSchema(
  z.object({
    alias: z.string(),
    manufacturer: z.string(),
    source: z.string().openapi({ description: 'Where the row comes from.', example: 'built in' }),
  }),
  'ManufacturerAliases',
);

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
    encode: pageJson(({ alias, manufacturer, source }) => ({ alias, manufacturer, source })),
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
