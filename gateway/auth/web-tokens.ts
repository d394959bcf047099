/**
 * Signed web tokens (RFC 7519) of one issuer as callers' credentials.
 *
 * A token must be signed with one of the allowed algorithms, all of them asymmetric, by a key of
 * the issuer's published set (JWKS), for our audience, within its time give or take the clock skew,
 * and must name a customer that there is. The set is fetched at the first token, renewed every few
 * minutes, and at once when a token names a key that it lacks, but not again within the cool-down.
 *
 * Issuer down: keys that were fetched go on being used; a token that needs another one gets
 * `unavailable`, and the issuer is asked again after some seconds. Database down: `unavailable`.
 */
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { type Scope, scopes } from '../../domain/callers/caller.ts';
import type { Customer, CustomerStore } from '../../domain/callers/ports.ts';
import { Failure, unavailable } from '../../domain/errors.ts';
import type { KnownCaller } from './caller-cache.ts';

/** How tokens are judged. */
export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** Of `tokenAlgorithms`. */
  readonly algorithms: readonly string[];
  readonly clockSkewMs: number;
  readonly claims: {
    /** Holds the id of the customer. */
    readonly customer: string;
    /**
     * Holds a list of groups, or their names between blanks; undefined: the groups are those of the
     * customer here.
     */
    readonly groups: string | undefined;
    /**
     * Holds a list of scopes, or their names between blanks; names of others' scopes are passed
     * over.
     */
    readonly scopes: string;
  };
}

/** Dependencies of the verifier. */
export interface TokenVerifierDependencies {
  readonly rules: TokenRules;
  readonly customers: Pick<CustomerStore, 'get'>;
  /** Fetches the keys; follows no redirect. */
  readonly fetch: typeof fetch;
  /** The injected clock. */
  readonly now: () => Date;
  /** Least time between two fetches for keys that are missing; 30 s when left out. */
  readonly coolDownMs?: number;
}

/** Verifies tokens. */
export interface TokenVerifier {
  /**
   * Throws `unauthenticated`, or `unavailable` when the issuer's keys or the store cannot be had.
   */
  verify(token: string): Promise<KnownCaller>;
  /**
   * What a token that was verified before is worth now, given its customer as it is now. The
   * signature is not looked at again. Throws `unauthenticated` when its time is over or its
   * customer is gone.
   */
  recheck(token: string, customer: TokenCustomer | undefined): KnownCaller;
}

/** What a token's caller takes from its customer. */
export type TokenCustomer = Pick<Customer, 'groupIds' | 'deliveryZone' | 'currency'>;

/**
 * The algorithms that may be allowed. Those with a shared secret are excluded: a verifier could
 * also sign.
 */
export const tokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** Longest token that is looked at, in characters. */
const maxTokenLength = 8_192;

const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Whether it looks like a web token; no API key made here does. */
export const isWebToken = (credential: string): boolean =>
  credential.length <= maxTokenLength && tokenForm.test(credential);

const renewedAfterMs = 5 * 60_000;
const fetchTimeoutMs = 3_000;
const usualCoolDownMs = 30_000;
/** After a fetch that failed the issuer is left alone for so long. */
const restMs = 5_000;

/** Makes a verifier; fetches nothing yet. */
export const createTokenVerifier = (options: TokenVerifierDependencies): TokenVerifier => {
  const { rules, customers, now } = options;
  const keys = createRemoteJWKSet(new URL(rules.jwksUrl), {
    cooldownDuration: options.coolDownMs ?? usualCoolDownMs,
    // Keys are renewed here, and kept while the issuer is down.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    timeoutDuration: fetchTimeoutMs,
    [customFetch]: restingFetch(options.fetch, now),
  });
  let renewAtMs = now().getTime() + renewedAfterMs;

  const renewInTime = (): void => {
    const nowMs = now().getTime();
    if (nowMs < renewAtMs || keys.jwks() === undefined) return;
    renewAtMs = nowMs + renewedAfterMs;
    keys.reload().catch(() => undefined);
  };

  const claimsOf = async (token: string): Promise<JWTPayload> => {
    renewInTime();
    const { payload } = await jwtVerify(token, keys, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: [...rules.algorithms],
      clockTolerance: rules.clockSkewMs / 1_000,
      requiredClaims: ['exp'],
      currentDate: now(),
    });
    return payload;
  };

  return {
    verify: async (token) => {
      const claims = await claimsOf(token).catch((error: unknown) => {
        throw failureOf(error);
      });
      return knownCaller(rules, claims, await customers.get(customerOf(rules, claims)));
    },

    recheck: (token, customer) => {
      const known = knownCaller(rules, decodeJwt(token), customer);
      if (known.expiresAtMs <= now().getTime()) throw refused('has expired');
      return known;
    },
  };
};

/** The id of the customer that a token names. */
const customerOf = ({ claims: names }: TokenRules, claims: JWTPayload): string => {
  const customerId = claims[names.customer];
  if (typeof customerId !== 'string' || !isName(customerId)) throw refused('names no customer');
  return customerId;
};

/** The caller of a token with these claims. */
const knownCaller = (rules: TokenRules, claims: JWTPayload, customer: TokenCustomer | undefined): KnownCaller => {
  const customerId = customerOf(rules, claims);
  if (customer === undefined) throw refused('names a customer that is not known here');
  const { groups, scopes: scopeClaim } = rules.claims;
  const subject = claims.sub ?? customerId;
  if (!isName(subject)) throw refused('has a subject that cannot be used');
  return {
    caller: {
      keyId: `jwt:${subject}`,
      customerId,
      groupIds: groups === undefined ? customer.groupIds : namesOf(claims[groups]),
      scopes: namesOf(claims[scopeClaim]).filter(isScope),
      deliveryZone: customer.deliveryZone,
      currency: customer.currency,
    },
    expiresAtMs: (claims.exp ?? 0) * 1_000 + rules.clockSkewMs,
  };
};

/**
 * Fetches, but after a failure fails at once for a while: unknown keys must not become requests to
 * an issuer in need.
 */
const restingFetch = (fetch: typeof globalThis.fetch, now: () => Date): typeof globalThis.fetch => {
  let restUntilMs = 0;
  return async (url, init) => {
    if (now().getTime() < restUntilMs) throw new TypeError('the issuer is left alone for a moment');
    try {
      const answer = await fetch(url, init);
      if (answer.ok) return answer;
      throw new TypeError(`the issuer answered ${answer.status}`);
    } catch (error) {
      restUntilMs = now().getTime() + restMs;
      throw error;
    }
  };
};

/**
 * What is the token's fault is told apart from an issuer that does not answer, or answers no key
 * set.
 */
const failureOf = (error: unknown): Failure => {
  if (error instanceof errors.JWTExpired) return refused('has expired');
  const isIssuersFault =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC';
  if (isIssuersFault) return unavailable('the keys of the token issuer cannot be had', restMs, error);
  return refused('is not valid here');
};

const refused = (why: string): Failure => new Failure('unauthenticated', `the token ${why}`);

const maxNameLength = 128;

const isName = (text: string): boolean => /^[\x21-\x7e]+$/.test(text) && text.length <= maxNameLength;

const namesOf = (claim: unknown): readonly string[] => {
  const names: readonly unknown[] = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(' ') : [];
  return names.filter((name): name is string => typeof name === 'string' && isName(name));
};

const isScope = (name: string): name is Scope => (scopes as readonly string[]).includes(name);
