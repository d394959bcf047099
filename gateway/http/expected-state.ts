import type { Context } from 'hono';
import { expectedTags } from '../../domain/audit/state-tag.ts';
import { Failure } from '../../domain/errors.ts';
import type { EdgeEnv } from './edge-env.ts';
import type { HttpOperation } from './operation.ts';

const refused = (description: string): Failure =>
  new Failure('invalid_argument', `if-match: ${description}`, { violations: [{ field: 'if-match', description }] });

/**
 * The tags that a request's `If-Match` names; undefined: it has none. Throws `invalid_argument`
 * where the header is not well-formed, or the operation would do its work in spite of it.
 */
export const expectedState = (
  { req }: Context<EdgeEnv>,
  { isConditional }: Pick<HttpOperation<never, never>, 'isConditional'>,
): readonly string[] | undefined => {
  const header = req.header('if-match');
  if (header === undefined) return undefined;
  if (!isConditional) throw refused('is not for this operation');
  const tags = expectedTags(header);
  if (tags === undefined) throw refused('must be * or ETags in quotation marks, 20 at most');
  return tags;
};
