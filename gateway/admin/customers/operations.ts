import { optionalOnce, pageQuery } from '../../http/operations/parameters.ts';
import { adminOperationsOf, pageJson } from '../request/operation.ts';
import type { CustomerCases } from './manage.ts';
import {
  customerJson,
  customerParams,
  customerSchema,
  customersSchema,
  customerUpdateSchema,
  newCustomerSchema,
} from './schema.ts';

const path = '/v1/admin/customers';

const listQuery = pageQuery.extend({
  group: optionalOnce.openapi({ type: 'string', description: 'Only members of this group.' }),
  q: optionalOnce.openapi({ type: 'string', description: 'Only those whose name or id contains it, in any case.' }),
});

const { operation } = adminOperationsOf<CustomerCases>('Callers');

/** What operators do to customers. */
export const customerOperations = [
  operation(({ createCustomer }) => createCustomer, {
    name: 'CreateCustomer',
    scope: 'admin:keys',
    status: 201,
    at: `POST ${path}`,
    summary: 'Create a customer',
    body: newCustomerSchema,
    answer: customerSchema,
    answered: 'The customer.',
    findsById: true,
    conflicts: true,
    decode: ({ body: { id, name, delivery_zone, currency, groups } }) => ({
      id,
      name,
      deliveryZone: delivery_zone,
      currency,
      groupIds: groups,
    }),
    encode: customerJson,
  }),

  operation(({ updateCustomer }) => updateCustomer, {
    name: 'UpdateCustomer',
    scope: 'admin:keys',
    at: `PATCH ${path}/{customer}`,
    summary: 'Change the name or the delivery zone of a customer',
    params: customerParams,
    body: customerUpdateSchema,
    answer: customerSchema,
    answered: 'The customer.',
    decode: ({ params, body: { name, delivery_zone, currency } }) => ({
      customerId: params.customer,
      name,
      deliveryZone: delivery_zone,
      currency,
    }),
    encode: customerJson,
  }),

  operation(({ getCustomer }) => getCustomer, {
    name: 'GetCustomer',
    scope: 'admin:read',
    at: `GET ${path}/{customer}`,
    readsState: ({ params }) => ({ kind: 'customer', id: params.customer }),
    summary: 'A customer with its groups',
    params: customerParams,
    answer: customerSchema,
    answered: 'The customer.',
    decode: ({ params }) => ({ customerId: params.customer }),
    encode: customerJson,
  }),

  operation(({ listCustomers }) => listCustomers, {
    name: 'ListCustomers',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'Customers in the order of their ids',
    query: listQuery,
    answer: customersSchema,
    answered: 'One page of customers.',
    decode: ({ query: { group, q, ...page } }) => ({ ...page, groupId: group, text: q }),
    encode: pageJson(customerJson),
  }),
];
