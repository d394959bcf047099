import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The TypeScript client as a user gets it: packed, unpacked into an empty folder, and imported. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const packageFolder = join(root, 'clients/typescript');
const tsc = join(root, 'node_modules/.bin/tsc');

/** What a user's program may contain: every kind of call, checked as strictly as can be. */
const program = `
import { type Client, connectGrpc, connectHttp, OfferstreamError, type Product } from '@offerstream/client';

const clients: readonly Client[] = [
  connectGrpc({ address: '127.0.0.1:1', apiKey: 'k', retry: { attempts: 1, baseMs: 1, maxMs: 1 } }),
  connectHttp({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retry: { attempts: 1, baseMs: 1, maxMs: 1 } }),
];
export const firstOf = async (client: Client): Promise<Product | undefined> =>
  (await client.catalog.searchProducts({ q: 'x', cursor: { token: 'y' }, facets: ['manufacturer'] })).items[0];
export const watch = async (client: Client): Promise<readonly number[]> => {
  const versions: number[] = [];
  for await (const { version } of client.estimates.watchEstimate({ estimateId: 'e' })) versions.push(version);
  return versions;
};
for (const client of clients) {
  try {
    await firstOf(client);
  } catch (thrown) {
    if (!(thrown instanceof OfferstreamError)) throw thrown;
    process.stdout.write(thrown.code + '\\n');
  }
  client.close();
}
`;

describe('the package of the TypeScript client', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerstream-client-'));
    await run(tsc, ['--project', join(packageFolder, 'tsconfig.build.json'), '--outDir', join(folder, 'built/dist')]);
    await run('cp', [join(packageFolder, 'package.json'), join(packageFolder, 'README.md'), join(folder, 'built')]);
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent', join(folder, 'built')], {
      cwd: folder,
    });
    const modules = join(folder, 'node_modules');
    await mkdir(join(modules, '@offerstream/client'), { recursive: true });
    await run('tar', ['-xzf', stdout.trim(), '-C', join(modules, '@offerstream/client'), '--strip-components=1'], {
      cwd: folder,
    });
    // What npm would install beside it.
    for (const dependency of ['@grpc', '@bufbuild', '@types'])
      await symlink(join(root, 'node_modules', dependency), join(modules, dependency));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'program.ts'), program);
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('compiles in a strict project that checks its declarations, and runs', async () => {
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', 'node'];
    const modules = ['--module', 'nodenext', '--target', 'es2023', '--rootDir', folder];
    await run(tsc, [...options, ...modules, join(folder, 'program.ts')], { cwd: folder });
    const { stdout } = await run(process.execPath, ['--no-strip-types', 'program.js'], { cwd: folder });
    expect(stdout).toBe('UNAVAILABLE\nUNAVAILABLE\n');
  });
});
