import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPrivateFolder } from '../../gateway/compile-cache.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'compile-cache-'));
  folder = join(parent, 'data', 'compile-cache');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('the folder is made for the owner alone, and others are shut out of one that was open to them', async () => {
  expect(createPrivateFolder(folder)).toBe(true);
  expect(await modeOf(folder)).toBe(0o700);
  await chmod(folder, 0o777);
  expect(createPrivateFolder(folder)).toBe(true);
  expect(await modeOf(folder)).toBe(0o700);
});

test('a link, a file, and a place that cannot be written are not used', async () => {
  await mkdir(join(parent, 'data'));
  await symlink(parent, folder);
  expect(createPrivateFolder(folder)).toBe(false);
  await rm(folder);
  await writeFile(folder, '');
  expect(createPrivateFolder(folder)).toBe(false);
  expect(createPrivateFolder(join(folder, 'deeper'))).toBe(false);
});

test.runIf(process.getuid?.() === 0)("somebody else's folder is not used", async () => {
  await mkdir(folder, { recursive: true });
  await chown(folder, 1, 1);
  expect(createPrivateFolder(folder)).toBe(false);
});
