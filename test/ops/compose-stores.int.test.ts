/**
 * The files that compose.yaml gives its stores, with the certificates of ops/certificates.sh, on
 * real servers.
 */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { promisify } from 'node:util';
import { connect, type TlsOptions } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testNats } from '../support/nats.ts';

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
    expect(certificate.subjectAltName).toBe(`DNS:${name}`);
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
    .split('\n')
    // The server of a test has an address and a store of its own.
    .filter((line) => !/^(listen|jetstream|max_payload)/.test(line));
  const nats = await testNats(settings);
  const at = (file: string): string => join(folder, 'service', file);
  const named = { checkServerIdentity: (_: string, peer: PeerCertificate) => checkServerIdentity('nats', peer) };
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

test('PostgreSQL is reached by TLS with a certificate and a password, and by the administrator on its machine', async () => {
  const text = await readFile(join(root, 'ops/postgres/pg_hba.conf'), 'utf8');
  const [administrator, ...others] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(administrator).toMatch(/^local +all +postgres +scram-sha-256$/);
  expect(others).toHaveLength(3);
  for (const rule of others) {
    expect(rule).toMatch(/^hostssl +offerstream +offers_\w+ +all +scram-sha-256 +clientcert=verify-ca$/);
  }
});
