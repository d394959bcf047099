/** What the chart gives Prometheus, and what it scales by. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { renderChart, resourcesOf } from '../../../ops/helm/chart.ts';
import { chartFolder } from '../../../ops/helm/helm.ts';
import type { Resource } from '../../../ops/helm/resources.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { knownSeries, metricsIn } from '../prometheus/metric-names.ts';
import { ruleFiles, rulesFolder } from '../prometheus/rules.ts';

/** A rule of prometheus-adapter. */
interface AdapterRule {
  readonly seriesQuery: string;
  readonly name: { readonly as: string };
  readonly metricsQuery: string;
}

let resources: readonly Resource[];
let adapter: readonly AdapterRule[];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-monitoring-'));
  resources = resourcesOf(await renderChart(join(chartFolder, 'ci/whole.yaml')));
  const values = parse(await readFile(join(chartFolder, '../prometheus-adapter.values.yaml'), 'utf8'));
  adapter = values.rules.external;
});
afterAll(() => rm(folder, { recursive: true }));

const ofKind = (kind: string): readonly Resource[] => resources.filter((each) => each.kind === kind);

it('the rules of the operator are those of ops/prometheus, all of them', async () => {
  const groups = await Promise.all(
    ruleFiles().map(async (name) => parse(await readFile(join(rulesFolder, name), 'utf8')).groups),
  );
  const rendered = ofKind('PrometheusRule').flatMap(({ spec }) => spec.groups ?? []);
  const byName = (some: readonly unknown[]) =>
    some.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  expect(rendered.length).toBeGreaterThan(3);
  expect(byName(rendered)).toEqual(byName(groups.flat()));
});

it('metrics keep their own labels, of which the operator has one too, and the job that the rules name', async () => {
  expect(await createMetrics('test').registry.metrics()).toMatch(/[{,]service="test"/);
  const [monitor] = ofKind('ServiceMonitor');
  expect(monitor?.spec.endpoints).toMatchObject([
    { honorLabels: true, relabelings: [{ targetLabel: 'job', replacement: 'offerstream' }] },
  ]);
});

it('what workers are scaled by is what the adapter brings, from metrics that there are', () => {
  const [worker] = ofKind('HorizontalPodAutoscaler').filter(({ metadata }) => metadata.name.endsWith('worker'));
  const scaledBy = worker?.spec.metrics?.map(({ external }) => external?.metric.name) ?? [];
  expect(scaledBy.length).toBe(4);
  expect(scaledBy.toSorted()).toEqual(adapter.map(({ name }) => name.as).toSorted());
  const known = knownSeries();
  for (const { seriesQuery, metricsQuery } of adapter) {
    const [series = ''] = seriesQuery.split('{');
    expect(known.has(series), series).toBe(true);
    expect(metricsIn(metricsQuery)).toEqual([series]);
  }
});

const release = 'namespace="parts",app_kubernetes_io_instance="offerstream"';

/** A series that processes tell alike, or each of its own work, and one of another release. */
const series = (name: string, labels: string, ...values: readonly number[]) => [
  ...values.map((value, at) => ({
    series: `${name}{job="offerstream",instance="${at}",${release}${labels}}`,
    values: String(value),
  })),
  {
    series: `${name}{job="offerstream",instance="9",namespace="parts",app_kubernetes_io_instance="other"${labels}}`,
    values: '1000000',
  },
];

it('each is the depth of the queue that all processes share, or the sum of what each has, of one release', async () => {
  const rules = adapter.map(({ name, metricsQuery }) => ({
    record: name.as,
    expr: metricsQuery.replaceAll('<<.LabelMatchers>>', release),
  }));
  await writeFile(join(folder, 'rules.yaml'), stringify({ groups: [{ name: 'adapter', rules }] }));
  const expected = {
    offerstream_observations_waiting: 4_000,
    offerstream_jobs_waiting: 37,
    offerstream_offers_to_match: 900,
    offerstream_estimates_in_flight: 23,
  };
  const test = {
    rule_files: ['rules.yaml'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [
          ...series('consumer_lag_messages', ',consumer="normalizer"', 3_990, 4_000, 4_000),
          ...series('consumer_lag_messages', ',consumer="other"', 70_000),
          ...series('enrichment_jobs_waiting', ',type="refresh_observation"', 30, 30),
          ...series('enrichment_jobs_waiting', ',type="discover"', 7, 6),
          ...series('matching_backlog_size', '', 900, 880),
          ...series('estimate_in_flight', ',work="parse"', 3, 4),
          ...series('estimate_in_flight', ',work="optimise"', 13, 3),
        ],
        promql_expr_test: Object.entries(expected).map(([expr, value]) => ({
          expr,
          eval_time: '1m',
          exp_samples: [{ labels: expr, value }],
        })),
      },
    ],
  };
  await writeFile(join(folder, 'test.yaml'), stringify(test));
  const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', 'test.yaml'], { cwd: folder });
  expect(stdout).toContain('SUCCESS');
});
