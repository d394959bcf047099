import { z } from '@hono/zod-openapi';

/** As it stands a pattern of JSON Schema: no flags, no class that other languages do not know. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: They are what it refuses.
const printable = /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f]+$/;

/** Text that must be given: not blank, bounded, free of control characters. */
export const requiredText = (maxLength: number, description: string, example?: string) => {
  const error = `must be text of 1 to ${maxLength} characters without control characters`;
  return z
    .string({ error })
    .max(maxLength, { error })
    .regex(printable, { error })
    .openapi({ description, ...(example === undefined ? {} : { example }) });
};

/** The id of a supplier in a path. */
export const supplierParams = z.object({ supplier: z.string().openapi({ example: 'acme' }) });
