import { z } from 'zod';
import { readJson } from './rows.ts';
import type { SignedIn, SupplierResponse } from './supplier-client.ts';

/**
 * A token endpoint's answer by RFC 6749, section 5.1; a refresh token is taken only by plug-ins
 * that have a use for it.
 */
const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** The session that an answer of a token endpoint opens. */
export const readTokenAnswer = (response: SupplierResponse): SignedIn => {
  const read = readJson(response.body, granted);
  return read === undefined
    ? { kind: 'malformed', reason: 'no session in the answer' }
    : { kind: 'session', token: read.access_token, lifetimeMs: read.expires_in * 1000 };
};
