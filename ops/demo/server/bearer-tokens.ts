import { randomUUID } from 'node:crypto';

/** The tokens that a demo supplier has given out, each good for a while. */
export interface BearerTokens {
  /** A new token. */
  open(): string;
  /** What becomes of a request with this `Authorization` header. */
  check(authorization: string | undefined): 'good' | 'expired' | 'unknown';
}

/** No tokens yet. `now` is in milliseconds since the epoch. */
export const createBearerTokens = (ttlMs: number, now: () => number): BearerTokens => {
  const endsAt = new Map<string, number>();
  return {
    open: () => {
      const token = randomUUID();
      endsAt.set(token, now() + ttlMs);
      return token;
    },
    check: (authorization) => {
      const end = endsAt.get(authorization?.replace(/^Bearer /, '') ?? '');
      if (end === undefined) return 'unknown';
      return now() < end ? 'good' : 'expired';
    },
  };
};
