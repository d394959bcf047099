import { createRoute } from '@hono/zod-openapi';
import type { Customer, CustomerGroup, Membership } from '../../../domain/callers/ports.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { pageQuery } from '../../http/operations/page-query.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import type { Page, PageRequest } from '../../request/paging.ts';
import type { GroupName } from '../caller-use-cases.ts';
import { customerJson, groupJson } from './mapping.ts';
import { callerOperation, customerOf } from './operations.ts';
import { customerParams, customerSchema, groupNameSchema, groupParams, groupSchema, groupsSchema } from './schema.ts';

const path = '/v1/admin/customer-groups';

const tags = ['Admin'];

/** `GET /v1/admin/customer-groups`. */
export const listGroupsOperation: HttpOperation<PageRequest, Page<CustomerGroup>> = {
  ...callerOperation('ListGroups'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listCustomerGroups',
    summary: 'Groups of customers in the order of their ids',
    tags,
    request: { query: pageQuery },
    responses: responses('One page of groups.', groupsSchema),
  }),
  decode: ({ req }) => validate(pageQuery, req.queries(), 'query'),
  encode: ({ items, nextCursor }) => ({ items: items.map(groupJson), next_cursor: nextCursor }),
};

/** `PUT /v1/admin/customer-groups/{group}`. */
export const putGroupOperation: HttpOperation<GroupName, CustomerGroup> = {
  ...callerOperation('PutGroup'),
  route: createRoute({
    method: 'put',
    path: `${path}/{group}`,
    operationId: 'putCustomerGroup',
    summary: 'Create a group of customers or give it another name',
    tags,
    request: {
      params: groupParams,
      body: { required: true, content: { 'application/json': { schema: groupNameSchema } } },
    },
    responses: responses('The group.', groupSchema, { findsById: true, readsBody: true }),
  }),
  decode: async (context, readJson) => {
    const { name } = validate(groupNameSchema, await readJson(context), 'body');
    return { id: context.req.param('group') ?? '', name };
  },
  encode: groupJson,
};

const memberOperation = (
  verb: 'put' | 'delete',
  { operationId, summary }: { readonly operationId: string; readonly summary: string },
): HttpOperation<Membership & { readonly isMember: boolean }, Customer> => ({
  ...callerOperation(verb === 'put' ? 'PutMember' : 'RemoveMember'),
  route: createRoute({
    method: verb,
    path: `${path}/{group}/members/{customer}`,
    operationId,
    summary,
    tags,
    request: { params: groupParams.extend(customerParams.shape) },
    responses: responses('The customer with its groups.', customerSchema, { findsById: true }),
  }),
  decode: (context) => ({
    ...customerOf(context),
    groupId: context.req.param('group') ?? '',
    isMember: verb === 'put',
  }),
  encode: customerJson,
});

/** `PUT /v1/admin/customer-groups/{group}/members/{customer}`. */
export const putMemberOperation = memberOperation('put', {
  operationId: 'putCustomerGroupMember',
  summary: 'Put a customer into a group',
});

/** `DELETE /v1/admin/customer-groups/{group}/members/{customer}`. */
export const removeMemberOperation = memberOperation('delete', {
  operationId: 'removeCustomerGroupMember',
  summary: 'Take a customer out of a group',
});
