import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../gateway/config/config.ts';
import { secretsOf } from '../../../gateway/config/config-secrets.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileWith = async (name: string, content: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
};

/** One good value of every secret of the configuration. */
const secrets = {
  DATABASE_URL: 'postgres://user:p%40ss@db/offerstream',
  NATS_PASSWORD: 'pass-of-bus',
  ANALYTICS_URL: 'http://user:pass-of-ch@ch:8123/offerstream',
  BOOTSTRAP_ADMIN_KEY: 'first-administrator-key-of-many-characters',
  BOOTSTRAP_CUSTOMER_KEY: 'first-customer-key-of-many-characters',
  SECRETS_KEY: `${'A'.repeat(43)}=`,
  LLM_API_KEY: 'sk-language-model',
};

const others = {
  NATS_URL: 'nats://bus:4222',
  NATS_USER: 'offers',
  ANALYTICS: 'server',
  LLM_BASE_URL: 'https://api.example.com/v1',
  LLM_MODEL: 'any',
};

test('every secret can come from a file, with or without a newline at its end', async () => {
  const files = await Promise.all(
    Object.entries(secrets).map(async ([name, value]) => [`${name}_FILE`, await fileWith(name, `${value}\n`)]),
  );
  expect(loadConfig({ ...others, ...Object.fromEntries(files) })).toEqual(loadConfig({ ...others, ...secrets }));
});

test('what cannot be read, is empty, is too large or is given twice is refused by its name alone', async () => {
  const [good, empty, large] = [
    await fileWith('good', 'x'.repeat(40)),
    await fileWith('empty', ' \n'),
    await fileWith('large', 'x'.repeat(70_000)),
  ];
  const key = secrets.BOOTSTRAP_ADMIN_KEY;
  const refused = [
    [{ BOOTSTRAP_ADMIN_KEY_FILE: join(folder, 'none') }, 'expected a file that can be read'],
    [{ BOOTSTRAP_ADMIN_KEY_FILE: folder }, 'expected a file that can be read'],
    [{ BOOTSTRAP_ADMIN_KEY_FILE: empty }, 'expected a file that is not empty'],
    [{ BOOTSTRAP_ADMIN_KEY_FILE: large }, 'expected a file of at most 65536 bytes'],
    [{ BOOTSTRAP_ADMIN_KEY_FILE: good, BOOTSTRAP_ADMIN_KEY: key }, 'expected only one of it and BOOTSTRAP_ADMIN_KEY'],
  ] as const;
  for (const [environment, message] of refused)
    expect(() => loadConfig(environment)).toThrow(`BOOTSTRAP_ADMIN_KEY_FILE: ${message}`);
});

test('the redactor is told every one of them, and of a URL what is secret in it', () => {
  expect(secretsOf(loadConfig({ ...others, ...secrets }))).toEqual([
    'p@ss',
    'pass-of-ch',
    secrets.BOOTSTRAP_ADMIN_KEY,
    secrets.BOOTSTRAP_CUSTOMER_KEY,
    secrets.LLM_API_KEY,
    secrets.NATS_PASSWORD,
    secrets.SECRETS_KEY,
  ]);
  expect(secretsOf(loadConfig({ NATS_URL: 'nats://bus:4222', NATS_TOKEN: 'token-of-bus' }))).toEqual(['token-of-bus']);
  expect(secretsOf(loadConfig({}))).toEqual([]);
});
