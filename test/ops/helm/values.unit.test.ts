/** The values of the chart beside the configuration of the service; nothing is rendered. */
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { configTable } from '../../../gateway/config/config.ts';
import { chartFolder } from '../../../ops/helm/helm.ts';
import { ruleFiles, rulesFolder } from '../prometheus/rules.ts';

const read = (file: string): string => readFileSync(join(chartFolder, file), 'utf8');

const rows = configTable().split('\n').slice(2);
const known = rows.flatMap((row) => /^\| `(\w+)`/.exec(row)?.[1] ?? []);
const secrets = rows.flatMap((row) => /Or `(\w+)_FILE`: a file/.exec(row)?.[1] ?? []);

/** Of no use in a pod, or nothing that somebody sets. */
const without = ['PATH', 'DEMO_PRODUCTS', 'DEMO_SEED', 'DEMO_FILE'];

/** Variables that the templates name: what the chart says to a process itself. */
const said = known.filter(
  (name) => new RegExp(`\\b${name}\\b`).test(read('templates/_environment.tpl')) && !without.includes(name),
);

it('every setting of the service is said by the chart, is a secret, or can be given, and only one of these', () => {
  const schema = JSON.parse(read('values.schema.json'));
  const free: readonly string[] = schema.definitions.settings.propertyNames.enum;
  expect(said).toContain('ROLES');
  const files = ['NATS_CREDS_FILE', 'NATS_NKEY_FILE'];
  expect([...free, ...new Set([...said, ...secrets, ...files]), ...without].toSorted()).toEqual(known.toSorted());
});

it('every secret of the service can be given by the name of a Secret', () => {
  const templates = read('templates/_environment.tpl');
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((name) => !templates.includes(`"${name}"`))).toEqual([]);
});

/** Of which users give the names too. */
const isFilledIn = (path: string): boolean => /\/(settings|resources)$/.test(path);

/** Every value by its path; a list and what users fill in are one value each. */
const pathsOf = (value: unknown, path = ''): readonly string[] => {
  const isOne = typeof value !== 'object' || value === null || Array.isArray(value) || isFilledIn(path);
  const entries = isOne ? [] : Object.entries(value);
  return entries.length === 0 ? [path] : entries.flatMap(([name, each]) => pathsOf(each, `${path}/${name}`));
};

it('the schema knows every value that there is, and values.yaml shows every one that the schema knows', () => {
  const schema = JSON.parse(read('values.schema.json'));
  const inSchema = (node: Record<string, unknown>, path: string): readonly string[] => {
    const name = String(node.$ref ?? '').replace('#/definitions/', '');
    const { properties } = (name === '' ? node : schema.definitions[name]) as { properties?: Record<string, object> };
    return properties === undefined
      ? [path]
      : Object.entries(properties).flatMap(([each, of]) => inSchema(of as Record<string, unknown>, `${path}/${each}`));
  };
  const shown = pathsOf(parse(read('values.yaml')));
  expect(shown.length).toBeGreaterThan(80);
  // Helm adds what charts share.
  expect(inSchema(schema, '').toSorted()).toEqual([...shown, '/global'].toSorted());
});

it('the chart carries the rules of ops/prometheus, each of them', () => {
  const carried = readdirSync(join(chartFolder, 'rules'));
  expect(carried.toSorted()).toEqual(ruleFiles().toSorted());
  for (const name of carried) expect(realpathSync(join(chartFolder, 'rules', name))).toBe(join(rulesFolder, name));
});
