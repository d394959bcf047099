import { defaultKeyLimits, type KeyLimits } from '../../../domain/callers/key-limits.ts';
import type {
  ApiKey,
  ApiKeyStore,
  CustomerStore,
  KeyGuard,
  KeyProperties,
  OfApiKey,
} from '../../../domain/callers/ports.ts';
import { scopeBeyondRights } from '../../../domain/callers/rights.ts';
import { Failure, notFound } from '../../../domain/errors.ts';
import { keyHash } from '../../auth/authenticator.ts';
import { checkId, type Finding, throwIfAny } from '../../request/check.ts';
import type { RequestContext, UseCase } from '../../request/request-context.ts';
import type { OfCustomer } from '../customers/manage.ts';
import { changeBy } from '../request/change-by.ts';

/** What may be chosen about a key; of a limit, null means the configured one. */
export interface KeySettings {
  readonly label: string | undefined;
  readonly scopes: KeyProperties['scopes'] | undefined;
  /** Null: never. */
  readonly expiresAt: Date | null | undefined;
  readonly limits: { readonly [Part in keyof KeyProperties['limits']]?: number | null | undefined } | undefined;
}

/** A key to be created. */
export interface NewKey extends OfCustomer {
  readonly label: string;
  readonly scopes: KeyProperties['scopes'];
  readonly expiresAt: KeySettings['expiresAt'];
  readonly limits: KeySettings['limits'];
}

/** A key with its secret, which is shown this once and stored nowhere. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** What operators do to API keys. Every change is told to all processes. */
export interface ApiKeyCases {
  readonly createKey: UseCase<NewKey, IssuedKey>;
  readonly updateKey: UseCase<OfApiKey & Partial<KeySettings>, ApiKey>;
  readonly rotateKey: UseCase<OfApiKey & { readonly overlapMs: number }, IssuedKey>;
  readonly revokeKey: UseCase<OfApiKey, ApiKey>;
  readonly listKeys: UseCase<OfCustomer, readonly ApiKey[]>;
}

/** What it is made of. */
interface Dependencies {
  readonly customers: CustomerStore;
  readonly apiKeys: ApiKeyStore;
  readonly newKeyId: () => string;
  /** A new API key. */
  readonly newSecret: () => string;
  /**
   * Told every secret that arrives, before anything else is done with it, so that none is ever
   * shown.
   */
  readonly onSecret: (secret: string, slot: string) => void;
  /** Tells every process to forget what it remembers of the keys of these customers. */
  readonly announceCallers: (customerIds: readonly string[]) => void;
}

const checkOf = ({ customerId, keyId }: OfApiKey): void =>
  throwIfAny(checkId('customer', customerId), checkId('key', keyId));

const known = async (
  apiKeys: ApiKeyStore,
  of: OfApiKey,
  { signal }: Pick<RequestContext, 'signal'>,
): Promise<ApiKey> => {
  const key = await apiKeys.get(of, { signal });
  if (key === undefined) throw notFound('key', of.keyId);
  return key;
};

/** A secret is made here, told to the redactor, hashed, and shown in the one answer. */
const issuing = (deps: Dependencies): Pick<ApiKeyCases, 'createKey' | 'rotateKey'> => {
  const { apiKeys } = deps;
  const newSecret = (): string => {
    const secret = deps.newSecret();
    deps.onSecret(secret, 'new API key');
    return secret;
  };

  return {
    createKey: async ({ customerId, label, scopes, expiresAt, limits }, context) => {
      throwIfAny(checkId('customer', customerId), checkExpiry(expiresAt, context));
      guardOf(context)(scopes);
      const of = { customerId, keyId: deps.newKeyId() };
      const secret = newSecret();
      const properties = { label, scopes, expiresAt: expiresAt ?? undefined, limits: merged(defaultKeyLimits, limits) };
      await apiKeys.create({ ...of, ...properties, hash: keyHash(secret) }, changeBy(context));
      return { key: await known(apiKeys, of, context), secret };
    },

    rotateKey: async ({ customerId, keyId, overlapMs }, context) => {
      const of = { customerId, keyId };
      checkOf(of);
      const secret = newSecret();
      await apiKeys.rotate(of, { hash: keyHash(secret), overlapMs }, changeBy(context), guardOf(context));
      deps.announceCallers([customerId]);
      return { key: await known(apiKeys, of, context), secret };
    },
  };
};

/** Operations on API keys. */
export const manageApiKeys = (deps: Dependencies): ApiKeyCases => {
  const { apiKeys } = deps;
  return {
    ...issuing(deps),

    updateKey: async ({ customerId, keyId, ...wishes }, context) => {
      const of = { customerId, keyId };
      checkOf(of);
      throwIfAny(checkExpiry(wishes.expiresAt, context));
      const guard = guardOf(context);
      const properties = withWishes(await known(apiKeys, of, context), wishes);
      // What is written counts as handed out, also where it is what the key had when it was read.
      guard(properties.scopes);
      await apiKeys.update(of, properties, changeBy(context), guard);
      deps.announceCallers([customerId]);
      return known(apiKeys, of, context);
    },

    revokeKey: async ({ customerId, keyId }, context) => {
      const of = { customerId, keyId };
      checkOf(of);
      if (keyId === context.caller.keyId)
        throw new Failure('failed_precondition', 'a key cannot revoke itself; use another key of an operator');
      await apiKeys.revoke(of, changeBy(context));
      deps.announceCallers([customerId]);
      return known(apiKeys, of, context);
    },

    listKeys: async ({ customerId }, { signal }) => {
      throwIfAny(checkId('customer', customerId));
      const [customer, keys] = await Promise.all([
        deps.customers.get(customerId, { signal }),
        apiKeys.ofCustomer(customerId, { signal }),
      ]);
      if (customer === undefined) throw notFound('customer', customerId);
      return keys;
    },
  };
};

/**
 * Refuses to hand out what the caller's key does not have itself. A key that has more than that can
 * be revoked by the caller, and nothing else: its new secret, a later expiry or a wider limit would
 * be handed out too.
 */
const guardOf =
  ({ caller }: RequestContext): KeyGuard =>
  (scopes) => {
    const beyond = scopeBeyondRights(caller.scopes, scopes);
    if (beyond === undefined) return;
    throw new Failure('permission_denied', `the API key cannot hand out the scope "${beyond}", which it does not have`);
  };

const checkExpiry = (expiresAt: KeySettings['expiresAt'], { now }: RequestContext): Finding =>
  expiresAt instanceof Date && expiresAt <= now()
    ? { field: 'expires_at', description: 'must be in the future; to end a key now, revoke it' }
    : undefined;

const partAfter = (before: number | undefined, wish: number | null | undefined): number | undefined =>
  wish === undefined ? before : (wish ?? undefined);

const merged = (before: KeyLimits, wishes: KeySettings['limits'] = {}): KeyLimits => ({
  requestsPerSecond: partAfter(before.requestsPerSecond, wishes.requestsPerSecond),
  burst: partAfter(before.burst, wishes.burst),
  requestsPerDay: partAfter(before.requestsPerDay, wishes.requestsPerDay),
  streams: partAfter(before.streams, wishes.streams),
});

const withWishes = (key: ApiKey, wishes: Partial<KeySettings>): KeyProperties => ({
  label: wishes.label ?? key.label,
  scopes: wishes.scopes ?? key.scopes,
  expiresAt: wishes.expiresAt === undefined ? key.expiresAt : (wishes.expiresAt ?? undefined),
  limits: merged(key.limits, wishes.limits),
});
