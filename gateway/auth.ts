import { hash } from 'node:crypto';
import type { Caller, Scope } from '../domain/caller.ts';
import { Failure } from '../domain/errors.ts';
import type { CallerStore } from '../domain/ports.ts';

/**
 * Who calls. A key is sent as `authorization: Bearer KEY` or `x-api-key: KEY`; only its SHA-256 is stored and looked up.
 *
 * A lookup is remembered: a known key for ten seconds, so that a revoked one works no longer than that, an unknown one for
 * one second, so that a wrong key in a loop costs one query a second. Requests that bring one key at one time share one
 * query. When the store does not answer, nothing is remembered and the failure (`unavailable`) goes to every request that
 * waited. Missing, malformed, unknown and revoked keys get one and the same answer. What is remembered is held under the key
 * itself: hashing each request's key would cost more than everything else here.
 */
export interface Authenticator {
  /** The caller behind a key. Throws `Failure` of kind `unauthenticated`, or `unavailable` when the store is down. */
  authenticate(key: string | undefined): Promise<Caller>;
}

/** What an authenticator needs. */
export interface AuthenticatorOptions {
  readonly callers: Pick<CallerStore, 'byKeyHash'>;
  /** The injected clock. */
  readonly now: () => Date;
}

const knownForMs = 10_000;
const unknownForMs = 1_000;
const maxKnown = 10_000;
const maxUnknown = 1_000;

/** Visible ASCII without blanks. Keys made here are `os_` and 32 characters; an operator may set other first keys. */
const wellFormed = /^[\x21-\x7e]{8,256}$/;

/** Makes the authenticator of one process. */
export const createAuthenticator = ({ callers, now }: AuthenticatorOptions): Authenticator => {
  const known = createExpiringMap<Caller>(maxKnown, knownForMs);
  const unknown = createExpiringMap<true>(maxUnknown, unknownForMs);
  const pending = new Map<string, Promise<Caller | undefined>>();

  const lookUp = async (key: string): Promise<Caller | undefined> => {
    try {
      const caller = await callers.byKeyHash(keyHash(key));
      if (caller === undefined) unknown.set(key, true, now().getTime());
      else known.set(key, caller, now().getTime());
      return caller;
    } finally {
      pending.delete(key);
    }
  };

  const lookUpOnce = (key: string): Promise<Caller | undefined> => {
    const running = pending.get(key);
    if (running !== undefined) return running;
    const started = lookUp(key);
    pending.set(key, started);
    return started;
  };

  return {
    authenticate: async (key) => {
      if (key === undefined) throw unauthenticated();
      const nowMs = now().getTime();
      const remembered = known.get(key, nowMs);
      if (remembered !== undefined) return remembered;
      if (!wellFormed.test(key) || unknown.get(key, nowMs)) throw unauthenticated();
      const caller = await lookUpOnce(key);
      if (caller === undefined) throw unauthenticated();
      return caller;
    },
  };
};

/** The key of a request from its two possible headers; `x-api-key` counts when there is no bearer token. */
export const keyFromHeaders = (authorization: string | undefined, apiKey: string | undefined): string | undefined => {
  const bearer = authorization === undefined ? null : bearerToken.exec(authorization);
  return bearer?.[1] ?? apiKey;
};

const bearerToken = /^bearer +(\S+) *$/i;

/** Throws `Failure` of kind `permission_denied`, naming the scope, unless the caller holds it. */
export const requireScope = (caller: Caller, scope: Scope): void => {
  if (!caller.scopes.includes(scope)) {
    throw new Failure('permission_denied', `the API key lacks the scope "${scope}"`);
  }
};

/** The SHA-256 of a whole key: what is stored of it. */
export const keyHash = (key: string): Uint8Array => hash('sha256', key, 'buffer');

const keyAlphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** How many random bytes `newApiKey` takes: five bits of each make one of its characters, 160 bits in all. */
export const apiKeyRandomBytes = 32;

/** A new key, `os_` and 32 characters of base 32, from `apiKeyRandomBytes` random bytes. */
export const newApiKey = (random: Uint8Array): string => {
  if (random.length < apiKeyRandomBytes) throw new RangeError(`a key needs ${apiKeyRandomBytes} random bytes`);
  return `os_${Array.from(random.subarray(0, apiKeyRandomBytes), (byte) => keyAlphabet[byte & 31]).join('')}`;
};

const unauthenticated = (): Failure =>
  new Failure('unauthenticated', 'no valid API key; send one as "authorization: Bearer KEY" or "x-api-key: KEY"');

interface ExpiringMap<Value> {
  get(key: string, nowMs: number): Value | undefined;
  set(key: string, value: Value, nowMs: number): void;
}

/** Values that are forgotten after `ttlMs`, and oldest first beyond `capacity`. */
const createExpiringMap = <Value>(capacity: number, ttlMs: number): ExpiringMap<Value> => {
  const entries = new Map<string, { value: Value; expiresAtMs: number }>();
  return {
    get: (key, nowMs) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.expiresAtMs > nowMs) return entry?.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value, nowMs) => {
      entries.delete(key);
      entries.set(key, { value, expiresAtMs: nowMs + ttlMs });
      const oldest = entries.keys().next();
      if (entries.size > capacity && !oldest.done) entries.delete(oldest.value);
    },
  };
};
