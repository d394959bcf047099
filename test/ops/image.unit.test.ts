import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import build from '../../tsconfig.build.json' with { type: 'json' };
import { startOptions } from '../support/start-options.ts';

test('the image and `npm run dev` run the service with the options of `npm start`', () => {
  const image = readFileSync(join(import.meta.dirname, '..', '..', 'ops', 'Dockerfile'), 'utf8');
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as readonly string[];
  expect(command).toEqual(['node', ...startOptions, 'gateway/main.ts']);
  expect(manifest.scripts.dev.split(' ')).toEqual(['node', '--watch', ...startOptions, 'gateway/main.ts']);
});

test('the image has every folder that the package of the service is made of', () => {
  const image = readFileSync(join(import.meta.dirname, '..', '..', 'ops', 'Dockerfile'), 'utf8');
  const folders = new Set(build.include.map((path) => (path.startsWith('proto/') ? path : path.split('/')[0])));
  expect(folders).toContain('concurrency');
  expect([...folders].filter((folder) => !image.includes(`COPY ${folder} ./${folder}\n`))).toEqual([]);
});

test('everything that the image copies is there, and not kept out of its context', () => {
  const root = join(import.meta.dirname, '..', '..');
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const copied = [...read('ops/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources]) => sources?.split(' ').filter((each) => !each.startsWith('--')) ?? [],
  );
  expect(copied).toContain('docs/failure-modes.md');
  const rules = read('.dockerignore').split('\n').filter(Boolean);
  const isKeptOut = (file: string): boolean => {
    // The last rule that matches decides, as Docker has it.
    const last = rules.findLast((rule) => matchesGlob(file, rule.replace(/^!/, '')) || dirname(file) === rule);
    return last !== undefined && !last.startsWith('!');
  };
  expect(copied.filter((file) => !existsSync(join(root, file)) || isKeptOut(file))).toEqual([]);
});
