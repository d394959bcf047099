import { z } from '@hono/zod-openapi';

/** The header of a change that is made to one state alone. */
export const ifMatch = z.object({
  'if-match': z.string().optional().openapi({
    description:
      'The `ETag` that what is changed must have, or several, or `*`: that it exists. Otherwise 412, and nothing is done.',
  }),
});
