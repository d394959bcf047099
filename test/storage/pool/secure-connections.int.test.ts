/** PostgreSQL over TLS: who is verified, what is refused, and with which words. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTlsFiles } from '../../../domain/database-url.ts';
import { reasonOf } from '../../../domain/errors.ts';
import { openPool, type Pool, run } from '../../../storage/pool/pool.ts';
import { sessionLock } from '../../../storage/pool/session-lock.ts';
import { type TestAuthority, type TestCertificate, testAuthority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { signalTree } from '../../support/processes.ts';
import { type TlsPostgres, tlsPassword, tlsPostgres } from '../../support/tls-postgres.ts';

let authority: TestAuthority;
let stranger: TestAuthority;
let certificate: TestCertificate;
let server: TlsPostgres;
const pools: Pool[] = [];

beforeAll(async () => {
  [authority, stranger] = await Promise.all([testAuthority(), testAuthority()]);
  certificate = await authority.issue('server');
  server = await tlsPostgres(authority, certificate);
  await server.admin.sql.unsafe(`create user plain password '${tlsPassword}'`);
});
beforeEach(() => server.show(certificate));
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(async () => {
  await server.close();
  await Promise.all([authority.remove(), stranger.remove()]);
});

const files = (over: { authorities?: string; certificate?: string; key?: string } = {}) => ({
  authorities: authority.file,
  certificate: undefined,
  key: undefined,
  ...over,
});

const opened = (url: string, statementTimeoutMs?: number): Pool => {
  const pool = openPool({
    url,
    maxConnections: 2,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
  pools.push(pool);
  return pool;
};

/** What a first statement says of its own connection. */
const secured = async ({ sql }: Pool) => {
  const [row] = await run(sql<{ ssl: boolean; subject: string | null }[]>`
    select ssl, client_dn as subject from pg_stat_ssl where pid = pg_backend_pid()`);
  return row;
};

const refusal = async (url: string): Promise<string> =>
  secured(opened(url)).then(
    () => 'it was let in',
    (error: unknown) => reasonOf(error),
  );

it('verifies the chain and the address of the server, and speaks TLS', async () => {
  const url = withTlsFiles(server.urlOf('plain'), files());
  expect(await secured(opened(url))).toMatchObject({ ssl: true });
  expect(await secured(opened(`${url}&sslmode=require`))).toMatchObject({ ssl: true });
  const { sql } = opened(url);
  expect(
    await sql.begin((transaction) => transaction`select ssl from pg_stat_ssl where pid = pg_backend_pid()`),
  ).toEqual([{ ssl: true }]);
});

it('refuses a server whose certificate another authority has signed, and one that only the system would know', async () => {
  const wrong = withTlsFiles(server.urlOf('plain'), files({ authorities: stranger.file }));
  expect(await refusal(wrong)).toContain("the server's certificate is not one of DATABASE_CA_FILE");
  expect(await refusal(`${server.urlOf('plain')}?sslmode=verify-full`)).toContain('DATABASE_CA_FILE');
});

it('refuses a certificate for another host, even one for localhost', async () => {
  const url = withTlsFiles(server.urlOf('plain'), files());
  for (const subject of ['DNS:other.test', 'DNS:localhost']) {
    await server.show(await authority.issue('elsewhere', subject));
    await eventually(async () => (await refusal(url)).includes('for another host than DATABASE_URL names'));
  }
});

it('refuses a server without TLS', async () => {
  await server.admin.sql.unsafe('alter system set ssl = off');
  await server.admin.sql`select pg_reload_conf()`;
  const url = withTlsFiles(server.url, files());
  await eventually(async () => (await refusal(url)).includes('the server speaks no TLS'));
  await server.admin.sql.unsafe('alter system set ssl = on');
  await server.show(certificate);
  await eventually(async () => (await refusal(url)) === 'it was let in');
});

it('sends a server that speaks no TLS the question for it, and nothing else', async () => {
  const heard: Buffer[] = [];
  const silent = createServer((socket) => {
    socket.on('data', (data) => {
      heard.push(data);
      socket.write('N');
    });
    socket.on('error', () => undefined);
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  expect(await refusal(`postgres://us:hunter22@127.0.0.1:${port}/offers?sslmode=verify-full`)).toContain(
    'speaks no TLS',
  );
  expect(Buffer.concat(heard)).toEqual(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  silent.close();
});

it('shows its own certificate, without which the server lets that user in by no password', async () => {
  const own = await authority.issue('certified');
  const url = server.urlOf('certified');
  const pair = { certificate: own.certFile, key: own.keyFile };
  expect(await secured(opened(withTlsFiles(url, files(pair))))).toEqual({ ssl: true, subject: '/CN=certified' });
  expect(await refusal(withTlsFiles(url, files()))).toContain('requires a valid client certificate');
});

it('names the setting of a file that cannot be read', async () => {
  const gone = await authority.issue('gone');
  await rm(gone.keyFile);
  const url = withTlsFiles(server.urlOf('certified'), files({ certificate: gone.certFile, key: gone.keyFile }));
  expect(await refusal(url)).toContain('DATABASE_KEY_FILE: the file cannot be read');
});

it('connects as soon as a refused server shows a certificate that is right, however often it was refused', async () => {
  const pool = opened(withTlsFiles(server.urlOf('plain'), files()));
  await server.show(await authority.issue('elsewhere', 'DNS:other.test'));
  await eventually(() =>
    secured(opened(withTlsFiles(server.urlOf('plain'), files()))).then(
      () => false,
      () => true,
    ),
  );
  for (let attempt = 0; attempt < 10; attempt += 1) await expect(secured(pool)).rejects.toThrow();
  await server.show(certificate);
  await eventually(() =>
    secured(pool).then(
      () => true,
      () => false,
    ),
  );
});

it('gives a lock a session of TLS too', async () => {
  const lock = sessionLock(withTlsFiles(server.urlOf('plain'), files()), 7);
  expect(await lock.hold()).toBe(true);
  const rows = await server.admin.sql`
    select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'offerstream lock'`;
  expect(rows).toEqual([{ ssl: true }]);
  await lock.release();
});

it('gives up a server that hangs behind TLS, as one in plain text', async () => {
  const pool = opened(withTlsFiles(server.urlOf('plain'), files()), 300);
  await secured(pool);
  await signalTree(server.pid, 'SIGSTOP');
  try {
    await expect(secured(pool)).rejects.toThrow('not available');
  } finally {
    await signalTree(server.pid, 'SIGCONT');
  }
  await eventually(() =>
    secured(pool).then(
      () => true,
      () => false,
    ),
  );
}, 30_000);
