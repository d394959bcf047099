import { z } from '@hono/zod-openapi';

/** The header of a read whose answer has a tag. */
export const ifNoneMatch = z.object({
  'if-none-match': z
    .string()
    .optional()
    .openapi({ description: 'The `ETag` of an answer that you have: 304 says that it holds still.' }),
});
