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
