import { pageQuery } from '../../http/operations/parameters.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { DutyRateCases } from './manage.ts';
import {
  dutyRateFrom,
  dutyRateJson,
  dutyRateParams,
  dutyRateSchema,
  dutyRatesSchema,
  putDutyRateSchema,
  removedDutyRateSchema,
} from './schema.ts';

const path = '/v1/admin/duty-rates';

const { operation } = adminOperationsOf<DutyRateCases>('Pricing');

/** What operators do to import duties. */
export const dutyRateOperations = [
  operation(({ listDutyRates }) => listDutyRates, {
    name: 'ListDutyRates',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'The import duties, in the order of their ids',
    query: pageQuery,
    answer: dutyRatesSchema,
    answered: 'One page of the rates.',
    decode: ({ query }) => query,
    encode: ({ items, nextCursor }) => ({ items: items.map(dutyRateJson), next_cursor: nextCursor }),
  }),

  operation(({ getDutyRate }) => getDutyRate, {
    name: 'GetDutyRate',
    scope: 'admin:read',
    at: `GET ${path}/{id}`,
    readsState: ({ params }) => ({ kind: 'duty_rate', id: params.id }),
    summary: 'An import duty',
    params: dutyRateParams,
    answer: dutyRateSchema,
    answered: 'The rate.',
    decode: ({ params }) => params,
    encode: dutyRateJson,
  }),

  operation(({ putDutyRate }) => putDutyRate, {
    name: 'PutDutyRate',
    scope: 'admin:pricing',
    at: `PUT ${path}/{id}`,
    summary: 'State an import duty, or change it',
    params: dutyRateParams,
    body: putDutyRateSchema,
    answer: dutyRateSchema,
    answered: 'The rate as it is stored.',
    conflicts: true,
    decode: ({ params, body }) => dutyRateFrom(params.id, body),
    encode: dutyRateJson,
  }),

  operation(({ removeDutyRate }) => removeDutyRate, {
    name: 'RemoveDutyRate',
    scope: 'admin:pricing',
    at: `DELETE ${path}/{id}`,
    summary: 'Remove an import duty; where the last of a destination goes, none is counted there',
    params: dutyRateParams,
    answer: removedDutyRateSchema,
    answered: 'What was removed.',
    decode: ({ params }) => params,
    encode: ({ id }) => ({ id }),
  }),
];
