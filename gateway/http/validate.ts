import type { z } from '@hono/zod-openapi';
import type { FieldViolation } from '../../domain/errors.ts';
import { invalidArgument } from '../../domain/errors.ts';

/** An unknown field is named back to its sender, but never at any length. */
const maxNameLength = 64;

const fieldName = (path: readonly PropertyKey[], whole: string): string =>
  path.length === 0 ? whole : path.map(String).join('.').slice(0, maxNameLength);

const violationsOf = (issue: z.core.$ZodIssue, whole: string): FieldViolation[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ field: fieldName([...issue.path, key], whole), description: 'is not a known field' }))
    : [{ field: fieldName(issue.path, whole), description: issue.message }];

/**
 * The value as its schema types it. Throws `invalid_argument` with one violation for every field that does not fit; `whole`
 * names what has no field of its own: `body`, `query`.
 */
export const validate = <Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const byField = new Map<string, FieldViolation>();
  for (const violation of result.error.issues.flatMap((issue) => violationsOf(issue, whole))) {
    if (!byField.has(violation.field)) byField.set(violation.field, violation);
  }
  throw invalidArgument(...byField.values());
};
