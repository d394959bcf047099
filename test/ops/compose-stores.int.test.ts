/**
 * The files that compose.yaml gives its stores, with the certificates of ops/certificates.sh, on
 * real servers.
 */
import { execFile, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { promisify } from 'node:util';
import { connect, type TlsOptions } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../ops/embedded/free-port.ts';
import { findNatsServer } from '../../ops/embedded/nats-server.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { eventually } from '../support/eventually.ts';
import { testNats } from '../support/nats.ts';
import { recordingLogger } from '../support/recording-logger.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const script = join(root, 'ops/certificates.sh');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-compose-'));
  await run('bash', [script, folder]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const certificateOf = async (name: string) => new X509Certificate(await readFile(join(folder, name, 'cert.pem')));

test('every part has a certificate of the authority in its name, and a key that only its user reads', async () => {
  const authority = new X509Certificate(await readFile(join(folder, 'authority/ca.pem')));
  expect(authority.ca).toBe(true);
  for (const name of ['postgres', 'nats', 'clickhouse', 'collector', 'service']) {
    const certificate = await certificateOf(name);
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    const names = name === 'nats' ? 'DNS:nats-1, DNS:nats-2, DNS:nats-3, DNS:localhost' : `DNS:${name}`;
    expect(certificate.subjectAltName).toBe(names);
    expect((await stat(join(folder, name, 'key.pem'))).mode & 0o777).toBe(0o600);
  }
});

test('certificates that are good are kept, and those of another authority made anew', async () => {
  const before = await certificateOf('nats');
  await run('bash', [script, folder]);
  expect((await certificateOf('nats')).serialNumber).toBe(before.serialNumber);
  await rm(join(folder, 'authority'), { recursive: true });
  await run('bash', [script, folder]);
  expect((await certificateOf('nats')).serialNumber).not.toBe(before.serialNumber);
});

test('NATS takes its user with a certificate over TLS, and nobody else', async () => {
  const text = await readFile(join(root, 'ops/nats/nats.conf'), 'utf8');
  const settings = text
    .replaceAll('/certificates/', `${folder}/nats/`)
    .replace('$NATS_PASSWORD', 'p0')
    // The server of a test has an address and a store of its own, and no others beside it.
    .replace(/^cluster \{$.*?^\}$/ms, '')
    .split('\n')
    .filter((line) => !/^(server_name|listen|http|jetstream|max_payload)/.test(line));
  const nats = await testNats(settings);
  const at = (file: string): string => join(folder, 'service', file);
  const named = { checkServerIdentity: (_: string, peer: PeerCertificate) => checkServerIdentity('nats-1', peer) };
  const connected = (pass: string, files: TlsOptions) => {
    const tls: TlsOptions = { caFile: at('ca.pem'), ...files, ...(named as object) };
    return connect({ servers: nats.url, user: 'offerstream', pass, tls, maxReconnectAttempts: 0, timeout: 3_000 });
  };
  const own = { certFile: at('cert.pem'), keyFile: at('key.pem') };
  const connection = await connected('p0', own);
  await connection.close();
  await expect(connected('p1', own)).rejects.toThrow('Authorization Violation');
  await expect(connected('p0', {})).rejects.toThrow();
  await nats.close();
});

test('the three servers of NATS are a cluster over TLS, which goes on without one of them', async () => {
  const text = await readFile(join(root, 'ops/nats/nats.conf'), 'utf8');
  const ports = await Promise.all(Array.from({ length: 9 }, freePort));
  const [first = 0, second = 0, third = 0] = ports.slice(3);
  const names = ['nats-1', 'nats-2', 'nats-3'];
  const servers = await Promise.all(
    names.map(async (name, at) => {
      const file = join(folder, `${name}.conf`);
      const changes: readonly (readonly [string | RegExp, string])[] = [
        ['$NATS_NAME', name],
        ['$NATS_PASSWORD', 'p0'],
        [/\/certificates\//g, `${folder}/nats/`],
        ['"/data"', `"${join(folder, name)}"`],
        ['0.0.0.0:4222', `127.0.0.1:${ports[at]}`],
        ['0.0.0.0:6222', `127.0.0.1:${[first, second, third][at]}`],
        ['nats-1:6222', `localhost:${first}`],
        ['nats-2:6222', `localhost:${second}`],
        ['nats-3:6222', `localhost:${third}`],
        ['127.0.0.1:8222', `127.0.0.1:${ports[at + 6]}`],
      ];
      await writeFile(
        file,
        changes.reduce((changed, [what, by]) => changed.replace(what, by), text),
      );
      return spawn(findNatsServer(process.env.PATH) ?? '', ['--config', file], { stdio: 'ignore' });
    }),
  );
  const isWell = async (at: number): Promise<boolean> => (await fetch(`http://127.0.0.1:${ports[at + 6]}/healthz`)).ok;
  const at = (file: string): string => join(folder, 'service', file);
  try {
    for (const number of [0, 1, 2]) await eventually(() => isWell(number));
    const bus = await connectJetStream({
      url: [0, 1, 2].map((number) => `tls://localhost:${ports[number]}`).join(','),
      access: {
        identity: { kind: 'user', user: 'offerstream', password: 'p0' },
        tls: { authorities: at('ca.pem'), certificate: at('cert.pem'), key: at('key.pem') },
      },
      replicas: 3,
      log: recordingLogger(),
      connectTimeoutMs: 30_000,
    });
    servers[2]?.kill('SIGKILL');
    await eventually(() => bus.isHealthy());
    const message = { subject: 'offer.observation.v1', messageId: 'one', payload: Buffer.from('x'), headers: {} };
    await eventually(() => bus.publish([message]).then(() => true));
    await bus.close();
  } finally {
    for (const server of servers) server.kill('SIGKILL');
  }
});

test('PostgreSQL is reached by TLS with a certificate and a password, and by the administrator on its machine', async () => {
  const text = await readFile(join(root, 'ops/postgres/pg_hba.conf'), 'utf8');
  const [administrator, ...others] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(administrator).toMatch(/^local +all +postgres +scram-sha-256$/);
  expect(others).toHaveLength(3);
  for (const rule of others) {
    expect(rule).toMatch(/^hostssl +offerstream +offers_\w+ +all +scram-sha-256 +clientcert=verify-ca$/);
  }
});
