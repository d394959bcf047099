import { z } from '@hono/zod-openapi';

/** Text that must be given: not blank, bounded, free of control characters. */
export const requiredText = (maxLength: number, description: string, example?: string) => {
  const error = `must be text of 1 to ${maxLength} characters without control characters`;
  return z
    .string({ error })
    .max(maxLength, { error })
    .regex(/^(?=.*\S)\P{Cc}+$/u, { error })
    .openapi({ description, ...(example === undefined ? {} : { example }) });
};

/** The id of a supplier in a path. */
export const supplierParams = z.object({ supplier: z.string().openapi({ example: 'acme' }) });
