import type { Context } from 'hono';
import type { Caller, Scope } from '../../domain/caller.ts';
import { keyFromHeaders, requireScope } from '../auth.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { EdgeEnv, HttpEdge } from './edge.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** What admitting a request looks at, and the headers of its answer, to which the limits of its key are added. */
interface Admitting {
  readonly scope: Scope;
  readonly signal: AbortSignal;
  readonly headers: Record<string, string>;
}

/** Tells who sends a request. Throws `Failure` when nobody known does, its key lacks the scope, or its limits are reached. */
export const admit = async (
  { req }: Context<EdgeEnv>,
  { auth, limiter }: Pick<HttpEdge, 'auth' | 'limiter'>,
  { scope, signal, headers }: Admitting,
): Promise<Caller> => {
  const key = keyFromHeaders(req.header('authorization'), req.header('x-api-key'));
  const known = auth.authenticate(key);
  const caller = known instanceof Promise ? await unlessAborted(known, signal) : known;
  requireScope(caller, scope);
  const admission = limiter?.admit(caller);
  if (admission !== undefined) Object.assign(headers, rateLimitHeaders(admission.standings));
  if (admission?.kind === 'refused') throw admission.failure;
  return caller;
};
