import type { AuditedAction } from '../../domain/audit/record.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import type { ApiKey } from '../../domain/callers/ports.ts';
import { createApiKeyStore } from '../../storage/callers/api-key-store.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../storage/callers/customer-store.ts';
import { type ApiKeyCases, type IssuedKey, manageApiKeys } from '../admin/api-keys/manage.ts';
import { newKeySchema } from '../admin/api-keys/schema.ts';
import type { Config } from '../config/config.ts';
import { validate } from '../http/validate.ts';
import type { RequestContext } from '../request/request-context.ts';
import { ensureFirstCustomers, generateKey, operatorCustomer } from '../wire/first-keys.ts';
import { newContext, newId } from '../wire/new-ids.ts';
import { toolAct } from './tool-act.ts';
import { withTool } from './with-tool.ts';

const pageSize = 500;

/** A user with access to the database may grant every scope. Events name this in place of a key. */
const commandCaller: Caller = {
  keyId: 'command:keys',
  customerId: operatorCustomer.id,
  groupIds: [],
  scopes: ['admin'],
  deliveryZone: undefined,
};

interface Tools {
  readonly keys: Pick<ApiKeyCases, 'createKey' | 'revokeKey' | 'listKeys'>;
  readonly customers: ReturnType<typeof createCustomerStore>;
  readonly callers: ReturnType<typeof createCallerStore>;
  readonly context: RequestContext;
}

/**
 * Does what operators do to keys, on the database itself; processes that run know of it within two
 * seconds. What changes something is recorded as the act.
 */
const withKeys = async <Result>(
  config: Config,
  act: AuditedAction | undefined,
  work: (tools: Tools) => Promise<Result>,
): Promise<Result> => {
  return withTool(config, 'keys', async ({ sql }) => {
    const customers = createCustomerStore(sql);
    const keys = manageApiKeys({
      customers,
      apiKeys: createApiKeyStore(sql),
      newKeyId: () => newId('key'),
      newSecret: generateKey,
      // Nothing is logged here, and there may be no bus.
      onSecret: () => undefined,
      announceCallers: () => undefined,
    });
    const signal = new AbortController().signal;
    const context = { ...newContext(), act, caller: commandCaller, signal, now: () => new Date() };
    return work({ keys, customers, callers: createCallerStore(sql), context });
  });
};

/** A key as it is asked for on the command line. */
export interface KeyCommand {
  readonly customerId: string;
  /** Names of scopes. */
  readonly scopes: readonly string[];
  readonly label: string;
  /** An RFC 3339 instant; undefined: never. */
  readonly expiresAt: string | undefined;
}

/**
 * Makes a key. Throws `invalid_argument` for what cannot be, naming the field, and `not_found` for
 * an unknown customer.
 */
export const createKey = async (config: Config, order: KeyCommand): Promise<IssuedKey> => {
  const { label, scopes, expires_at } = validate(
    newKeySchema,
    { label: order.label, scopes: order.scopes, expires_at: order.expiresAt },
    'key',
  );
  return withKeys(config, toolAct('keys', 'keys.create'), async ({ keys, customers, callers, context }) => {
    await ensureFirstCustomers({ customers, callers });
    const { customerId } = order;
    return keys.createKey({ customerId, label, scopes, expiresAt: expires_at, limits: undefined }, context);
  });
};

/**
 * Tells every key of a customer, or of all, a line each; never a secret. Returns how many there
 * are.
 */
export const listKeys = (config: Config, customerId: string | undefined, say: (line: string) => void) =>
  withKeys(config, undefined, async ({ keys, customers, context }): Promise<number> => {
    let told = 0;
    const tell = async (id: string): Promise<void> => {
      const found = await keys.listKeys({ customerId: id }, context);
      for (const key of found) say(lineOf(key));
      told += found.length;
    };
    if (customerId !== undefined) {
      await tell(customerId);
      return told;
    }
    let afterId: string | undefined;
    do {
      const page = await customers.page({}, { afterId, limit: pageSize });
      for (const { id } of page) await tell(id);
      afterId = page.length === pageSize ? page.at(-1)?.id : undefined;
    } while (afterId !== undefined);
    return told;
  });

const lineOf = ({ customerId, keyId, status, scopes, expiresAt, lastUsedAt, label }: ApiKey): string =>
  [
    customerId,
    keyId,
    status,
    scopes.join(','),
    expiresAt?.toISOString() ?? 'never',
    lastUsedAt?.toISOString() ?? 'never',
    // A label is free text, and a terminal obeys some characters.
    label.replaceAll(/\p{Cc}/gu, ' '),
  ].join('\t');

/** Ends a key for good. Throws `not_found` when the customer has no such key. */
export const revokeKey = (config: Config, customerId: string, keyId: string): Promise<ApiKey> =>
  withKeys(config, toolAct('keys', 'keys.revoke'), async ({ keys, context }) =>
    keys.revokeKey({ customerId, keyId }, context),
  );
