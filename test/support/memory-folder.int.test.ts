import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepInMemory } from './memory-folder.ts';

const command = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-memory-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const mounts = () => readFile('/proc/mounts', 'utf8');

it('a folder in memory is empty again, and no mount, once it is let go of', async () => {
  const letGo = await keepInMemory(folder);
  // Who may not mount has a folder on the disk.
  if (letGo === undefined) return;
  expect(await mounts()).toContain(` ${folder} tmpfs `);
  await writeFile(join(folder, 'a'), 'b');
  await letGo();
  expect(await mounts()).not.toContain(folder);
  expect(await readdir(folder)).toEqual([]);
});

it('memory of a run that was killed is given back, and not that of one that goes on', async () => {
  const [killed, running, next] = [join(folder, 'killed'), join(folder, 'running'), join(folder, 'next')];
  await Promise.all([killed, running, next].map((each) => mkdir(each)));
  const letGo = await keepInMemory(running);
  if (letGo === undefined) return;
  // No process has a pid as high as that.
  await command('mount', ['-t', 'tmpfs', 'offerstream-run-999999999', killed]);
  const letGoOfNext = await keepInMemory(next);
  expect(await mounts()).not.toContain(` ${killed} `);
  expect(await mounts()).toContain(` ${running} `);
  await letGoOfNext?.();
  await letGo();
});
