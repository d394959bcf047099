import { hash } from 'node:crypto';
import type { Caller, Scope } from '../../domain/callers/caller.ts';
import type { CallerStore } from '../../domain/callers/ports.ts';
import { holdsScope } from '../../domain/callers/rights.ts';
import { Failure, isFailure } from '../../domain/errors.ts';
import type { AuthFailure } from '../../telemetry/metrics.ts';
import { createExpiringMap } from '../cache/expiring-map.ts';
import { networkOf } from '../protection/caller-address.ts';
import type { FailureLimiter } from '../protection/failure-limiter.ts';
import type { MaybePromise } from '../request/maybe-promise.ts';
import { type AddressOf, createCallerCache, type KnownCaller } from './caller-cache.ts';
import { isKeyForm } from './key-form.ts';
import { isWebToken, type TokenVerifier } from './web-tokens.ts';

/**
 * Who calls. A key is sent as `authorization: Bearer KEY` or `x-api-key: KEY`; only its SHA-256 is
 * stored and looked up. A signed web token is sent in the same way, where an issuer is configured.
 *
 * A lookup is remembered for less than two seconds, so that a revoked key works no longer than that
 * wherever it is used, and is renewed in the background while the key is in use, so that only the
 * first request waits; `forget` ends what is remembered at once. An unknown key is remembered for a
 * second, so that a wrong key in a loop costs one query a second; failures of an address are
 * limited (`protection/failure-limiter.ts`), so that wrong keys cost some. Requests that bring one
 * key at one time share one query. When the store does not answer, nothing is remembered and the
 * failure (`unavailable`) goes to every request that waited. Missing, malformed, unknown and
 * revoked keys get one and the same answer. What is remembered is held under the key itself:
 * hashing each request's key would cost more than everything else here.
 */
export interface Authenticator {
  /**
   * The caller behind a key or token, at once when it is remembered. Rejects with a `Failure` of
   * kind `unauthenticated`, `unavailable` when the store is down, or `exhausted` when the address
   * has failed too often. Without `addressOf` every caller counts for one address.
   */
  authenticate(credential: string | undefined, addressOf?: AddressOf): MaybePromise<Caller>;
  /** Something about these customers has changed: their keys and tokens are looked up anew. */
  forget(customerIds: readonly string[]): void;
}

/** What an authenticator needs. */
export interface AuthenticatorDependencies {
  readonly callers: Pick<CallerStore, 'byKeyHash'>;
  /** Verifies web tokens; left out: there are none. */
  readonly tokens?: TokenVerifier | undefined;
  /** Limits failures of an address; left out: they are not limited. */
  readonly failures?: FailureLimiter | undefined;
  /** Called with the reason of a refusal; left out: not recorded. */
  readonly onRefused?: (reason: AuthFailure) => void;
  /** The injected clock. */
  readonly now: () => Date;
}

const nowhere: AddressOf = () => undefined;

const unknownForMs = 1_000;
const maxUnknown = 1_000;

const byToken = async (
  token: string,
  { verify }: TokenVerifier,
  onRefused: AuthenticatorDependencies['onRefused'],
): Promise<KnownCaller> => {
  try {
    return await verify(token);
  } catch (error) {
    onRefused?.(isFailure(error, 'unauthenticated') ? 'bad_token' : 'unavailable');
    throw error;
  }
};

/** Makes the authenticator of one process. */
export const createAuthenticator = (options: AuthenticatorDependencies): Authenticator => {
  const { callers, tokens, failures, onRefused, now } = options;
  const unknown = createExpiringMap<true>(maxUnknown, unknownForMs);

  const refuse = (reason: AuthFailure): Failure => {
    onRefused?.(reason);
    return unauthenticated();
  };

  /** Refuses what nothing need be asked for. */
  const refuseKnownBad = (key: string): void => {
    if (!isKeyForm(key)) throw refuse('malformed');
    if (unknown.get(key, now().getTime())) throw refuse('unknown_key');
  };

  const byKey = async (key: string): Promise<KnownCaller> => {
    const caller = await callers.byKeyHash(keyHash(key));
    if (caller !== undefined) return { caller, expiresAtMs: Number.POSITIVE_INFINITY };
    unknown.set(key, true, now().getTime());
    throw refuse('unknown_key');
  };

  const lookUp = (credential: string): (() => Promise<KnownCaller>) => {
    if (tokens !== undefined && isWebToken(credential)) return () => byToken(credential, tokens, onRefused);
    refuseKnownBad(credential);
    return () => byKey(credential);
  };

  const memory = createCallerCache({
    lookUp: async (credential, addressOf) => {
      const ask = lookUp(credential);
      return failures === undefined ? ask() : failures.attempt(credential, addressOf && networkOf(addressOf()), ask);
    },
    now,
  });

  return {
    authenticate: (credential, addressOf = nowhere) =>
      credential === undefined ? Promise.reject(refuse('missing')) : memory.callerOf(credential, addressOf),
    forget: memory.forget,
  };
};

/**
 * The key of a request from its two possible headers; `x-api-key` counts when there is no bearer
 * token.
 */
export const keyFromHeaders = (authorization: string | undefined, apiKey: string | undefined): string | undefined => {
  const bearer = authorization === undefined ? null : bearerToken.exec(authorization);
  return bearer?.[1] ?? apiKey;
};

const bearerToken = /^bearer +(\S+) *$/i;

/** Throws `Failure` of kind `permission_denied`, naming the scope, unless the caller holds it. */
export const requireScope = (caller: Caller, scope: Scope): void => {
  if (!holdsScope(caller.scopes, scope)) {
    throw new Failure('permission_denied', `the API key lacks the scope "${scope}"`);
  }
};

/** The SHA-256 of a whole key: what is stored of it. */
export const keyHash = (key: string): Uint8Array => hash('sha256', key, 'buffer');

const keyAlphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * How many random bytes `newApiKey` takes: five bits of each make one of its characters, 160 bits
 * in all.
 */
export const apiKeyRandomBytes = 32;

/** A new key, `os_` and 32 characters of base 32, from `apiKeyRandomBytes` random bytes. */
export const newApiKey = (random: Uint8Array): string => {
  if (random.length < apiKeyRandomBytes) throw new RangeError(`a key needs ${apiKeyRandomBytes} random bytes`);
  return `os_${Array.from(random.subarray(0, apiKeyRandomBytes), (byte) => keyAlphabet[byte & 31]).join('')}`;
};

const unauthenticated = (): Failure =>
  new Failure('unauthenticated', 'no valid API key; send one as "authorization: Bearer KEY" or "x-api-key: KEY"');
