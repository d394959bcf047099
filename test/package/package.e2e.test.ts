import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from '../../clients/typescript/src/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { startService } from '../support/service.ts';
import { installed, installPacked } from './packed.ts';

/**
 * The service as npm installs it. Its dependencies are links to those of the checkout; the long
 * form lets npm fetch them.
 */

const apiKey = 'os_customer-key-for-the-package';

/** Modules of others that a text imports. */
const importedBy = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:import|export|\}).* from '([^'.][^']*)';$|\bimport\('([^'.][^']*)'\)/gm)]
    .map(([, fixed, late]) => fixed ?? late ?? '')
    .filter((name) => !isBuiltin(name));

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

describe('the package of the service', () => {
  let folder: string;
  let home: string;
  let database: TestDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerstream-package-'));
    [home, database] = await Promise.all([installPacked(folder), testDatabase()]);
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('imports nothing that only development installs', async () => {
    const files = (await readdir(join(home, 'dist'), { recursive: true })).filter((file) => file.endsWith('.js'));
    const texts = await Promise.all(files.map((file) => readFile(join(home, 'dist', file), 'utf8')));
    const names = new Set(texts.flatMap(importedBy).map(packageOf));
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !installed.includes(name))).toEqual([]);
  });

  it('starts from an empty folder, and its further processes and threads too', async () => {
    const service = await startService(
      {
        HOST: '127.0.0.1',
        DATABASE_URL: database.url,
        BUS: 'embedded',
        SECRETS_KEY: Buffer.from(testKey(1)).toString('base64'),
        DEMO: 'on',
        DEMO_PRODUCTS: '60',
        BOOTSTRAP_CUSTOMER_KEY: apiKey,
      },
      { args: [join(home, manifest.bin.offerstream), 'start'], cwd: folder },
    );
    try {
      const client = connectHttp({ baseUrl: service.httpUrl, apiKey });
      // Demo suppliers have a thread, estimates a process, their documents another.
      const { items } = await eventually(async () => {
        const found = await client.catalog.searchProducts({ q: 'RC0603', limit: 1 });
        return found.items.length > 0 && found;
      }, 60_000);
      const form = new FormData();
      form.set('file', new Blob([`Qty,MPN\n25,${items[0]?.mpn}\n`]), 'list.csv');
      const headers = { 'x-api-key': apiKey };
      const sent = await fetch(`${service.httpUrl}/v1/estimates`, { method: 'POST', headers, body: form });
      const { id } = (await sent.json()) as { readonly id: string };
      const estimates = await Array.fromAsync(client.estimates.watchEstimate({ estimateId: id, untilReady: true }));
      expect(estimates.at(-1)).toMatchObject({ status: 'ready' });
      for (const path of ['/docs', '/openapi.json', '/console', '/problems/conflict'])
        expect((await fetch(service.httpUrl + path)).status, path).toBe(200);
    } finally {
      expect(await service.stop()).toBe(0);
    }
  });
});
