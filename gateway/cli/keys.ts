import { open, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { AuditedAction } from '../../domain/audit/record.ts';
import { type Caller, scopes } from '../../domain/callers/caller.ts';
import type { ApiKey } from '../../domain/callers/ports.ts';
import { createApiKeyStore } from '../../storage/callers/api-key-store.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../storage/callers/customer-store.ts';
import { type ApiKeyCases, type IssuedKey, manageApiKeys } from '../admin/api-keys/manage.ts';
import { newKeySchema } from '../admin/api-keys/schema.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { validate } from '../http/validate.ts';
import type { RequestContext } from '../request/request-context.ts';
import { ensureFirstCustomers, generateKey, operatorCustomer } from '../wire/first-keys.ts';
import { newContext, newId } from '../wire/new-ids.ts';
import { runCommand } from './run-command.ts';
import { toolAct, withTool } from './with-tool.ts';

/**
 * `npm run keys`: makes, lists and revokes API keys, also when no key is left to do it over HTTP.
 * It works on the database of DATABASE_URL, else on that of the service that runs on DATA_DIR, else
 * on the embedded one there. A new key is shown on a terminal or written to a file, this once. Exit
 * status: 0 when it did what was asked; 1 otherwise.
 */

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
interface KeyCommand {
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
const createKey = async (config: Config, order: KeyCommand): Promise<IssuedKey> => {
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
const listKeys = (config: Config, customerId: string | undefined, say: (line: string) => void) =>
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
const revokeKey = (config: Config, customerId: string, keyId: string): Promise<ApiKey> =>
  withKeys(config, toolAct('keys', 'keys.revoke'), async ({ keys, context }) =>
    keys.revokeKey({ customerId, keyId }, context),
  );

const usage = `usage: npx offerstream keys create --customer ID --scopes SCOPE[,SCOPE...] [--label TEXT]
                                  [--expires-at INSTANT] [--out FILE]
       npx offerstream keys list [--customer ID]
       npx offerstream keys revoke --customer ID --key KEY_ID

  create  makes a key and shows it this once; with --out it is written to a new file that only its owner can read
  list    customer, key, status, scopes, expiry, last use and label, between tabs; no command shows a key again
  revoke  ends a key for good, within two seconds everywhere

  The customer of operators is "operator". Scopes:
  ${scopes.join(', ')}
  Where every administrator key is lost:
  npx offerstream keys create --customer operator --scopes admin
`;

/** What the command line may hold besides the command. */
const options = {
  customer: { type: 'string' },
  scopes: { type: 'string' },
  label: { type: 'string' },
  'expires-at': { type: 'string' },
  out: { type: 'string' },
  key: { type: 'string' },
} as const;

type Given = { readonly [Name in keyof typeof options]?: string };

/**
 * Makes a key where only its owner will read it: it is refused before it is made when there is no
 * such place.
 */
const show = async (make: () => Promise<IssuedKey>): Promise<void> => {
  if (!process.stdout.isTTY) throw new Error('standard output is no terminal; name a new file with --out');
  const { key, secret } = await make();
  process.stdout.write(`${secret}\n`);
  process.stderr.write(`${key.keyId} of ${key.customerId}; the key above is shown this once\n`);
};

const write = async (path: string, make: () => Promise<IssuedKey>): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    const { key, secret } = await make();
    await file.writeFile(`${secret}\n`);
    process.stderr.write(`${key.keyId} of ${key.customerId}; the key is in ${path}, and nowhere else\n`);
  } catch (error) {
    await rm(path);
    throw error;
  } finally {
    await file.close();
  }
};

const create = async (given: Given): Promise<number> => {
  const { customer, scopes: names, label = 'made by offerstream keys', out } = given;
  if (customer === undefined || names === undefined || given.key !== undefined) return misuse();
  const order = {
    customerId: customer,
    scopes: names.split(',').map((name) => name.trim()),
    label,
    expiresAt: given['expires-at'],
  };
  const make = () => createKey(loadConfig(), order);
  await (out === undefined ? show(make) : write(out, make));
  return 0;
};

const list = async ({ customer, ...others }: Given): Promise<number> => {
  if (Object.keys(others).length > 0) return misuse();
  const count = await listKeys(loadConfig(), customer, (line) => process.stdout.write(`${line}\n`));
  process.stderr.write(`${count} keys\n`);
  return 0;
};

const revoke = async ({ customer, key, ...others }: Given): Promise<number> => {
  if (customer === undefined || key === undefined || Object.keys(others).length > 0) return misuse();
  const revoked = await revokeKey(loadConfig(), customer, key);
  process.stdout.write(`${revoked.keyId} ${revoked.status}\n`);
  return 0;
};

const misuse = (): number => {
  process.stderr.write(usage);
  return 1;
};

const commands = new Map([
  ['create', create],
  ['list', list],
  ['revoke', revoke],
]);

const parse = (args: readonly string[]) => parseArgs({ args: [...args], allowPositionals: true, options });

const run = async ({ values, positionals }: ReturnType<typeof parse>): Promise<number> => {
  if (positionals.length === 0 && Object.keys(values).length === 0) {
    process.stdout.write(usage);
    return 0;
  }
  const command = positionals.length === 1 ? commands.get(positionals[0] ?? '') : undefined;
  return command === undefined ? misuse() : command(values);
};

await runCommand({ name: 'keys', usage, parse, run });
