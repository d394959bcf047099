import { z } from 'zod';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson } from '../rows.ts';
import type { SignedIn, SignIn, SupplierConfig, SupplierResponse } from '../supplier-client.ts';
import { readTokenAnswer } from '../token-answer.ts';

/**
 * Signing in to Digi-Key: by client credentials, or on behalf of a user when the secret holds the
 * `refreshToken` that the user granted. Each refresh token is good for one use and brings the next
 * one; a second user of the same one ends the first's.
 */

const path = '/v1/oauth2/token';

const rotated = z.object({ refresh_token: z.string().min(1) });

/** How the credential signs in. Throws RangeError when the secret lacks something. */
export const digikeySignIn = (config: SupplierConfig): SignIn => {
  const client_id = secretOf(config, 'clientId');
  const client_secret = secretOf(config, 'clientSecret');
  const { refreshToken: granted } = config.secret;
  return {
    request: ({ refreshToken = granted }) => ({
      method: 'POST',
      url: endpointUrl(config.baseUrl, path),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        client_id,
        client_secret,
        ...(refreshToken ? { grant_type: 'refresh_token', refresh_token: refreshToken } : clientCredentials),
      }).toString(),
      endpoint: 'session',
      safePath: path,
      cost: 1,
    }),
    read: granted ? readRotated : readTokenAnswer,
  };
};

const clientCredentials = { grant_type: 'client_credentials' };

const readRotated = (response: SupplierResponse): SignedIn => {
  const signedIn = readTokenAnswer(response);
  const next = readJson(response.body, rotated)?.refresh_token;
  return signedIn.kind === 'malformed' || next === undefined ? signedIn : { ...signedIn, refreshToken: next };
};
