import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { BearerTokens } from '../server/bearer-tokens.ts';

/**
 * `POST /v1/oauth2/token` of Digi-Key: client credentials, or a refresh token that a user has
 * granted. A refresh token is good for one use; its answer brings the next one, and the old one is
 * refused.
 */

/** Who may sign in. */
export interface DigikeyApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The first refresh token; left out: none was granted. */
  readonly refreshToken?: string;
}

/** How long a token lasts. */
export const tokenTtlSeconds = 599;

/** Adds the endpoint. */
export const addTokenEndpoint = (server: Hono, app: DigikeyApp, tokens: BearerTokens): void => {
  let current = app.refreshToken;
  const granted = (more: object = {}): object => ({
    access_token: tokens.open(),
    expires_in: tokenTtlSeconds,
    token_type: 'Bearer',
    ...more,
  });
  server.post('/v1/oauth2/token', async (context: Context) => {
    const form = await context.req.parseBody();
    if (form.client_id !== app.clientId || form.client_secret !== app.clientSecret) {
      return context.json({ error: 'invalid_client', error_description: 'The client is not known.' }, 401);
    }
    if (form.grant_type === 'client_credentials') return context.json(granted());
    if (form.grant_type !== 'refresh_token') return context.json({ error: 'unsupported_grant_type' }, 400);
    if (current === undefined || form.refresh_token !== current) return context.json({ error: 'invalid_grant' }, 400);
    current = randomUUID();
    return context.json(granted({ refresh_token: current, refresh_token_expires_in: 7_776_000 }));
  });
};
