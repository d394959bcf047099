import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarbour } from '../../examples/supplier-plugin/test/demo-server.ts';
import type { DemoSupplier } from '../../ops/demo/server/demo-server.ts';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

/** The kit and the example as their users have them, built and installed, in a running service. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/.bin/tsc');
const adminKey = 'os_administrator-key-for-the-plug-in';
const key = 'the-key-of-harbour';

let folder: string;
let database: TestDatabase;
let service: Service;
let harbour: DemoSupplier;

const admin = async (method: string, path: string, body?: unknown): Promise<{ readonly items?: readonly object[] }> => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${service.httpUrl}/v1/admin/${path}`, { method, headers, ...sent });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return (await answer.json()) as { readonly items?: readonly object[] };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-plug-in-'));
  const modules = join(folder, 'node_modules');
  const kit = join(modules, '@offerstream/plugin-kit');
  const example = join(modules, 'offerstream-supplier-harbour');
  await Promise.all([mkdir(kit, { recursive: true }), mkdir(example, { recursive: true })]);
  await cp(join(root, 'plugin-kit/package.json'), join(kit, 'package.json'));
  for (const part of ['package.json', 'tsconfig.json', 'src'])
    await cp(join(root, 'examples/supplier-plugin', part), join(example, part), { recursive: true });
  // What npm would install beside them.
  for (const dependency of ['zod', 'decimal.js', 'hono', '@hono', '@types'])
    await symlink(join(root, 'node_modules', dependency), join(modules, dependency));
  await run(tsc, ['--project', join(root, 'plugin-kit/tsconfig.build.json'), '--outDir', join(kit, 'dist')]);
  await run(tsc, ['--project', example]);
  harbour = await startHarbour(key);
  database = await testDatabase();
  service = await startService({
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    SECRETS_KEY: Buffer.from(testKey(1)).toString('base64'),
    BUS: 'embedded',
    BOOTSTRAP_ADMIN_KEY: adminKey,
    OFFERSTREAM_PLUGINS: example,
  });
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await harbour?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

it('a supplier with the plug-in of a package is ingested like any other', async () => {
  await admin('PUT', 'suppliers/harbour', {
    name: 'Harbour',
    plugin: 'harbour',
    base_url: harbour.url,
    creates_products: true,
    settings: { requestsPerMinute: 600 },
  });
  await admin('POST', 'connectors/harbour/credentials', { scope: 'system', label: 'house account', secret: { key } });
  const items = await eventually(async () => {
    const { items: offers } = await admin('GET', 'suppliers/harbour/offers?limit=100');
    return offers?.length === 100 && offers;
  }, 30_000);
  expect(items[0]).toMatchObject({ supplier_sku: expect.stringMatching(/^H-1\d\d\d$/) });
});
