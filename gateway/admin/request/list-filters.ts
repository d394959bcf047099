import { z } from '@hono/zod-openapi';
import { optionalOnce } from '../../http/operations/page-query.ts';

/** What lists of the admin API are narrowed down by. */

/** Whether something is so; left out: either way. */
export const flagOnce = (description: string) =>
  optionalOnce
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }).optional())
    .transform((given) => (given === undefined ? undefined : given === 'true'))
    .openapi({ type: 'boolean', description });

/** The id of what is named in those that are asked for. */
export const namedOnce = (what: string) =>
  optionalOnce.openapi({ type: 'string', description: `Only those that name ${what}.` });

/** A piece of text. */
export const textOnce = (where: string) =>
  optionalOnce.openapi({ type: 'string', description: `Only those whose ${where} contains it, in any case.` });

/** One of few words. */
export const oneOfOnce = <Word extends string>(words: readonly Word[], description: string) =>
  optionalOnce
    .pipe(z.enum(words, { error: `must be one of ${words.join(', ')}` }).optional())
    .openapi({ type: 'string', enum: [...words], description });
