/** What the chart tells each process, read as the process reads it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, configTable, loadConfig } from '../../../gateway/config/config.ts';
import { usualOfferMemoryMb } from '../../../gateway/config/pricing.ts';
import { renderChart, resourcesOf } from '../../../ops/helm/chart.ts';
import { chartFolder } from '../../../ops/helm/helm.ts';
import { environmentOf, type Resource, workloadsOf } from '../../../ops/helm/resources.ts';
import { startOptions } from '../../support/start-options.ts';
import { placePod, podOf, type Secrets } from './pods.ts';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const login = (user: string): string => `postgres://${user}:p0@db:5432/offers?sslmode=verify-full`;

/** What the Secrets of each set of values hold. */
const secrets: Secrets = {
  'offerstream/database-owner-url': login('offers_owner'),
  'offerstream/database-service-url': login('offers_app'),
  'offerstream/secrets-key': key(1),
  'offerstream/nats-token': 'a-token-of-tests',
  'database-owner/url': login('offers_owner'),
  'database-service/url': login('offers_app'),
  'database-archiver/url': login('offers_worker'),
  'sealing/keys': `2:${key(2)},1:${key(1)}`,
  'nats/password': 'a-password-of-tests',
  'nats/offerstream.creds': 'the credentials',
  'first-keys/admin': 'os_administrator-key-of-the-chart',
  'first-keys/customer': 'os_customer-key-of-the-chart',
  'clickhouse/url': 'https://offerstream:p0@clickhouse:8443/offerstream',
  'model/key': 'sk-of-tests',
  ...Object.fromEntries(
    [
      'database-client',
      'nats-client',
      'clickhouse-client',
      'collector-client',
      'offers-example-tls',
      'authorities',
    ].flatMap((name) => ['ca.crt', 'tls.crt', 'tls.key'].map((file) => [`${name}/${file}`, 'PEM'])),
  ),
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-pods-'));
});
afterAll(() => rm(folder, { recursive: true }));

const renderedBy = async (name: string): Promise<readonly Resource[]> =>
  resourcesOf(await renderChart(join(chartFolder, 'ci', `${name}.yaml`)));

const configOf = async (resources: readonly Resource[], role: string): Promise<Config> =>
  loadConfig(await placePod(podOf(resources, role), join(folder, role), secrets));

/** Every variable that the configuration knows, and the files of those that are secrets. */
const known = new Set(
  configTable()
    .split('\n')
    .flatMap((row) => [/^\| `(\w+)`/.exec(row)?.[1], /Or `(\w+_FILE)`: a file/.exec(row)?.[1]])
    .filter((name) => name !== undefined),
);

describe.each(['least', 'whole', 'own-tls', 'plain'])('with the values of %s.yaml', (name) => {
  it('every variable is one that the service knows', async () => {
    const told = workloadsOf(await renderedBy(name))
      .flatMap(({ spec }) => spec.template.spec.containers)
      .flatMap((container) => Object.keys(environmentOf(container)));
    expect(told.length).toBeGreaterThan(40);
    expect(told.filter((each) => !known.has(each))).toEqual([]);
  });

  it.each(['gateway', 'ingest', 'worker'])('%s takes its configuration', async (role) => {
    const config = await configOf(await renderedBy(name), role);
    expect([...config.roles]).toEqual([role]);
    expect(config.host).toBe('0.0.0.0');
    expect(config.demo).toBeUndefined();
    expect(config.database.migrates).toBe(false);
    expect(config.bus.kind).toBe('jetstream');
    expect(config.sealingKeys !== undefined).toBe(role !== 'worker');
    // Written where the root filesystem allows it.
    expect(config.dataDir).toBe(join(folder, role, 'data'));
  });

  it('the migrations take theirs, where the chart runs them', async () => {
    const resources = await renderedBy(name);
    expect(resources.some(({ kind }) => kind === 'Job')).toBe(name !== 'plain');
    if (name === 'plain') return;
    const { database, dataDir } = await configOf(resources, 'migrate');
    expect(new URL(database.url ?? '').username).toBe('offers_owner');
    expect(dataDir).toBe(join(folder, 'migrate/data'));
  });
});

const userOf = ({ database }: Config): string => new URL(database.url ?? '').username;

it('each process is in PostgreSQL what it needs to be: the owner for migrations, the archiver where it archives', async () => {
  for (const [name, worker] of [
    ['least', 'offers_app'],
    ['whole', 'offers_worker'],
  ] as const) {
    const resources = await renderedBy(name);
    const users = await Promise.all(
      ['migrate', 'gateway', 'ingest', 'worker'].map(async (role) => userOf(await configOf(resources, role))),
    );
    expect(users).toEqual(['offers_owner', 'offers_app', 'offers_app', worker]);
  }
});

it('what the values say reaches the processes that it is for', async () => {
  const resources = await renderedBy('whole');
  const [gateway, ingest, worker, migrate] = await Promise.all(
    ['gateway', 'ingest', 'worker', 'migrate'].map((role) => configOf(resources, role)),
  );
  expect(gateway?.keyLimits.streams).toBe(200);
  expect(ingest?.keyLimits.streams).toBe(100);
  expect([gateway?.logLevel, ingest?.logLevel, worker?.logLevel, migrate?.logLevel]).toEqual([
    'warn',
    'debug',
    'warn',
    'warn',
  ]);
  expect(gateway?.bootstrap.adminKey).toBe('os_administrator-key-of-the-chart');
  expect(ingest?.bootstrap.adminKey).toBeUndefined();
  expect(gateway?.sealingKeys?.map(({ id }) => id)).toEqual(['2', '1']);
  expect([gateway?.languageModel?.apiKey, worker?.languageModel?.apiKey]).toEqual([undefined, 'sk-of-tests']);
  expect(worker?.archive).toEqual({ directory: join(folder, 'worker/archive'), afterMonths: 13 });
  expect(worker?.bus).toMatchObject({ replicas: 3, access: { identity: { user: 'offerstream' } } });
  expect(worker?.analytics).toMatchObject({
    kind: 'server',
    tls: { key: join(folder, 'worker/certificates/analytics/tls.key') },
  });
  expect(worker?.tracing).toMatchObject({ endpoint: 'https://collector:4317' });
  expect(worker?.database.poolSize).toBe(20);
  expect(worker?.startWaitMs).toBe(300_000);
  expect(worker?.estimates.threads).toBe(2);
  expect(worker?.rematchMs).toBe(43_200_000);
});

it('at its own ports a process speaks TLS where it has a certificate, and asks clients for one', async () => {
  const at = (file: string) => join(folder, 'gateway/certificates/own', file);
  const gateway = await configOf(await renderedBy('own-tls'), 'gateway');
  expect(gateway.tls).toEqual({ certificate: at('tls.crt'), key: at('tls.key'), clientAuthorities: at('ca.crt') });
  expect((await configOf(await renderedBy('least'), 'gateway')).tls).toBeUndefined();
});

const mib = (quantity = ''): number => {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
};

const heapMib = Number(startOptions.join(' ').match(/--max-old-space-size=(\d+)/)?.[1]);

/** What Node takes beside its heap, and what a process has besides, in MiB. */
const beside = { gateway: 300, ingest: 300, worker: 300 + heapMib + 2 * 256 } as const;

it.each(['gateway', 'ingest', 'worker'] as const)(
  'the memory of %s holds what its processes may take',
  async (role) => {
    const [container] = podOf(await renderedBy('least'), role).spec.containers;
    const limit = mib(container?.resources?.limits?.memory);
    const offers = 2 * usualOfferMemoryMb(limit * 2 ** 20);
    expect(heapMib).toBe(1_024);
    expect(limit).toBeGreaterThan(heapMib + offers + beside[role]);
    expect(mib(container?.resources?.requests?.memory)).toBeLessThan(limit);
  },
);
