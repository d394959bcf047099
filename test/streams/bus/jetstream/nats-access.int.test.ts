/**
 * A real nats-server with each kind of authentication and with TLS: who is let in, who is refused,
 * and with which words.
 */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { reasonOf } from '../../../../domain/errors.ts';
import type { NatsAccess, NatsIdentity } from '../../../../domain/nats-access.ts';
import type { Bus } from '../../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../../streams/bus/jetstream/jetstream.ts';
import { type TestAuthority, type TestCertificate, testAuthority } from '../../../support/certificates.ts';
import { eventually } from '../../../support/eventually.ts';
import { type TestNats, testNats } from '../../../support/nats.ts';
import { testNkey, testOperator } from '../../../support/nats-credentials.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

let authority: TestAuthority;
let stranger: TestAuthority;
let certificate: TestCertificate;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [authority, stranger] = await Promise.all([testAuthority(), testAuthority()]);
  certificate = await authority.issue('server');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => Promise.all([authority.remove(), stranger.remove()]));

const started = async (...settings: readonly string[]): Promise<TestNats> => {
  const nats = await testNats(settings);
  ends.push(nats.close);
  return nats;
};

const access = (identity: NatsIdentity, tls?: Partial<NonNullable<NatsAccess['tls']>>): NatsAccess => ({
  identity,
  tls: tls && { authorities: authority.file, certificate: undefined, key: undefined, ...tls },
});

const nobody = { kind: 'nobody' } as const;

const opened = async ({ url }: { readonly url: string }, as: NatsAccess): Promise<Bus> => {
  const bus = await connectJetStream({ url, access: as, replicas: 1, log: recordingLogger() });
  ends.push(bus.close);
  return bus;
};

/** Whether a message is stored, which takes an account that may use JetStream. */
const works = async (bus: Bus): Promise<void> => {
  await bus.publish([{ subject: 'dead.one', messageId: 'one', headers: {}, payload: new Uint8Array(1) }]);
  expect(await bus.isHealthy()).toBe(true);
};

const refusal = async (server: { readonly url: string }, as: NatsAccess): Promise<string> =>
  opened(server, as).then(
    () => 'it was let in',
    (error: unknown) => reasonOf(error),
  );

const tlsSettings = ({ certFile, keyFile }: TestCertificate, more = '') =>
  `tls { cert_file: "${certFile}", key_file: "${keyFile}", ${more} }`;

const secretFile = async (name: string, text: string): Promise<string> => {
  const file = join(dirname(authority.file), name);
  await writeFile(file, text, { mode: 0o600 });
  return file;
};

const overTls = (nats: TestNats): { readonly url: string } => ({ url: nats.url.replace('nats://', 'tls://') });

it('lets in a user with the right password only', async () => {
  const nats = await started('authorization { user: "stream", password: "right" }');
  await works(await opened(nats, access({ kind: 'user', user: 'stream', password: 'right' })));
  const wrong = await refusal(nats, access({ kind: 'user', user: 'stream', password: 'hunter22' }));
  expect(wrong).toBe('nats: the server refuses NATS_USER and NATS_PASSWORD');
  expect(await refusal(nats, access(nobody))).toContain('lets nobody in without NATS_USER');
});

it('lets in whoever has the token', async () => {
  const nats = await started('authorization { token: "right" }');
  await works(await opened(nats, access({ kind: 'token', token: 'right' })));
  expect(await refusal(nats, access({ kind: 'token', token: 'wrong' }))).toBe('nats: the server refuses NATS_TOKEN');
});

it('lets in an nkey that the server knows', async () => {
  const [known, unknown] = [testNkey(), testNkey()];
  const nats = await started(`authorization { users: [ { nkey: ${known.publicKey} } ] }`);
  const file = await secretFile('known.nk', `${known.seed}\n`);
  await works(await opened(nats, access({ kind: 'nkey', file })));
  const other = await secretFile('unknown.nk', unknown.seed);
  expect(await refusal(nats, access({ kind: 'nkey', file: other }))).toBe('nats: the server refuses NATS_NKEY_FILE');
});

it('lets in credentials of an account that the operator vouches for', async () => {
  const [operator, other] = [testOperator(), testOperator()];
  const nats = await started(...operator.settings);
  const file = await secretFile('right.creds', operator.credentials());
  await works(await opened(nats, access({ kind: 'creds', file })));
  const wrong = await secretFile('wrong.creds', other.credentials());
  expect(await refusal(nats, access({ kind: 'creds', file: wrong }))).toBe('nats: the server refuses NATS_CREDS_FILE');
  const empty = await secretFile('empty.creds', 'nothing');
  expect(await refusal(nats, access({ kind: 'creds', file: empty }))).toContain('NATS_CREDS_FILE');
  const gone = join(dirname(authority.file), 'gone.creds');
  expect(await refusal(nats, access({ kind: 'creds', file: gone }))).toBe('NATS_CREDS_FILE: the file cannot be read');
});

it('takes credentials that were renewed while the server was away', async () => {
  const operator = testOperator();
  const log = join(dirname(authority.file), 'nats.log');
  const nats = await started(...operator.settings, `log_file: "${log}"`);
  const file = await secretFile('renewed.creds', operator.credentials());
  const bus = await opened(nats, access({ kind: 'creds', file }));
  await nats.kill();
  await secretFile('renewed.creds', testOperator().credentials());
  await nats.restart();
  // The client would give up for good when a server has refused it twice.
  await eventually(async () => (await readFile(log, 'utf8')).split('authentication error').length > 4);
  expect(await bus.isHealthy()).toBe(false);
  await secretFile('renewed.creds', operator.credentials());
  await eventually(() => bus.isHealthy());
}, 40_000);

it('verifies the chain and the address of a server with TLS', async () => {
  const nats = await started(tlsSettings(certificate), 'authorization { token: "right" }');
  const token = { kind: 'token', token: 'right' } as const;
  await works(await opened(overTls(nats), access(token, {})));
  const wrong = await refusal(overTls(nats), access(token, { authorities: stranger.file }));
  expect(wrong).toContain("the server's certificate is not one of NATS_CA_FILE");
  expect(await refusal(overTls(nats), access(token, { authorities: undefined }))).toContain('NATS_CA_FILE');
});

it('refuses a certificate for another host, even one for localhost', async () => {
  for (const subject of ['DNS:other.test', 'DNS:localhost']) {
    const nats = await started(tlsSettings(await authority.issue('elsewhere', subject)));
    expect(await refusal(overTls(nats), access(nobody, {}))).toContain('for another host than NATS_URL names');
  }
});

it('takes a server by its name', async () => {
  const nats = await started(tlsSettings(await authority.issue('named', 'DNS:localhost')));
  const { port } = new URL(nats.url);
  await works(await opened({ url: `tls://localhost:${port}` }, access(nobody, {})));
});

it('refuses a server that speaks no TLS under tls://', async () => {
  const nats = await started('authorization { token: "right" }');
  const answer = await refusal(overTls(nats), access({ kind: 'token', token: 'right' }, {}));
  expect(answer).toBe('nats: the server speaks no TLS, which tls:// in NATS_URL asks for');
});

it('sends a server that speaks no TLS nothing at all', async () => {
  const heard: Buffer[] = [];
  const plain = createServer((socket) => {
    socket.write('INFO {"server_id":"x","version":"2.11.0","proto":1,"max_payload":1048576,"headers":true}\r\n');
    socket.on('data', (data) => heard.push(data)).on('error', () => undefined);
  });
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;
  const answer = await refusal({ url: `tls://127.0.0.1:${port}` }, access({ kind: 'token', token: 'hunter22' }, {}));
  expect(answer).toContain('the server speaks no TLS');
  plain.close();
  await once(plain, 'close');
  expect(heard).toEqual([]);
});

it('shows its own certificate to a server that wants one', async () => {
  const nats = await started(tlsSettings(certificate, `ca_file: "${authority.file}", verify: true`));
  const own = await authority.issue('client');
  await works(await opened(overTls(nats), access(nobody, { certificate: own.certFile, key: own.keyFile })));
  expect(await refusal(overTls(nats), access(nobody, {}))).toContain('wants NATS_CERT_FILE');
}, 30_000);
