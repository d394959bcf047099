import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const { version } = manifest;

/** The releases of the changelog, newest first. */
const releases = [...read('CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\](.*)$/gm)].map(([, name = '', rest = '']) => ({
  name,
  date: /^ - (\d{4}-\d\d-\d\d)$/.exec(rest)?.[1],
}));

it('the changelog begins with what is not released, then has each release with its date, newest first', () => {
  expect(/^## .*$/m.exec(read('CHANGELOG.md'))?.[0]).toBe('## [Unreleased]');
  expect(releases[0]?.name).toBe(version);
  const dates = releases.map(({ date }) => date ?? 'no date');
  for (const date of dates) expect(new Date(date).toISOString()).toContain(date);
  expect(dates.toSorted().toReversed()).toEqual(dates);
});

it('the page on upgrades has every release', () => {
  for (const { name } of releases) expect(read('docs/howto/upgrade.md')).toContain(`\n## To ${name}\n`);
});

it.each(['clients/typescript', 'plugin-kit'])('%s has the version of the service', (folder) => {
  expect(JSON.parse(read(`${folder}/package.json`))).toMatchObject({ version });
});

it('the chart has the version of the service, and runs it', () => {
  const chart = read('deploy/helm/offerstream/Chart.yaml');
  expect(chart).toContain(`\nversion: ${version}\n`);
  expect(chart).toContain(`\nappVersion: "${version}"\n`);
});

it('the Python client and the example of a plug-in name the same version, and so do pages', () => {
  expect(read('clients/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  expect(JSON.parse(read('examples/supplier-plugin/package.json'))).toMatchObject({
    dependencies: { '@offerstream/plugin-kit': version },
  });
  const named = ['docs/howto/deploy.md', 'docs/howto/generate-clients.md'].flatMap((page) => [
    ...read(page).matchAll(/offerstream-(?:client-)?(\d+\.\d+\.\d+)\.tgz/g),
  ]);
  expect(new Set(named.map(([, each]) => each))).toEqual(new Set([version]));
});
