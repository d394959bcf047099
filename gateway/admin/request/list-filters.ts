import { z } from '@hono/zod-openapi';
import { optionalOnce } from '../../http/operations/parameters.ts';

/**
 * What lists of the admin API are narrowed down by. What is empty narrows nothing down, as a form
 * sends what was left empty.
 */

const filledOnce = optionalOnce.transform((given) => given || undefined);

/** Names what was asked for, for a cursor: nothing where that is nothing. */
export const narrowedBy = (query: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.values(query).every((value) => value === undefined) ? [] : [JSON.stringify(query)];

/** Whether something is so; left out: either way. */
export const flagOnce = (description: string) =>
  filledOnce
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).optional())
    .transform((given) => (given === undefined ? undefined : given === 'true'))
    .openapi({ type: 'boolean', description });

/** An id of something else that they name. */
export const idOnce = (description: string) => filledOnce.openapi({ type: 'string', description });

/** A piece of text. */
export const textOnce = (where: string) =>
  filledOnce.openapi({ type: 'string', description: `Only those whose ${where} contains it, in any case.` });

/** One of few words. */
export const oneOfOnce = <Word extends string>(words: readonly Word[], description: string) =>
  filledOnce
    .pipe(z.enum(words, { error: `must be one of ${words.join(', ')}` }).optional())
    .openapi({ type: 'string', enum: [...words], description });
