import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** A path of ours between back quotes; one with a place for a name in it is none. */
const named =
  /`((?:actors|bench|bin|clients|concurrency|domain|gateway|ops|plugin-kit|storage|streams|telemetry|test)\/[\w./-]+)`/g;

/** What a page may leave out of the name of a file. */
const endings = ['', '.ts', '.test.ts', '.e2e.test.ts'];

const isThere = (path: string): boolean => endings.some((ending) => existsSync(join(root, `${path}${ending}`)));

test('every file and folder that a page names is there', () => {
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(named)].flatMap(([, path = '']) =>
      /[A-Z]{3}/.test(path) || isThere(path) ? [] : [`${page} names ${path}`],
    );
  });
  expect(missing).toEqual([]);
});
