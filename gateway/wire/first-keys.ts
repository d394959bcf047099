import { randomBytes } from 'node:crypto';
import { scopes } from '../../domain/caller.ts';
import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { CallerStore } from '../../domain/ports.ts';
import { apiKeyRandomBytes, keyHash, newApiKey } from '../auth.ts';
import type { Config } from '../config.ts';
import { type FirstKeys, keptFirstKeys } from './data-folder.ts';
import { demoCustomer } from './demo.ts';

const operator = { id: 'operator', name: 'Operator', groupIds: [] };

/** A new API key. */
export const freshKey = (): string => newApiKey(randomBytes(apiKeyRandomBytes));

/**
 * Makes sure that an administrator and a customer can call. Configured keys are set at every start. Otherwise keys are made at
 * the first start: an embedded service keeps them in its data folder to show them again, any other shows them that once.
 * Returns the keys to show; undefined when there is nothing new to tell.
 */
export const ensureFirstKeys = async (
  config: Config,
  { callers, customers }: { readonly callers: CallerStore; readonly customers: Pick<CustomerStore, 'get'> },
  isEmbedded: boolean,
): Promise<FirstKeys | undefined> => {
  const { adminKey, customerKey } = config.bootstrap;
  const isConfigured = adminKey !== undefined || customerKey !== undefined;
  if (!isEmbedded && !isConfigured && (await callers.hasKeys())) return undefined;
  const make = (): FirstKeys => ({ adminKey: adminKey ?? freshKey(), customerKey: customerKey ?? freshKey() });
  const kept = isEmbedded ? await keptFirstKeys(config.dataDir, make) : make();
  const keys = { adminKey: adminKey ?? kept.adminKey, customerKey: customerKey ?? kept.customerKey };
  for (const customer of [operator, demoCustomer]) {
    // What operators have made of them since stays.
    if ((await customers.get(customer.id)) === undefined) await callers.putCustomer(customer);
  }
  await callers.putKey({
    id: 'key_first_admin',
    customerId: operator.id,
    hash: keyHash(keys.adminKey),
    scopes,
    label: 'first administrator key',
  });
  await callers.putKey({
    id: 'key_first_customer',
    customerId: demoCustomer.id,
    hash: keyHash(keys.customerKey),
    scopes: scopes.filter((scope) => scope !== 'admin'),
    label: 'first customer key',
  });
  return keys;
};
