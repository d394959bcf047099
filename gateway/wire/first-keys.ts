import { randomBytes } from 'node:crypto';
import { customerScopes } from '../../domain/callers/caller.ts';
import type {
  CallerStore,
  CustomerStore,
  FirstKeyName,
  FirstKeyStore,
  WantedFirstKey,
} from '../../domain/callers/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Redactor } from '../../telemetry/redaction.ts';
import { apiKeyRandomBytes, keyHash, newApiKey } from '../auth/authenticator.ts';
import type { Config } from '../config/config.ts';
import { writeNewFile } from './data-folder.ts';
import { demoCustomer } from './demo.ts';

/** The customer that the keys of operators belong to. */
export const operatorCustomer = { id: 'operator', name: 'Operator', groupIds: [] };

/** A new API key. */
export const generateKey = (): string => newApiKey(randomBytes(apiKeyRandomBytes));

/** First keys that this start has created, to be shown in the startup notice. */
export interface CreatedFirstKeys {
  readonly keys: KeysByName;
  /** Where they were written; undefined: they are to be shown, as they stand nowhere. */
  readonly file: string | undefined;
}

type KeysByName = { readonly [Name in FirstKeyName]?: string | undefined };

/** Dependencies of creating first keys. */
export interface FirstKeyDependencies {
  readonly stores: {
    readonly callers: Pick<CallerStore, 'putCustomer'>;
    readonly customers: Pick<CustomerStore, 'get'>;
    readonly firstKeys: FirstKeyStore;
  };
  readonly log: Logger;
  readonly redactor: Pick<Redactor, 'register'>;
  /** Whether a person reads what is shown; otherwise keys go to a file. */
  readonly isTerminal: boolean;
}

interface Rule extends Omit<WantedFirstKey, 'name' | 'hash' | 'isGiven'> {
  readonly variable: string;
}

const rules: Readonly<Record<FirstKeyName, Rule>> = {
  admin: {
    keyId: 'key_first_admin',
    customerId: operatorCustomer.id,
    scopes: [...customerScopes, 'admin'],
    label: 'first administrator key',
    variable: 'BOOTSTRAP_ADMIN_KEY',
  },
  customer: {
    keyId: 'key_first_customer',
    customerId: demoCustomer.id,
    scopes: customerScopes,
    label: 'first customer key',
    variable: 'BOOTSTRAP_CUSTOMER_KEY',
  },
};

const names: readonly FirstKeyName[] = ['admin', 'customer'];

/**
 * Makes the customers that first keys belong to, where there are none; what operators have made of
 * them since stays.
 */
export const ensureFirstCustomers = async ({
  callers,
  customers,
}: Pick<FirstKeyDependencies['stores'], 'callers' | 'customers'>): Promise<void> => {
  for (const customer of [operatorCustomer, demoCustomer]) {
    if ((await customers.get(customer.id)) === undefined) await callers.putCustomer(customer);
  }
};

/**
 * Makes sure that an administrator and a customer could call at least once. Each key is made once
 * in the life of the database: what became of it since stays, through every restart and whatever
 * the variables say. A key that a variable names is known to the operator who set it; one that is
 * made here is returned to be shown, or stands in a file before it works.
 */
export const ensureFirstKeys = async (
  { bootstrap, dataDir }: Pick<Config, 'bootstrap' | 'dataDir'>,
  { stores, log, redactor, isTerminal }: FirstKeyDependencies,
): Promise<CreatedFirstKeys | undefined> => {
  await ensureFirstCustomers(stores);
  const given: KeysByName = { admin: bootstrap.adminKey, customer: bootstrap.customerKey };
  const keys = { admin: given.admin ?? generateKey(), customer: given.customer ?? generateKey() };
  for (const name of names) redactor.register(keys[name]);
  const wanted = names.map((name): WantedFirstKey => {
    const { variable: _, ...key } = rules[name];
    return { ...key, name, hash: keyHash(keys[name]), isGiven: given[name] !== undefined };
  });
  const newOf = (made: readonly FirstKeyName[]): KeysByName =>
    Object.fromEntries(made.filter((name) => given[name] === undefined).map((name) => [name, keys[name]]));

  let file: string | undefined;
  const { made, passedOver } = await stores.firstKeys.make(wanted, async (beingMade) => {
    const toKeep = newOf(beingMade);
    if (!isTerminal && Object.keys(toKeep).length > 0) file = await writeKeys(dataDir, toKeep);
  });
  for (const name of passedOver) log.warn('keys.first.passed_over', { setting: rules[name].variable });
  if (file !== undefined) log.info('keys.first.written', { file });
  const toTell = newOf(made);
  return Object.keys(toTell).length === 0 ? undefined : { keys: toTell, file };
};

const writeKeys = async (dataDir: string, keys: KeysByName): Promise<string> => {
  const lines = [
    '# The first keys of Offerstream. They stand nowhere else: keep them, and delete this file.',
    ...Object.entries(keys).map(([name, key]) => `${name.toUpperCase()}_KEY=${key}`),
  ];
  try {
    return await writeNewFile(dataDir, 'first-keys', '.env', `${lines.join('\n')}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the first keys cannot be written (${why}): make DATA_DIR writable, or set ${rules.admin.variable} and ${rules.customer.variable}`,
      { cause: error },
    );
  }
};
