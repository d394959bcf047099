import { z } from '@hono/zod-openapi';
import { defaultPageSize, maxPageSize } from '../../request/paging.ts';

/** A parameter of a query that may be left out, and is given once otherwise. */
export const optionalOnce = z
  .tuple([z.string()], { error: 'must be given once' })
  .transform(([value]) => value)
  .optional();

const limitRange = `must be a whole number from 0 to ${maxPageSize}`;

/** Which page of a list, whose cursor the answer before gave in the field `nextCursor`. */
export const pageFields = (nextCursor: string) => ({
  limit: optionalOnce
    .pipe(
      z
        .string()
        .regex(/^-?\d{1,9}$/, { error: limitRange })
        .default('0'),
    )
    .transform(Number)
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: maxPageSize,
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
