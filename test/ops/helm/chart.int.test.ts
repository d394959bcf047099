/** What the chart promises under values of all kinds, and that a broken promise is found. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { stringify } from 'yaml';
import { chartFaults, lintFaults, renderChart, resourcesOf } from '../../../ops/helm/chart.ts';
import { chartFolder, helm } from '../../../ops/helm/helm.ts';
import type { Resource } from '../../../ops/helm/resources.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { ruleFiles, rulesFolder } from '../prometheus/rules.ts';
import { typeFaults } from './kubernetes-types.ts';

const own = join(chartFolder, 'ci');
const sets = readdirSync(own);

let folder: string;
let whole: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-chart-'));
  whole = await renderChart(join(own, 'whole.yaml'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The chart with the least values and these. */
const renderedWith = async (values: object): Promise<readonly Resource[]> => {
  const file = join(folder, 'values.yaml');
  await writeFile(file, stringify(values));
  return resourcesOf(await renderChart(join(own, 'least.yaml'), file));
};

describe.each(sets)('with the values of %s', (name) => {
  const file = join(own, name);

  it('Helm finds nothing wrong with the chart', async () => {
    expect(await lintFaults(file)).toBe('');
  });

  it('Kubernetes knows every field of what it renders', async () => {
    expect(await typeFaults(resourcesOf(await renderChart(file)))).toEqual([]);
  });

  it('it keeps all that it promises', async () => {
    expect(chartFaults(resourcesOf(await renderChart(file)))).toEqual([]);
  });
});

test('a field that there is not, and one of another form, are told', async () => {
  const broken = whole.replace('maxSurge: 1', 'maxSurges: 1').replace('periodSeconds: 5', 'periodSeconds: often');
  const faults = (await typeFaults(resourcesOf(broken))).join('\n');
  expect(faults).toMatch(/Deployment parts-gateway: .*'"maxSurges"' does not exist/);
  expect(faults).toMatch(/Deployment parts-gateway: .*periodSeconds must be integer/);
});

test.each([
  [
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    'parts-gateway: its root filesystem can be written',
  ],
  ['capabilities: { drop: [ALL] }', 'capabilities: {}', 'parts-migrate: it keeps capabilities'],
  ['runAsUser: 1000', 'runAsUser: 0', 'parts-worker: it does not run as a user other than root'],
  ['allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true', 'parts-ingest: it may gain privileges'],
  ['{ type: RuntimeDefault }', '{ type: Unconfined }', 'parts-migrate: any system call is open'],
  ['automountServiceAccountToken: false', 'automountServiceAccountToken: true', 'it is given a token of Kubernetes'],
  ['enableServiceLinks: false', 'enableServiceLinks: true', 'parts-worker: names of Services become settings'],
  ['memory: 4Gi', 'other: 4Gi', 'parts-worker: its memory has no limit'],
  ['emptyDir: { sizeLimit: 1Gi }', 'hostPath: { path: / }', 'parts-gateway: data is of the node'],
  ['mountPath: /data }', 'mountPath: /elsewhere }', 'parts-gateway: /data cannot be written'],
  [
    'mountPath: /run/secrets/offerstream, readOnly: true',
    'mountPath: /run/secrets/offerstream',
    'secrets could be written',
  ],
  ['NATS_PASSWORD_FILE', 'NATS_PASSWORD', 'parts-worker: NATS_PASSWORD is no file'],
  ['https://collector:4317', 'https://us:hunter22@collector:4317', 'OTEL_EXPORTER_OTLP_ENDPOINT holds a password'],
  [
    'value: "/run/secrets/offerstream/SECRETS_KEY"',
    'value: "/run/secrets/offerstream/KEY"',
    'no file for SECRETS_KEY_FILE',
  ],
  ['value: "ingest"', 'value: "all"', 'parts-ingest: it does not have one role (ROLES=all)'],
  ['value: "jetstream"', 'value: "auto"', 'parts-gateway: its bus is for a single process'],
  ['name: MIGRATE\n', 'name: MIGRATES\n', 'parts-worker: it changes the schema'],
  [
    'name: SECRETS_KEY_FILE',
    'name: SECRETS_FILE',
    'parts-ingest: it makes a key for secrets that no other process has',
  ],
  ['value: "9464"', 'value: "9465"', 'parts-ingest: the port metrics is not that of METRICS_PORT'],
  ['path: /readyz', 'path: /healthz', 'parts-ingest: its readinessProbe does not ask /readyz'],
  ['path: /healthz', 'path: /readyz', 'parts-gateway: its readinessProbe does not ask /healthz'],
  ['scheme: HTTP', 'scheme: HTTPS', 'parts-gateway: its livenessProbe does not speak HTTP'],
  ['failureThreshold: 132', 'failureThreshold: 30', 'parts-worker: it is ended while it waits for PostgreSQL and NATS'],
  ['PeriodSeconds: 55', 'PeriodSeconds: 45', 'parts-gateway: it is killed before it has ended'],
  ['name: database-service', 'name: database-owner', 'parts-ingest: it owns the tables'],
  ['helm.sh/hook: pre-install,pre-upgrade', 'helm.sh/hook: post-install', 'parts-migrate: it is not there before'],
  ['targetPort: grpc', 'targetPort: rpc', 'Service parts: parts-gateway has no port rpc'],
  ['{ port: grpc }', '{ port: rpc }', 'NetworkPolicy parts-gateway: parts-gateway has no port rpc'],
  [
    '    name: parts-worker\n  minReplicas',
    '    name: workers\n  minReplicas',
    'parts-worker: what it scales is not there',
  ],
  ['revisionHistoryLimit: 3', 'replicas: 3', 'HorizontalPodAutoscaler parts-gateway: an upgrade undoes'],
  ['port: { name: http }', 'port: { name: web }', 'Ingress parts-http: there is no Service parts with a port web'],
  ['honorLabels: true', 'honorLabels: false', 'ServiceMonitor parts: labels of metrics are displaced'],
  ['- port: metrics\n', '- port: web\n', 'ServiceMonitor parts: its Service has no port web'],
])('%s changed to %s is found', (kept, broken, fault) => {
  expect(whole).toContain(kept);
  expect(chartFaults(resourcesOf(whole.replaceAll(kept, broken))).join('\n')).toContain(fault);
});

test.each<[string, object, string]>([
  ['a value that there is not', { replicaCount: 2 }, 'replicaCount'],
  ['a setting that there is not', { settings: { LOG_LEVLE: 'info' } }, 'LOG_LEVLE'],
  ['a number, which Helm would write as 1e+07', { settings: { DEFAULT_DEADLINE_MS: 10_000_000 } }, 'want string'],
  ['a secret among the settings', { worker: { settings: { LLM_API_KEY: 'hunter22' } } }, 'LLM_API_KEY'],
  ['a setting of the chart itself', { gateway: { settings: { MIGRATE: 'on' } } }, 'MIGRATE'],
  ['a label that pods are selected by', { podLabels: { 'app.kubernetes.io/component': 'a' } }, 'invalid propertyName'],
  ['no pod of a role', { ingest: { replicas: 0 } }, '/ingest/replicas'],
  ['no bus that all processes reach', { nats: { url: '' } }, 'nats.url must be given'],
  ['no image', { image: { repository: '' } }, 'image.repository must be given'],
  [
    'a proxy that hides callers',
    { ingress: { http: { enabled: true, host: 'a' } } },
    'settings.TRUSTED_PROXIES must be',
  ],
])('%s is refused', async (_, values, expected) => {
  await expect(renderedWith(values)).rejects.toThrow(expected);
});

test('the package of the chart has the rules themselves, and no values of its checks', async () => {
  expect((await helm('package', chartFolder, '--destination', folder)).ok).toBe(true);
  const archive = join(folder, `offerstream-${manifest.version}.tgz`);
  const tar = async (...args: readonly string[]) => (await promisify(execFile)('tar', args)).stdout;
  const names = (await tar('--list', '--gzip', '--file', archive)).split('\n');
  expect(names.filter((name) => name.startsWith('offerstream/ci/'))).toEqual([]);
  for (const name of ruleFiles())
    expect(await tar('--extract', '--gzip', '--to-stdout', '--file', archive, `offerstream/rules/${name}`)).toBe(
      readFileSync(join(rulesFolder, name), 'utf8'),
    );
});

test('the values of the page on deployment keep every promise', async () => {
  const page = readFileSync(join(chartFolder, '../../../docs/howto/deploy.md'), 'utf8');
  const [, text = ''] = /^cat > offerstream\.yaml <<'END'\n(.*?)^END$/ms.exec(page) ?? [];
  const file = join(folder, 'offerstream.yaml');
  await writeFile(file, text);
  expect(await lintFaults(file)).toBe('');
  const resources = resourcesOf(await renderChart(file));
  expect(resources.length).toBeGreaterThan(10);
  expect(chartFaults(resources)).toEqual([]);
});

test('the least values make a pod of each role twice, each with what it needs and no more', async () => {
  const resources = await renderedWith({});
  const names = (kind: string) =>
    resources.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name.replace('offerstream-', ''));
  expect(names('Deployment').toSorted()).toEqual(['gateway', 'ingest', 'worker']);
  expect(resources.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.replicas)).toEqual([2, 2, 2]);
  expect(names('Job')).toEqual(['migrate']);
  expect(names('PodDisruptionBudget').toSorted()).toEqual(['gateway', 'ingest', 'worker']);
  expect(names('NetworkPolicy').toSorted()).toEqual(['gateway', 'ingest', 'migrate', 'worker']);
  expect(names('HorizontalPodAutoscaler')).toEqual([]);
});
