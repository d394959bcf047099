import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugins as own } from '../../../actors/connector/suppliers/registry.ts';
import { loadPlugins } from '../../../gateway/wire/outside-plugins.ts';
import { knowledgeOf } from '../../../gateway/wire/suppliers.ts';

let folder: string;

const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};

const client = `{
  phases: ['catalogue'], budgets: { parts: [{ rate: 10, periodMs: 1000, burst: 2 }] },
  pageSize: undefined, lookup: undefined, session: undefined,
  request: () => { throw new Error('not asked'); },
  classify: () => { throw new TypeError('a secret of the answer'); },
  decode: (phase, cursor, { body }) => {
    if (body === '') throw new TypeError('a secret of the answer');
    const drafts = JSON.parse(body);
    const counts = { items: 0, prices: 0, stocks: 0, warehouses: 0 };
    return { kind: 'page', drafts, skipped: [], counts, nextCursor: undefined, pageCount: undefined };
  },
}`;

const moduleOf = (name: string, made = client, apiVersion = 1): string =>
  `export const plugin = { apiVersion: ${apiVersion}, name: '${name}', create: () => (${made}) };`;

const supplier = { plugin: 'good', baseUrl: 'https://supplier.test', settings: {} };
const answered = (body: string) => ({ status: 200, headers: {}, body, bodyBytes: body.length, durationMs: 1 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-plugins-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a plug-in in a package of its own', () => {
  it.each([
    ['{"exports": "./lib/entry.mjs"}', 'lib/entry.mjs'],
    ['{"exports": {".": "./entry.mjs"}}', 'entry.mjs'],
    ['{"exports": {".": {"types": "./entry.d.ts", "default": "./entry.mjs"}}}', 'entry.mjs'],
    ['{"exports": {".": {"import": "./entry.mjs", "require": "./entry.cjs"}}}', 'entry.mjs'],
    ['{"main": "entry.mjs"}', 'entry.mjs'],
    ['{"type": "module"}', 'index.js'],
  ])('is loaded from a folder with the manifest %s', async (manifest, entry) => {
    const name = `p${Buffer.from(manifest).toString('hex')}`;
    await write(`${name}/package.json`, manifest);
    await write(`${name}/${entry}`, moduleOf('good'));
    const loaded = await loadPlugins([join(folder, name)], own);
    expect(Object.keys(loaded)).toEqual([...Object.keys(own), 'good']);
    expect(knowledgeOf(loaded).supplierPlugins.endpointsOf({ ...supplier, id: 's' } as never)).toHaveProperty('parts');
  });

  it.each([
    ['has the name of one of ours', moduleOf('tme'), 'the name tme of FILE is that of a plug-in of the service'],
    ['has no good name', moduleOf('A b'), 'FILE is no usable plug-in: plugin.name: expected small letters'],
    [
      'is for another version',
      moduleOf('good', client, 2),
      'FILE is no usable plug-in: plugin.apiVersion: expected 1,',
    ],
    ['exports nothing', 'export {};', 'FILE is no usable plug-in: plugin: Invalid input'],
    ['fails as it is loaded', "throw new Error('no licence');", 'FILE is no usable plug-in: no licence'],
  ])('is refused by name where it %s', async (what, text, says) => {
    const file = await write(`${what.replaceAll(' ', '-')}.mjs`, text);
    await expect(loadPlugins([file], own)).rejects.toThrow(`OFFERSTREAM_PLUGINS: ${says.replace('FILE', file)}`);
  });

  it('is refused by name where there is none, or another has its name', async () => {
    await expect(loadPlugins(['offerstream-supplier-nowhere'], own)).rejects.toThrow(
      /^OFFERSTREAM_PLUGINS: offerstream-supplier-nowhere is no usable plug-in: /,
    );
    const [one, other] = [await write('one.mjs', moduleOf('same')), await write('other.mjs', moduleOf('same'))];
    await expect(loadPlugins([one, other], own)).rejects.toThrow(
      `OFFERSTREAM_PLUGINS: the name same of ${other} is that of a plug-in of ${one}`,
    );
  });

  it.each([
    ["'lookup'", 'lookup: expected together with the phase lookup'],
    ["'weather'", 'phases.0: '],
  ])('is refused by package as a supplier is set up with the phase %s', async (phase, says) => {
    const file = await write(`phase-${phase.length}.mjs`, moduleOf('good', client.replace("'catalogue'", phase)));
    const { clientOf } = knowledgeOf(await loadPlugins([file], own));
    expect(() => clientOf(supplier, { secret: {} })).toThrow(`the plug-in of ${file} makes no usable client: ${says}`);
  });

  it('harms only its own page where it breaks a promise, and tells nothing of the answer', async () => {
    const file = await write('careless.mjs', moduleOf('good'));
    const { clientOf } = knowledgeOf(await loadPlugins([file], own));
    const careless = clientOf(supplier, { secret: {} });
    const why = 'the plug-in failed to classify the answer (TypeError)';
    expect(careless.classify(answered(''))).toEqual({ kind: 'malformed', reason: why });
    expect(careless.decode('catalogue', undefined, answered(''))).toMatchObject({
      kind: 'malformed',
      reason: 'the plug-in failed to read the answer (TypeError)',
    });
    const rows = JSON.stringify([{ supplierSku: 'a' }, { supplierSku: 'b', minimumOrderQuantity: 0 }]);
    expect(careless.decode('catalogue', undefined, answered(rows))).toMatchObject({
      drafts: [{ supplierSku: 'a' }],
      skipped: [{ sku: 'b', reason: 'the plug-in made no good minimum of it' }],
    });
  });
});

it('says which variable adds plug-ins where a supplier has one that is not here', () => {
  expect(() => knowledgeOf(own).clientOf({ ...supplier, plugin: 'toString' }, { secret: {} })).toThrow(
    'there is no plug-in toString; those of packages are named by OFFERSTREAM_PLUGINS',
  );
});
