import { z } from '@hono/zod-openapi';
import { durationText, parseDuration } from '../../../domain/duration.ts';

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

/** A duration within bounds in milliseconds, both included; read as milliseconds. */
export const duration = (description: string, minMs: number, maxMs: number, example: string) => {
  const message = `must be a duration from ${durationText(minMs)} to ${durationText(maxMs)}, for example "${example}" or "PT15M"`;
  return z
    .string({ error: message })
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms >= minMs && ms <= maxMs) return ms;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .openapi({ type: 'string', description: `${description} \`90s\`, \`15m\`, \`2h\`, \`1d\`, or ISO 8601.`, example });
};

/** The last version that another one can come after, in the 32 bits that a store has for it. */
const lastVersion = 2 ** 31 - 2;

/** The version that a change is made to, from the given one on. */
export const expectedVersion = (first: number, error: string) =>
  z.int({ error }).min(first, { error }).max(lastVersion, { error });
