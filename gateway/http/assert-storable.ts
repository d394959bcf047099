import type { HonoRequest } from 'hono';
import { type FieldViolation, invalidArguments } from '../../domain/errors.ts';

const nul = '\u0000';

const isEncodedNul = /%00/;

/**
 * Throws `invalid_argument` where the path or the query of a request holds a U+0000, which no store
 * can hold and no id has. It names each parameter, before any operation reads one.
 */
export const assertStorable = (request: HonoRequest): void => {
  if (!isEncodedNul.test(request.url)) return;
  const violations: FieldViolation[] = [];
  const check = (field: string, text: string): void => {
    if (text.includes(nul)) violations.push({ field, description: 'must not hold U+0000' });
  };
  for (const [name, text] of Object.entries(request.param())) check(name, String(text));
  for (const [name, texts] of Object.entries(request.queries())) {
    check('query', name);
    for (const text of texts) check(name, text);
  }
  if (violations.length > 0) throw invalidArguments(violations);
};
