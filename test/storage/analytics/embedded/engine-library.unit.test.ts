import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isEngineInstalled } from '../../../../storage/analytics/embedded/engine-library.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-library-'));
});
afterEach(() => rm(folder, { recursive: true }));

const install = async (name: string, description: object): Promise<void> => {
  const place = join(folder, 'node_modules', name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify({ name, main: 'index.js', ...description }));
  await writeFile(join(place, 'index.js'), '');
};
const libraries = { '@chdb/lib-here': '1.0.0', '@chdb/lib-elsewhere': '1.0.0' };

test('without its package the engine is not installed', () => {
  expect(isEngineInstalled(folder)).toBe(false);
});

test('a package without the library of any platform does not count as installed', async () => {
  await install('chdb', { optionalDependencies: libraries });
  expect(isEngineInstalled(folder)).toBe(false);
});

test('a package with the library of one platform is installed', async () => {
  await install('chdb', { optionalDependencies: libraries });
  await install('@chdb/lib-here', {});
  expect(isEngineInstalled(folder)).toBe(true);
});
