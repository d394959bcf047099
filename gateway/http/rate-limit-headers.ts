import type { LimitStatus } from '../protection/key-limiter.ts';
import type { Headers } from './respond.ts';

const policyOf = ({ policy, quota, windowSeconds }: LimitStatus): string => `"${policy}";q=${quota};w=${windowSeconds}`;

const leftOf = ({ policy, remaining, resetSeconds }: LimitStatus): string =>
  `"${policy}";r=${remaining};t=${resetSeconds}`;

/**
 * `RateLimit` and `RateLimit-Policy` as the IETF's draft (draft-ietf-httpapi-ratelimit-headers) has
 * them; none without a limit.
 */
export const rateLimitHeaders = (standings: readonly LimitStatus[]): Headers =>
  standings.length === 0
    ? {}
    : { ratelimit: standings.map(leftOf).join(', '), 'ratelimit-policy': standings.map(policyOf).join(', ') };
