import type { Context, HonoRequest } from 'hono';
import { abortable } from '../../concurrency/abortable.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { Failure, type FieldViolation, invalidArguments } from '../../domain/errors.ts';
import { actorOf, isUnauthenticatedCall } from '../audit/audit-desk.ts';
import { keyFromHeaders, requireScope } from '../auth/authenticator.ts';
import { peerAddress } from '../protection/caller-address.ts';
import type { LimitStatus } from '../protection/key-limiter.ts';
import type { HttpEdge } from './edge.ts';
import type { EdgeEnv, HttpOperation } from './operation.ts';
import type { Headers } from './respond.ts';

const policyOf = ({ policy, quota, windowSeconds }: LimitStatus): string => `"${policy}";q=${quota};w=${windowSeconds}`;

const leftOf = ({ policy, remaining, resetSeconds }: LimitStatus): string =>
  `"${policy}";r=${remaining};t=${resetSeconds}`;

/**
 * `RateLimit` and `RateLimit-Policy` as the IETF's draft (draft-ietf-httpapi-ratelimit-headers) has
 * them; none without a limit.
 */
const rateLimitHeaders = (standings: readonly LimitStatus[]): Headers =>
  standings.length === 0
    ? {}
    : { ratelimit: standings.map(leftOf).join(', '), 'ratelimit-policy': standings.map(policyOf).join(', ') };

const nul = '\u0000';

const isEncodedNul = /%00/;

/**
 * Throws `invalid_argument` where the path or the query of a request holds a U+0000, which no store
 * can hold and no id has. It names each parameter, before any operation reads one.
 */
const assertStorable = (request: HonoRequest): void => {
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

/**
 * What admitting a request looks at, and the headers of its answer, to which the limits of its key
 * are added.
 */
interface Admitting {
  readonly operation: Pick<HttpOperation<never, never>, 'name' | 'scope' | 'service'>;
  readonly correlationId: string;
  readonly signal: AbortSignal;
  readonly headers: Record<string, string>;
}

/** The key or token that a request brings. */
export const credentialOf = ({ req }: Context<EdgeEnv>): string | undefined =>
  keyFromHeaders(req.header('authorization'), req.header('x-api-key'));

type Admission = Pick<HttpEdge, 'auth' | 'callerAddress' | 'limiter' | 'audit'>;

/** The address that a request came from. */
export const originOf = (
  { req, env }: Context<EdgeEnv>,
  { callerAddress = peerAddress }: Pick<HttpEdge, 'callerAddress'>,
): string | undefined =>
  callerAddress({ peer: env.incoming.socket.remoteAddress, forwardedFor: req.header('x-forwarded-for') });

/**
 * Identifies the caller of a request. Throws `Failure` when the caller is unknown, its key lacks
 * the scope, its limits are reached, or its path or query holds what nothing can store. A refusal
 * is recorded where the caller is unknown, or the operation is one for operators.
 */
export const admit = async (
  context: Context<EdgeEnv>,
  edge: Admission,
  { operation, correlationId, signal, headers }: Admitting,
): Promise<Caller> => {
  const { auth, limiter, audit } = edge;
  let known: Caller | undefined;
  try {
    const authenticated = auth.authenticate(credentialOf(context), () => originOf(context, edge));
    const caller = authenticated instanceof Promise ? await abortable(authenticated, signal) : authenticated;
    known = caller;
    requireScope(caller, operation.scope);
    const admission = limiter?.admit(caller);
    if (admission !== undefined) Object.assign(headers, rateLimitHeaders(admission.standings));
    if (admission?.kind === 'refused') throw admission.failure;
  } catch (thrown) {
    if (thrown instanceof Failure && isAudited(thrown, known, operation)) {
      const request = { origin: originOf(context, edge), requestId: correlationId, operation: operation.name };
      audit?.refused({ ...actorOf(known), ...request, reason: thrown.kind });
    }
    throw thrown;
  }
  assertStorable(context.req);
  return known;
};

const isAudited = ({ kind }: Failure, known: Caller | undefined, { service }: Admitting['operation']): boolean =>
  known === undefined
    ? isUnauthenticatedCall(kind)
    : service === 'admin' && (kind === 'permission_denied' || kind === 'exhausted');
