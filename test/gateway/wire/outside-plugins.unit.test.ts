import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugins as own } from '../../../actors/connector/suppliers/registry.ts';
import { knowledgeOf, loadPlugins } from '../../../gateway/wire/suppliers.ts';

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
    ['{"exports": {"types": "./entry.d.ts", "import": "./entry.mjs"}}', 'entry.mjs'],
    ['{"exports": {".": {"import": {"types": "./e.d.ts", "default": "./entry.mjs"}}}}', 'entry.mjs'],
    ['{"exports": {"node": {"require": "./entry.cjs", "default": "./entry.mjs"}, "default": "./b.js"}}', 'entry.mjs'],
    ['{"exports": {".": {"browser": "./b.js", "module-sync": "./entry.mjs", "import": "./b.js"}}}', 'entry.mjs'],
    ['{"exports": {".": [{"require": "./b.js"}, "./entry.mjs"], "./more": "./b.js"}}', 'entry.mjs'],
    ['{"main": "./lib/entry", "type": "module"}', 'lib/entry.js'],
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
    ['{"exports": {".": {"require": "./entry.cjs"}}}', 'the exports of FOLDER/package.json name no file'],
    ['{"exports": {"./more": "./entry.mjs"}}', 'the exports of FOLDER/package.json name no file'],
    ['[', 'Unexpected end of JSON input'],
    ['null', 'FOLDER/package.json is no object'],
    ['{"main": 7}', "Cannot find module 'FOLDER'"],
  ])('is refused in one line as a folder with the manifest %s', async (manifest, says) => {
    const name = `bad${Buffer.from(manifest).toString('hex')}`;
    await write(`${name}/package.json`, manifest);
    const at = join(folder, name);
    const error: unknown = await loadPlugins([at], own).catch((refused: unknown) => refused);
    const told = String(error).replaceAll(at, 'FOLDER');
    expect(told).toContain(`OFFERSTREAM_PLUGINS: FOLDER is no usable plug-in: ${says}`);
    expect(told).not.toContain('\n');
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

  it('refuses in its own words, and tells only the type of any other error', async () => {
    const failing = (error: string) =>
      write(`fails-${error.length}.mjs`, moduleOf('good', `(() => { throw ${error}; })()`));
    const refusing = await failing("new RangeError('a key is needed')");
    const careless = await failing("new TypeError('the key is 123456789')");
    const cases = [refusing, careless].map(async (file) => {
      const { supplierPlugins } = knowledgeOf(await loadPlugins([file], own));
      return () => supplierPlugins.endpointsOf({ ...supplier, id: 's' } as never);
    });
    const [refused, broken] = await Promise.all(cases);
    expect(refused).toThrow(new RangeError('a key is needed'));
    expect(broken).toThrow(new RangeError(`the plug-in of ${careless} fails to make a client (TypeError)`));
  });

  it('may be an object of a class that makes objects of a class', async () => {
    const file = await write(
      'classes.mjs',
      `class Client {
         phases = ['catalogue']; budgets = { parts: [{ rate: 10, periodMs: 1000, burst: 2 }] };
         #key; constructor(key) { this.#key = key; }
         get origins() { return ['https://other.test']; }
         request() { return { method: 'GET', url: 'https://supplier.test/' + this.#key, headers: {},
           body: undefined, endpoint: 'parts', safePath: '/', cost: 1 }; }
         classify() { return { kind: this.#key === 'k' ? 'success' : 'blocked' }; }
         decode() { return { kind: 'malformed', reason: this.#key }; }
         spent() { return this.#key.length; }
       }
       class Plugin { apiVersion = 1; name = 'good'; #made = Client;
         create({ secret }) { return new this.#made(secret.key); } }
       export const plugin = new Plugin();`,
    );
    const made = knowledgeOf(await loadPlugins([file], own)).clientOf(supplier, { secret: { key: 'k' } });
    expect(made).toMatchObject({ phases: ['catalogue'], origins: ['https://other.test'] });
    expect(made.request('catalogue', undefined, {} as never).url).toBe('https://supplier.test/k');
    expect(made.classify(answered(''))).toEqual({ kind: 'success' });
    expect(made.decode('catalogue', undefined, answered(''))).toEqual({ kind: 'malformed', reason: 'k' });
    expect(made.spent?.(answered(''))).toBe(1);
  });

  it.each([
    ['throws', "() => { throw new TypeError('a secret'); }", 'TypeError', 'TypeError'],
    ['returns nothing', '() => undefined', 'no good result', 'TypeError'],
    ['is asynchronous', 'async () => ({})', 'no good kind', 'no good kind'],
    ['fails later', "async () => { throw new TypeError('a secret'); }", 'no good kind', 'no good kind'],
    ['returns an unknown kind', "() => ({ kind: 'a secret' })", 'no good kind', 'no good kind'],
  ])('does no harm where every function %s', async (what, body, why, whyNotRead) => {
    const functions = ['request', 'classify', 'decode', 'spent', 'remaining'].map((name) => `${name}: ${body}`);
    const text = `{ phases: ['catalogue'], budgets: { parts: [{ rate: 10, periodMs: 1000, burst: 2 }] },
      session: { request: ${body}, read: ${body} }, ${functions.join(', ')} }`;
    const file = await write(`harmless-${what.replaceAll(' ', '-')}.mjs`, moduleOf('good', text));
    const made = knowledgeOf(await loadPlugins([file], own)).clientOf(supplier, { secret: {} });
    const noRequest = /^the plug-in failed to make a request \((TypeError|no good (result|method))\)$/;
    const malformed = (verb: string, reason: string) => ({
      kind: 'malformed',
      reason: `the plug-in failed to ${verb} the answer (${reason})`,
    });
    expect(() => made.request('catalogue', undefined, {} as never)).toThrow(noRequest);
    expect(() => made.session?.request({} as never)).toThrow(noRequest);
    expect(made.session?.read(answered(''))).toEqual(malformed('read', why));
    expect(made.classify(answered(''))).toEqual(malformed('classify', why));
    expect(made.decode('catalogue', undefined, answered(''))).toEqual(malformed('read', whyNotRead));
    expect(made.spent?.(answered(''))).toBeUndefined();
    expect(made.remaining?.(answered(''))).toEqual([]);
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
