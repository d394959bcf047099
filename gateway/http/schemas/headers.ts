import { z } from '@hono/zod-openapi';

/** The header of a request that may be sent again; `made` is what it makes. */
export const idempotencyHeaders = (made: string) =>
  z.object({
    'idempotency-key': z
      .string()
      .max(255)
      .optional()
      .openapi({
        description: `The same key with the same request within a day gives the same ${made} again; with another request it is refused.`,
      }),
  });

/** The header of a change that is made to one state alone. */
export const ifMatch = z.object({
  'if-match': z.string().optional().openapi({
    description:
      'The `ETag` that what is changed must have, or several, or `*`: that it exists. Otherwise 412, and nothing is done.',
  }),
});

/** The header of a read whose answer has a tag. */
export const ifNoneMatch = z.object({
  'if-none-match': z
    .string()
    .optional()
    .openapi({ description: 'The `ETag` of an answer that you have: 304 says that it holds still.' }),
});
