import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { knownSeries, metricsIn } from '../prometheus/metric-names.ts';
import { ruleFiles } from '../prometheus/rules.ts';
import { allPanels, panelsOf } from './panels.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const yaml = (file: string): unknown => parse(readFileSync(join(root, file), 'utf8'), { merge: true });

test('the names in an expression are told from labels, functions and durations', () => {
  expect(metricsIn('sum by (le, x) (rate(a_total{b="c_d", e=~"f"}[5m])) / on (g) h:i:j > bool 1.5 or i * 0')).toEqual([
    'a_total',
    'h:i:j',
    'i',
  ]);
  expect(metricsIn('rate({__name__=~"(a|b)_total"}[$__rate_interval])')).toEqual(['a_total', 'b_total']);
});

test('each panel of the dashboards reads metrics of the catalogue or recorded ones only', () => {
  const known = knownSeries();
  const unknown = allPanels().flatMap(({ name, expressions }) =>
    expressions.flatMap(metricsIn).flatMap((metric) => (known.has(metric) ? [] : `${name} reads ${metric}`)),
  );
  expect(unknown).toEqual([]);
});

test('each panel of every dashboard is titled by the question that it answers, and each by its own', () => {
  const names = allPanels().map(({ name }) => name);
  for (const name of names) expect(name).toMatch(/^[a-z-]+: [A-Z].*\?$/);
  expect(new Set(names).size).toBe(names.length);
});

test('the panels that the documentation names are there', () => {
  const text = readFileSync(join(root, 'docs/failure-modes.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const named = [...text.matchAll(/panels? ("[^"]+"(?: and "[^"]+")*)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, title]) => title),
  );
  expect(named.length).toBeGreaterThan(3);
  const titles = new Set(allPanels().map(({ name }) => name.slice(name.indexOf(': ') + 2)));
  expect(named.filter((title) => title === undefined || !titles.has(title))).toEqual([]);
});

describe('the overview', () => {
  /** Rows of Grafana's grid that a screen shows without scrolling; a row is 38 pixels. */
  const rowsOfScreen = 20;
  const panels = panelsOf('overview');
  const first = panels.filter(({ type }) => type !== 'timeseries');

  it('begins with whether it is well, and has that and where it is not on the first screen', () => {
    expect(panels[0]).toMatchObject({ title: 'Is it well?', type: 'stat', gridPos: { x: 0, y: 0 } });
    expect(first.length).toBeLessThanOrEqual(10);
    for (const { gridPos } of first) expect(gridPos.y + gridPos.h).toBeLessThanOrEqual(rowsOfScreen);
    const others = panels.filter((panel) => !first.includes(panel));
    const end = Math.max(...first.map(({ gridPos }) => gridPos.y + gridPos.h));
    for (const { gridPos } of others) expect(gridPos.y).toBeGreaterThanOrEqual(end);
  });

  it('says of each figure of the first screen what it is', () => {
    for (const { description, title } of first) expect(description, title).toMatch(/\.$/);
  });

  it('has no two panels in one place', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

test('every file and volume that compose.yaml mounts is there, and Prometheus is given every file of rules', () => {
  const { services, volumes } = yaml('compose.yaml') as Compose;
  const sources = Object.values(services).flatMap((each) =>
    (each.volumes ?? []).map((mount) => mount.split(':')[0] ?? ''),
  );
  const missing = sources.filter((source) =>
    source.startsWith('./') ? !existsSync(join(root, source)) : !(source in volumes),
  );
  expect(missing).toEqual([]);
  expect(sources).toEqual(expect.arrayContaining(ruleFiles().map((name) => `./ops/prometheus/${name}`)));
});

test('the worker of compose.yaml archives old events to a volume of their own, which the user of the image may write', () => {
  const { services, volumes } = yaml('compose.yaml') as Compose;
  const { environment = {}, volumes: mounts = [] } = services.worker ?? {};
  const directory = environment.ARCHIVE_DIRECTORY ?? '';
  const mounted = mounts.map((mount) => mount.split(':')).find(([, target]) => target === directory);
  expect(Object.keys(volumes)).toContain(mounted?.[0]);
  const image = readFileSync(join(root, 'ops/Dockerfile'), 'utf8');
  expect(image).toMatch(new RegExp(`^RUN install .*--owner=node .* ${directory}$[^]*^USER node$`, 'm'));
});

test.each([
  'ops/prometheus/prometheus.yml',
  'ops/grafana/provisioning/datasources/datasources.yaml',
  'ops/grafana/provisioning/dashboards/dashboards.yaml',
  'ops/collector/collector.yaml',
])('%s is YAML', (file) => {
  expect(yaml(file)).toBeTypeOf('object');
});
