import { z } from '@hono/zod-openapi';
import { defaultPageSize, maxPageSize } from '../../../usecases/search-products.ts';

/** A parameter of a query that may be left out, and is given once otherwise. */
export const optionalOnce = z
  .tuple([z.string()], { error: 'must be given once' })
  .transform(([value]) => value)
  .optional();

const limitRange = `must be a whole number from 0 to ${maxPageSize}`;

/** Which page of a list. */
export const pageQuery = z.object({
  limit: optionalOnce
    .pipe(
      z
        .string()
        .regex(/^-?\d{1,9}$/, { error: limitRange })
        .optional(),
    )
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: maxPageSize,
      description: `Items of a page; 0 or left out: ${defaultPageSize}.`,
    }),
  cursor: optionalOnce.openapi({ type: 'string', description: '`next_cursor` of the page before.' }),
});
