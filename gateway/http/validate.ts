import type { z } from '@hono/zod-openapi';
import { type FieldViolation, invalidArguments, maxViolations } from '../../domain/errors.ts';

/** An unknown field is named back to its sender, but never at any length. */
const maxNameLength = 64;

type Path = readonly PropertyKey[];

/** What is wrong with one value: where it is, from the outermost name on, and why. */
interface Fault {
  readonly path: Path;
  readonly description: string;
}

const fieldName = (path: Path, whole: string): string =>
  path.length === 0 ? whole : path.map(String).join('.').slice(0, maxNameLength);

/**
 * Of the forms that a value may have, the one that it was meant to have: it has the fewest unknown
 * fields, then faults.
 */
const meantForm = (forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] => {
  const unknownFields = (issues: readonly z.core.$ZodIssue[]): number =>
    issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);
  return [...forms].sort((a, b) => unknownFields(a) - unknownFields(b) || a.length - b.length)[0] ?? [];
};

/** One after the other, so that nothing is made for faults that are only counted. */
function* faultsOf(issues: readonly z.core.$ZodIssue[], parent: Path = []): Generator<Fault> {
  for (const issue of issues) {
    const path = parent.length === 0 ? issue.path : [...parent, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield { path: [...path, key], description: 'is not a known field' };
    } else if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      yield* faultsOf(meantForm(issue.errors), path);
    } else yield { path, description: issue.message };
  }
}

/**
 * The value as its schema types it. Throws `invalid_argument` with a violation for the fields that
 * do not fit, each once, and the number of those beyond `maxViolations`; `whole` names what has no
 * field of its own: `body`, `query`.
 */
export const validate = <Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const byField = new Map<string, FieldViolation>();
  let leftOut = 0;
  for (const { path, description } of faultsOf(result.error.issues)) {
    const field = byField.size < maxViolations ? fieldName(path, whole) : undefined;
    if (field === undefined) leftOut += 1;
    else if (!byField.has(field)) byField.set(field, { field, description });
  }
  throw invalidArguments([...byField.values()], byField.size + leftOut);
};
