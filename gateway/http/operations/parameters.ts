import { z } from '@hono/zod-openapi';
import { defaultPageSize, maxPageSize } from '../../request/paging.ts';

/** Parameters of paths and queries that several operations have. */

/** Every parameter comes as the list of its values; one that is given twice says nothing clear. */
export const once = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .tuple([z.string()], { error: 'must be given once' })
    .transform(([value]) => value)
    .pipe(schema);

/** A parameter of a query that may be left out, and is given once otherwise. */
export const optionalOnce = z
  .tuple([z.string()], { error: 'must be given once' })
  .transform(([value]) => value)
  .optional();

/** A whole number; 0 where it is left out. The use case refuses what is beyond its range. */
export const wholeOnce = (maximum: number, notes: { readonly description: string; readonly example: number }) =>
  optionalOnce
    .pipe(
      z
        .string()
        .regex(/^-?\d{1,9}$/, { error: `must be a whole number from 0 to ${maximum}` })
        .default('0'),
    )
    .transform(Number)
    .openapi({ type: 'integer', minimum: 0, maximum, ...notes });

/** Whether something is so; left out: it is not. */
export const switchOnce = (description: string) =>
  once(z.enum(['true', 'false'], { error: 'must be true or false' }))
    .default('false')
    .transform((text) => text === 'true')
    .openapi({ type: 'boolean', description });

/** Which page of a list, whose cursor the answer before gave in the field `nextCursor`. */
export const pageFields = (nextCursor: string) => ({
  limit: wholeOnce(maxPageSize, {
    description: `Items of a page; 0 or left out: ${defaultPageSize}.`,
    example: 50,
  }),
  cursor: optionalOnce.pipe(z.string().default('')).openapi({
    type: 'string',
    description: `\`${nextCursor}\` of the page before, with the same query.`,
  }),
});

/** Which page of a list of the admin API. */
export const pageQuery = z.object(pageFields('next_cursor'));

/** Which page of a list of the public API, whose cursors are objects. */
export const tokenPageQuery = z.object(pageFields('next_cursor.token'));

/** An id in a path. */
export const idParam = (example: string) => z.string().min(1).max(128).openapi({ example });

/** The product that the path names. */
export const productParams = z.object({ id: idParam('prd_7h2k9m4q1x8v0c3b5n6t') });
