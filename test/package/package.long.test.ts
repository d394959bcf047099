import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from '../../clients/typescript/src/index.ts';
import { eventually } from '../support/eventually.ts';
import { type Service, startService } from '../support/service.ts';

/** The packages as they would be published, installed by npm into an empty folder. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const apiKey = 'os_customer-key-for-the-packages';
const packages = {
  '.': 'offerstream',
  'clients/typescript': '@offerstream/client',
  'plugin-kit': '@offerstream/plugin-kit',
};

describe('the packages', () => {
  let folder: string;
  let service: Service;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerstream-packages-'));
    for (const path of Object.keys(packages))
      await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, path) });
    const tarballs = (await readdir(folder)).map((file) => `./${file}`);
    expect(tarballs).toHaveLength(Object.keys(packages).length);
    await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  }, 600_000);

  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are imported by their names', async () => {
    const program = [
      "import { connectHttp } from '@offerstream/client';",
      "import { pluginApiVersion } from '@offerstream/plugin-kit';",
      "process.stdout.write([typeof connectHttp, typeof pluginApiVersion].join(' '));",
    ].join('\n');
    await writeFile(join(folder, 'program.js'), program);
    expect((await run(process.execPath, ['program.js'], { cwd: folder })).stdout).toBe('function number');
  });

  it('load a plug-in that is installed beside them, by its name', async () => {
    const example = join(folder, 'example');
    await cp(join(root, 'examples/supplier-plugin'), example, { recursive: true });
    await run(join(root, 'node_modules/.bin/tsc'), ['--project', example, '--types', '', '--noCheck'], { cwd: folder });
    const home = join(folder, 'node_modules/offerstream-supplier-harbour');
    await cp(join(example, 'dist'), join(home, 'dist'), { recursive: true });
    await cp(join(example, 'package.json'), join(home, 'package.json'));
    const { stdout } = await run('npx', ['offerstream', 'doctor', '--json'], {
      cwd: folder,
      env: { ...process.env, OFFERSTREAM_PLUGINS: 'offerstream-supplier-harbour' },
    }).catch((error: { readonly stdout: string }) => error);
    expect(stdout).toMatch(/plug-ins.*harbour/);
  });

  it('start by `offerstream start` with stores of their own, and sell', async () => {
    service = await startService(
      { BOOTSTRAP_CUSTOMER_KEY: apiKey, DEMO_PRODUCTS: '300' },
      { args: [join(folder, 'node_modules/offerstream/bin/offerstream.mjs'), 'start'], cwd: folder },
    );
    const client = connectHttp({ baseUrl: service.httpUrl, apiKey });
    const { items } = await eventually(async () => {
      const found = await client.catalog.searchProducts({ q: 'RC0603', limit: 1 });
      return found.items.length > 0 && found;
    }, 60_000);
    expect(items).toHaveLength(1);
  });
});
