import { z } from '@hono/zod-openapi';
import { adminOperationsOf } from '../request/operation.ts';
import type { PackageAttritionCases } from './manage.ts';

const percentError = 'must be a number from 0 to 100';
const piecesError = 'must be a whole number from 0 to 1000000';

const lost = {
  percent: z
    .number({ error: percentError })
    .min(0, { error: percentError })
    .max(100, { error: percentError })
    .openapi({ description: 'Percent of the pieces of a line.', example: 5 }),
  pieces: z
    .int({ error: piecesError })
    .min(0, { error: piecesError })
    .max(1_000_000, { error: piecesError })
    .openapi({ description: 'Pieces of each line, whatever its quantity.', example: 10 }),
};

/** A package in a path. */
const packageParams = z.object({ package: z.string().openapi({ example: '0402' }) });

/** What is lost of parts in a package. */
const putPackageAttritionSchema = z.strictObject(lost).openapi('PutPackageAttrition');

/** The package of which something was changed. */
const namedPackageSchema = z.object({ package: z.string() }).openapi('NamedPackage');

/** What is lost of parts in a package, which is named in one spelling. */
const packageAttritionSchema = z.object({ package: z.string(), ...lost }).openapi('PackageAttrition');

/** All of them. */
export const packageAttritionsSchema = z
  .object({ items: z.array(packageAttritionSchema) })
  .openapi('PackageAttritions');

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
