import { z } from '@hono/zod-openapi';

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
export const packageParams = z.object({ package: z.string().openapi({ example: '0402' }) });

/** What is lost of parts in a package. */
export const putPackageAttritionSchema = z.strictObject(lost).openapi('PutPackageAttrition');

/** The package of which something was changed. */
export const namedPackageSchema = z.object({ package: z.string() }).openapi('NamedPackage');

/** What is lost of parts in a package, which is named in one spelling. */
export const packageAttritionSchema = z.object({ package: z.string(), ...lost }).openapi('PackageAttrition');

/** All of them. */
export const packageAttritionsSchema = z
  .object({ items: z.array(packageAttritionSchema) })
  .openapi('PackageAttritions');
