import { createRoute } from '@hono/zod-openapi';
import type { AliasRow } from '../../../domain/matching/alias-additions.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { optionalOnce, pageQuery } from '../../http/operations/page-query.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { adminOperation } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import type { AddAliases, AddedAliases, AliasPage, ListAliases, OfAlias } from '../use-cases.ts';
import {
  addAliasesSchema,
  addedAliasesSchema,
  aliasesSchema,
  aliasParams,
  changedAliasSchema,
  moveAliasSchema,
} from './schema.ts';

const path = '/v1/admin/manufacturer-aliases';

const identityOperation = (method: AdminMethod) => ({ ...adminOperation(method), name: `admin.v1.Identity/${method}` });

const listQuery = pageQuery.extend({
  manufacturer: optionalOnce.openapi({ type: 'string', description: 'Only spellings of it; in any of them.' }),
  q: optionalOnce.openapi({ type: 'string', description: 'Only spellings that contain it.' }),
});

/** `GET /v1/admin/manufacturer-aliases`. */
export const listAliasesOperation: HttpOperation<ListAliases, AliasPage> = {
  ...identityOperation('ListAliases'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listManufacturerAliases',
    summary: 'Spellings of manufacturers, each with the one that it names',
    tags: ['Admin'],
    request: { query: listQuery },
    responses: responses('One page of the alias table.', aliasesSchema),
  }),
  decode: ({ req }) => {
    const { q, ...page } = validate(listQuery, req.queries(), 'query');
    return { ...page, text: q };
  },
  encode: ({ items, nextCursor }) => ({
    items: items.map(({ alias, manufacturer, source }) => ({ alias, manufacturer, source })),
    next_cursor: nextCursor,
  }),
};

/** `POST /v1/admin/manufacturer-aliases`. */
export const addAliasesOperation: HttpOperation<AddAliases, AddedAliases> = {
  ...identityOperation('AddAliases'),
  route: createRoute({
    method: 'post',
    path,
    operationId: 'importManufacturerAliases',
    summary: 'Add spellings of manufacturers; none is taken from the manufacturer that it names already',
    tags: ['Admin'],
    request: { body: { required: true, content: { 'application/json': { schema: addAliasesSchema } } } },
    responses: responses('What became of each spelling, in the order given.', addedAliasesSchema, { readsBody: true }),
  }),
  decode: async (context, readJson) => ({
    rows: validate(addAliasesSchema, await readJson(context), 'body').aliases,
  }),
  encode: ({ rows }) => ({
    aliases: rows.map(({ alias, manufacturer, conflictsWith }) => ({
      alias,
      manufacturer,
      conflicts_with: conflictsWith,
    })),
  }),
};

/** `DELETE /v1/admin/manufacturer-aliases/{alias}`. */
export const removeAliasOperation: HttpOperation<OfAlias, OfAlias> = {
  ...identityOperation('RemoveAlias'),
  route: createRoute({
    method: 'delete',
    path: `${path}/{alias}`,
    operationId: 'removeManufacturerAlias',
    summary: 'Take a spelling off its manufacturer, for good, and decide all offers again',
    tags: ['Admin'],
    request: { params: aliasParams },
    responses: responses('The spelling stands for itself.', changedAliasSchema, { findsById: true, conflicts: true }),
  }),
  decode: ({ req }) => ({ alias: req.param('alias') ?? '' }),
  encode: (row) => row,
};

/** `PUT /v1/admin/manufacturer-aliases/{alias}`. */
export const moveAliasOperation: HttpOperation<AliasRow, AliasRow> = {
  ...identityOperation('MoveAlias'),
  route: createRoute({
    method: 'put',
    path: `${path}/{alias}`,
    operationId: 'moveManufacturerAlias',
    summary: 'Give a spelling to another manufacturer, and decide all offers again',
    tags: ['Admin'],
    request: {
      params: aliasParams,
      body: { required: true, content: { 'application/json': { schema: moveAliasSchema } } },
    },
    responses: responses('The spelling with its manufacturer.', changedAliasSchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => ({
    alias: context.req.param('alias') ?? '',
    manufacturer: validate(moveAliasSchema, await readJson(context), 'body').manufacturer,
  }),
  encode: (row) => row,
};
