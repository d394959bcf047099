import { pageQuery } from '../../http/operations/parameters.ts';
import { adminOperationsOf, pageJson } from '../request/operation.ts';
import type { GroupCases } from './manage.ts';
import {
  customerJson,
  customerParams,
  customerSchema,
  groupJson,
  groupNameSchema,
  groupParams,
  groupSchema,
  groupsSchema,
} from './schema.ts';

const path = '/v1/admin/customer-groups';

const memberPath = `${path}/{group}/members/{customer}`;
const memberParams = groupParams.extend(customerParams.shape);

const { operation } = adminOperationsOf<GroupCases>('Callers');

/** What operators do to groups of customers. */
export const groupOperations = [
  operation(({ putGroup }) => putGroup, {
    name: 'PutGroup',
    scope: 'admin:keys',
    at: `PUT ${path}/{group}`,
    operationId: 'putCustomerGroup',
    summary: 'Create a group of customers or give it another name',
    params: groupParams,
    body: groupNameSchema,
    answer: groupSchema,
    answered: 'The group.',
    decode: ({ params, body: { name } }) => ({ id: params.group, name }),
    encode: groupJson,
  }),

  operation(({ listGroups }) => listGroups, {
    name: 'ListGroups',
    scope: 'admin:read',
    at: `GET ${path}`,
    operationId: 'listCustomerGroups',
    summary: 'Groups of customers in the order of their ids',
    query: pageQuery,
    answer: groupsSchema,
    answered: 'One page of groups.',
    decode: ({ query }) => query,
    encode: pageJson(groupJson),
  }),

  operation(({ setMember }) => setMember, {
    name: 'PutMember',
    scope: 'admin:keys',
    at: `PUT ${memberPath}`,
    operationId: 'putCustomerGroupMember',
    summary: 'Put a customer into a group',
    params: memberParams,
    answer: customerSchema,
    answered: 'The customer with its groups.',
    decode: ({ params }) => ({ customerId: params.customer, groupId: params.group, isMember: true }),
    encode: customerJson,
  }),

  operation(({ setMember }) => setMember, {
    name: 'RemoveMember',
    scope: 'admin:keys',
    at: `DELETE ${memberPath}`,
    operationId: 'removeCustomerGroupMember',
    summary: 'Take a customer out of a group',
    params: memberParams,
    answer: customerSchema,
    answered: 'The customer with its groups.',
    decode: ({ params }) => ({ customerId: params.customer, groupId: params.group, isMember: false }),
    encode: customerJson,
  }),
];
