import { open, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { scopes } from '../../domain/callers/caller.ts';
import type { IssuedKey } from '../admin/api-keys/manage.ts';
import { loadConfig } from '../config/config.ts';
import { createKey, listKeys, revokeKey } from './keys-command.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run keys`: makes, lists and revokes API keys, also when no key is left to do it over HTTP.
 * It works on the database of DATABASE_URL, else on that of the service that runs on DATA_DIR, else
 * on the embedded one there. A new key is shown on a terminal or written to a file, this once. Exit
 * status: 0 when it did what was asked; 1 otherwise.
 */

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
