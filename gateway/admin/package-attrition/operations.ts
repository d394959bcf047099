import { adminOperationsOf } from '../request/operation.ts';
import type { PackageAttritionCases } from './manage.ts';
import {
  namedPackageSchema,
  packageAttritionSchema,
  packageAttritionsSchema,
  packageParams,
  putPackageAttritionSchema,
} from './schema.ts';

const path = '/v1/admin/package-attrition';

const { operation } = adminOperationsOf<PackageAttritionCases>('Pricing');

/** What operators do to attrition by package. */
export const packageAttritionOperations = [
  operation(({ listPackageAttrition }) => listPackageAttrition, {
    name: 'ListPackageAttrition',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'What is lost in assembly of parts by their package, where a list does not say',
    answer: packageAttritionsSchema,
    answered: 'Every package of which something is said.',
    decode: () => ({}),
    encode: (items) => ({ items }),
  }),

  operation(({ putPackageAttrition }) => putPackageAttrition, {
    name: 'PutPackageAttrition',
    scope: 'admin:pricing',
    at: `PUT ${path}/{package}`,
    summary: 'Say what is lost of parts in a package',
    params: packageParams,
    body: putPackageAttritionSchema,
    answer: packageAttritionSchema,
    answered: 'What is lost now.',
    conflicts: true,
    decode: ({ params, body }) => ({ ...params, ...body }),
    encode: (attrition) => attrition,
  }),

  operation(({ removePackageAttrition }) => removePackageAttrition, {
    name: 'RemovePackageAttrition',
    scope: 'admin:pricing',
    at: `DELETE ${path}/{package}`,
    summary: 'Say nothing of what is lost of parts in a package any more',
    params: packageParams,
    answer: namedPackageSchema,
    answered: 'Nothing is said of the package.',
    decode: ({ params }) => params,
    encode: (named) => named,
  }),
];
