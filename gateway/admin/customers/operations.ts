import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Customer, CustomerQuery, CustomerUpdate } from '../../../domain/callers/ports.ts';
import type { EdgeEnv } from '../../http/edge-env.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { optionalOnce, pageQuery } from '../../http/operations/page-query.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import type { Page, PageRequest } from '../../request/paging.ts';
import type { NewCustomer, OfCustomer } from '../caller-use-cases.ts';
import { adminOperation } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import { customerJson } from './mapping.ts';
import { customerParams, customerSchema, customersSchema, customerUpdateSchema, newCustomerSchema } from './schema.ts';

const path = '/v1/admin/customers';

const tags = ['Admin'];

/** What all operations on callers have in common. */
export const callerOperation = (method: AdminMethod) => ({
  ...adminOperation(method),
  name: `admin.v1.Callers/${method}`,
});

/** The customer that the path names. */
export const customerOf = ({ req }: Context<EdgeEnv>): OfCustomer => ({ customerId: req.param('customer') ?? '' });

/** `POST /v1/admin/customers`. */
export const createCustomerOperation: HttpOperation<NewCustomer, Customer> = {
  ...callerOperation('CreateCustomer'),
  status: 201,
  route: createRoute({
    method: 'post',
    path,
    operationId: 'createCustomer',
    summary: 'Create a customer',
    tags,
    request: { body: { required: true, content: { 'application/json': { schema: newCustomerSchema } } } },
    responses: responses('The customer.', customerSchema, {
      status: 201,
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { id, name, delivery_zone, currency, groups } = validate(newCustomerSchema, await readJson(context), 'body');
    return { id, name, deliveryZone: delivery_zone, currency, groupIds: groups };
  },
  encode: customerJson,
};

/** `PATCH /v1/admin/customers/{customer}`. */
export const updateCustomerOperation: HttpOperation<OfCustomer & CustomerUpdate, Customer> = {
  ...callerOperation('UpdateCustomer'),
  route: createRoute({
    method: 'patch',
    path: `${path}/{customer}`,
    operationId: 'updateCustomer',
    summary: 'Change the name or the delivery zone of a customer',
    tags,
    request: {
      params: customerParams,
      body: { required: true, content: { 'application/json': { schema: customerUpdateSchema } } },
    },
    responses: responses('The customer.', customerSchema, { findsById: true, readsBody: true }),
  }),
  decode: async (context, readJson) => {
    const { name, delivery_zone, currency } = validate(customerUpdateSchema, await readJson(context), 'body');
    return { ...customerOf(context), name, deliveryZone: delivery_zone, currency };
  },
  encode: customerJson,
};

/** `GET /v1/admin/customers/{customer}`. */
export const getCustomerOperation: HttpOperation<OfCustomer, Customer> = {
  ...callerOperation('GetCustomer'),
  route: createRoute({
    method: 'get',
    path: `${path}/{customer}`,
    operationId: 'getCustomer',
    summary: 'A customer with its groups',
    tags,
    request: { params: customerParams },
    responses: responses('The customer.', customerSchema, { findsById: true }),
  }),
  decode: customerOf,
  encode: customerJson,
};

const listQuery = pageQuery.extend({
  group: optionalOnce.openapi({ type: 'string', description: 'Only members of this group.' }),
  q: optionalOnce.openapi({ type: 'string', description: 'Only those whose name or id contains it, in any case.' }),
});

/** `GET /v1/admin/customers`. */
export const listCustomersOperation: HttpOperation<CustomerQuery & PageRequest, Page<Customer>> = {
  ...callerOperation('ListCustomers'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listCustomers',
    summary: 'Customers in the order of their ids',
    tags,
    request: { query: listQuery },
    responses: responses('One page of customers.', customersSchema),
  }),
  decode: ({ req }) => {
    const { group, q, ...page } = validate(listQuery, req.queries(), 'query');
    return { ...page, groupId: group, text: q };
  },
  encode: ({ items, nextCursor }) => ({ items: items.map(customerJson), next_cursor: nextCursor }),
};
