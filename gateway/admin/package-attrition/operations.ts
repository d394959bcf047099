import { operationsOf } from '../request/operation.ts';
import type { PackageAttritionCases } from './manage.ts';
import {
  namedPackageSchema,
  packageAttritionSchema,
  packageAttritionsSchema,
  packageParams,
  putPackageAttritionSchema,
} from './schema.ts';

const path = '/v1/admin/package-attrition';

const operation = operationsOf<PackageAttritionCases>('Pricing');

/** What operators do to attrition by package. */
export const packageAttritionOperations = [
  operation(({ listPackageAttrition }) => listPackageAttrition, {
    name: 'ListPackageAttrition',
    scope: 'admin:read',
    method: 'get',
    path,
    operationId: 'listPackageAttrition',
    summary: 'What is lost in assembly of parts by their package, where a list does not say',
    answer: packageAttritionsSchema,
    answered: 'Every package of which something is said.',
    decode: () => ({}),
    encode: (items) => ({ items }),
  }),

  operation(({ putPackageAttrition }) => putPackageAttrition, {
    name: 'PutPackageAttrition',
    scope: 'admin:pricing',
    method: 'put',
    path: `${path}/{package}`,
    operationId: 'putPackageAttrition',
    summary: 'Say what is lost of parts in a package',
    params: packageParams,
    body: putPackageAttritionSchema,
    answer: packageAttritionSchema,
    answered: 'What is lost now.',
    findsById: true,
    conflicts: true,
    decode: ({ params, body }) => ({ ...params, ...body }),
    encode: (attrition) => attrition,
  }),

  operation(({ removePackageAttrition }) => removePackageAttrition, {
    name: 'RemovePackageAttrition',
    scope: 'admin:pricing',
    method: 'delete',
    path: `${path}/{package}`,
    operationId: 'removePackageAttrition',
    summary: 'Say nothing of what is lost of parts in a package any more',
    params: packageParams,
    answer: namedPackageSchema,
    answered: 'Nothing is said of the package.',
    findsById: true,
    decode: ({ params }) => params,
    encode: (named) => named,
  }),
];
