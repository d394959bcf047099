/**
 * The pods of the chart as processes of this machine, with what it renders for them: the migrations
 * as the owner of the tables, then each role with its own login, with TLS at every port of theirs
 * and of the stores, asked by the probes of the chart and stopped as Kubernetes stops them.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { renderChart, resourcesOf } from '../../ops/helm/chart.ts';
import type { Resource } from '../../ops/helm/resources.ts';
import { placePod, podOf, type Secrets } from '../ops/helm/pods.ts';
import { type TestAuthority, type TestCertificate, testAuthority } from '../support/certificates.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type Service, startService } from '../support/service.ts';
import { startProgram } from '../support/stopped-program.ts';
import { type TlsPostgres, tlsPassword, tlsPostgres } from '../support/tls-postgres.ts';

const root = join(import.meta.dirname, '../..');
const logins = { offers_app: 'offerstream_service', offers_worker: 'offerstream_archiver' };
const customerKey = 'os_customer-key-of-the-chart';
const natsPassword = 'a-password-of-tests';

let authority: TestAuthority;
let certificate: TestCertificate;
let server: TlsPostgres;
let nats: TestNats;
let folder: string;
let resources: readonly Resource[];
let secrets: Secrets;
const services: Service[] = [];

/** What an operator says of the stores and the ports here. */
const values = () => ({
  image: { repository: 'registry.example/offerstream' },
  nats: {
    url: nats.url.replace('nats://', 'tls://'),
    replicas: 1,
    user: 'offers',
    password: { secret: 'offerstream' },
    tls: { secret: 'authorities' },
  },
  database: { tls: { secret: 'authorities' } },
  tls: { secret: 'own', clientAuthorities: 'ca.crt' },
  requireTls: 'everywhere',
  archive: { claim: 'archive' },
  firstKeys: { admin: { secret: 'offerstream' }, customer: { secret: 'offerstream' } },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-chart-'));
  authority = await testAuthority();
  certificate = await authority.issue('server');
  const { certFile, keyFile } = certificate;
  [server, nats] = await Promise.all([
    tlsPostgres(authority, certificate),
    testNats([
      `tls { cert_file: "${certFile}", key_file: "${keyFile}" }`,
      `authorization { user: "offers", password: "${natsPassword}" }`,
    ]),
  ]);
  const { sql } = server.admin;
  await sql.unsafe(await readFile(join(root, 'ops/roles.sql'), 'utf8'));
  await sql.unsafe(`create role offers_owner login password '${tlsPassword}' in role offerstream_request`);
  for (const [login, group] of Object.entries(logins)) {
    await sql.unsafe(`create role ${login} login password '${tlsPassword}' in role ${group}`);
  }
  await sql.unsafe('create database offers owner offers_owner');
  resources = await renderedWith(values());
  secrets = {
    'offerstream/database-owner-url': server.urlOf('offers_owner', 'offers'),
    'offerstream/database-service-url': server.urlOf('offers_app', 'offers'),
    'offerstream/database-archiver-url': server.urlOf('offers_worker', 'offers'),
    'offerstream/secrets-key': randomBytes(32).toString('base64'),
    'offerstream/nats-password': natsPassword,
    'offerstream/first-admin-key': 'os_administrator-key-of-the-chart',
    'offerstream/first-customer-key': customerKey,
    'authorities/ca.crt': authority.certificate.toString(),
    'own/ca.crt': authority.certificate.toString(),
    'own/tls.crt': certificate.cert.toString(),
    'own/tls.key': certificate.key.toString(),
  };
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all([server.close(), nats.close()]);
  await authority.remove();
  await rm(folder, { recursive: true, force: true });
});

/** What a pod is told, on any free ports of this machine, and without the keys of other tests. */
const environmentOf = async (role: string, of = resources): Promise<Readonly<Record<string, string>>> => ({
  ...(await placePod(podOf(of, role), join(folder, role), secrets)),
  HOST: '127.0.0.1',
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  METRICS_PORT: '0',
  BOOTSTRAP_ADMIN_KEY: '',
  BOOTSTRAP_CUSTOMER_KEY: '',
});

/** The chart with these values. */
const renderedWith = async (given: object): Promise<readonly Resource[]> => {
  const file = join(folder, 'values.yaml');
  await writeFile(file, stringify(given));
  return resourcesOf(await renderChart(file));
};

it('the Job brings the schema up to date, and without it no role starts', async () => {
  const waiting = startProgram('main.ts', [], await environmentOf('gateway'));
  expect((await waiting.ended).said).toContain('0001_event_store.sql is not applied');
  const [job] = podOf(resources, 'migrate').spec.containers;
  const [program, file = ''] = job?.command ?? [];
  expect([program, file]).toEqual(['node', 'gateway/cli/migrate.ts']);
  const environment = await placePod(podOf(resources, 'migrate'), join(folder, 'migrate'), secrets);
  const ended = await startProgram(file.replace('gateway/', ''), [], environment).ended;
  expect(ended).toMatchObject({ status: 0, said: '' });
  expect(ended.logged).toContain('the roles of the service may use it');
});

/** How a probe that runs in the container ends. */
const probed = async (command: readonly string[], environment: Readonly<Record<string, string>>) => {
  const [program, ...args] = command;
  expect(program).toBe('node');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...childEnvironment, ...environment },
    stdio: 'ignore',
  });
  const [status] = await once(child, 'exit');
  return status;
};

/** What the port of metrics answers to one who shows a certificate. */
const metricsAt = async (port: number): Promise<string> => {
  const { cert, key } = certificate;
  const ask = request({ host: '127.0.0.1', port, path: '/metrics', ca: authority.certificate, cert, key }).end();
  const [answer] = await once(ask, 'response');
  return (await answer.setEncoding('utf8').toArray()).join('');
};

it.each(['gateway', 'ingest', 'worker'])(
  '%s starts, is found well by its probes, tells metrics and ends',
  async (role) => {
    const environment = await environmentOf(role);
    const service = await startService(environment);
    services.push(service);
    const [container] = podOf(resources, role).spec.containers;
    const inContainer = { ...environment, HTTP_PORT: new URL(service.httpUrl).port };
    for (const probe of [container?.startupProbe, container?.livenessProbe, container?.readinessProbe])
      expect(await probed(probe?.exec?.command ?? [], inContainer)).toBe(0);
    const started = service.lines.find(({ event }) => event === 'service.started');
    expect(started?.grpc_port !== undefined).toBe(role === 'gateway');
    expect(await metricsAt(Number(started?.metrics_port))).toContain('consumer_lag_messages{');
    expect(await service.stop()).toBe(0);
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
  },
);

it('where a proxy ends TLS the probes ask in plain text, and keep a gateway that answers without NATS', async () => {
  const behind = await renderedWith({ ...values(), tls: {}, requireTls: 'behind-proxy' });
  const environment = await environmentOf('gateway', behind);
  const service = await startService(environment);
  services.push(service);
  const [container] = podOf(behind, 'gateway').spec.containers;
  const asked = async (path = '', headers = {}) => (await fetch(`${service.httpUrl}${path}`, { headers })).status;
  const findWell = async () => {
    for (const probe of [container?.startupProbe, container?.livenessProbe, container?.readinessProbe]) {
      expect(probe?.httpGet).toMatchObject({ port: 'http', scheme: 'HTTP' });
      expect(await asked(probe?.httpGet?.path)).toBe(200);
    }
  };
  await findWell();
  const keys = await startProgram('cli/keys.ts', ['list'], environment).ended;
  expect(keys).toMatchObject({ status: 0 });
  expect(keys.logged).toContain('key_first_admin');
  await nats.kill();
  await eventually(async () => (await asked('/readyz')) === 503);
  expect(await asked('/v1/products?q=RC0603', { 'x-api-key': customerKey })).toBe(200);
  await findWell();
  expect(await service.stop()).toBe(0);
});
