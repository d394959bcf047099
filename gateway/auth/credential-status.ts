import type { Caller } from '../../domain/callers/caller.ts';
import type { CallerStore, CustomerStore, KeyStatus } from '../../domain/callers/ports.ts';
import { Failure, isFailure } from '../../domain/errors.ts';
import { keyHash } from './authenticator.ts';
import { isWebToken, type TokenVerifier } from './web-tokens.ts';

/** A key or token that was authenticated before, with the caller that it was then. */
export interface Credential {
  readonly credential: string;
  readonly caller: Caller;
}

/** What a credential is worth now. */
export type CredentialStatus =
  | { readonly kind: 'valid'; readonly caller: Caller }
  /** It is worth nothing any more; the failure says why. */
  | { readonly kind: 'over'; readonly failure: Failure };

/** What the standing of credentials is read from. */
export interface CredentialStatusDependencies {
  readonly callers: Pick<CallerStore, 'keyStatuses'>;
  readonly customers: Pick<CustomerStore, 'named'>;
  /** Left out: there are no web tokens. */
  readonly tokens?: Pick<TokenVerifier, 'recheck'> | undefined;
}

/** Reads what credentials are worth now, in the order in which they were given. */
export type ReadCredentialStatuses = (credentials: readonly Credential[]) => Promise<readonly CredentialStatus[]>;

/**
 * Makes the reader. Whatever the number of credentials, it makes one query for all keys and one for
 * the customers of all tokens. Database down: it rejects with `unavailable`.
 */
export const createReadCredentialStatuses =
  ({ callers, customers, tokens }: CredentialStatusDependencies): ReadCredentialStatuses =>
  async (credentials) => {
    const isToken = (credential: string): boolean => tokens !== undefined && isWebToken(credential);
    const keys = credentials.filter(({ credential }) => !isToken(credential));
    const customerIds = credentials
      .filter(({ credential }) => isToken(credential))
      .map(({ caller }) => caller.customerId);
    const [ofKeys, byId] = await Promise.all([
      keys.length === 0 ? [] : callers.keyStatuses(keys.map(({ credential }) => keyHash(credential))),
      customerIds.length === 0 ? new Map<string, never>() : customers.named([...new Set(customerIds)]),
    ]);
    const standingOfKey = ofKeys.values();
    return credentials.map(({ credential, caller }) => {
      if (tokens === undefined || !isToken(credential)) return ofKey(standingOfKey.next().value);
      try {
        return { kind: 'valid', caller: tokens.recheck(credential, byId.get(caller.customerId)).caller };
      } catch (error) {
        if (isFailure(error, 'unauthenticated')) return { kind: 'over', failure: error };
        throw error;
      }
    });
  };

const whyOver = {
  revoked: 'the API key was revoked',
  expired: 'the API key has expired',
  replaced: 'the API key was rotated, and this secret of it is not valid any more',
  unknown: 'the API key is not known any more',
} as const satisfies Record<Exclude<KeyStatus['kind'], 'valid'>, string>;

const ofKey = (standing: KeyStatus = { kind: 'unknown' }): CredentialStatus =>
  standing.kind === 'valid'
    ? standing
    : { kind: 'over', failure: new Failure('unauthenticated', whyOver[standing.kind]) };
