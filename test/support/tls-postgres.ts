import { chmod, chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { databaseUser } from '../../ops/embedded/database-user.ts';
import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { openPool, type Pool } from '../../storage/pool/pool.ts';
import type { TestAuthority, TestCertificate } from './certificates.ts';
import { eventually } from './eventually.ts';

/**
 * A PostgreSQL server that takes connections with TLS only; those of the superuser `offerstream`
 * with plain text too.
 */
export interface TlsPostgres {
  /** Of the superuser, in plain text, for the test itself. */
  readonly admin: Pool;
  /** Of the superuser, in plain text. */
  readonly url: string;
  /** The address of a database for a user of the server, of which the connection must be by TLS. */
  urlOf(user: string, database?: string): string;
  /** Shows another certificate from the next connection on. */
  show(certificate: TestCertificate): Promise<void>;
  /** Of the server, to stop it and let it go on. */
  readonly pid: number;
  close(): Promise<void>;
}

/** The password of every user that a test makes. */
export const tlsPassword = 'a-password-of-tests';

/** Users whose certificate must be signed and bear their name. */
const withCertificate = 'certified';

/** Starts the server with a certificate. The user `certified` must show one of its own. */
export const tlsPostgres = async (authority: TestAuthority, certificate: TestCertificate): Promise<TlsPostgres> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'offerstream-tls-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, volatile: true });
  const admin = openPool({ url: server.url, maxConnections: 2, applicationName: 'observer' });
  const [row] = await admin.sql<{ file: string }[]>`select current_setting('hba_file') as file`;
  const hba = row?.file ?? '';
  const owner = databaseUser();
  const place = async (from: string, name: string): Promise<void> => {
    const file = join(dirname(hba), name);
    await copyFile(from, file);
    await chmod(file, 0o600);
    if (owner !== undefined) await chown(file, owner.uid, owner.gid);
  };
  const show = async ({ certFile, keyFile }: TestCertificate): Promise<void> => {
    await Promise.all([place(authority.file, 'root.crt'), place(certFile, 'server.crt'), place(keyFile, 'server.key')]);
    await admin.sql`select pg_reload_conf()`;
  };
  await writeFile(
    hba,
    [
      'host all offerstream 127.0.0.1/32 scram-sha-256',
      `hostssl all ${withCertificate} 127.0.0.1/32 scram-sha-256 clientcert=verify-full`,
      'hostssl all all 127.0.0.1/32 scram-sha-256',
      '',
    ].join('\n'),
  );
  await admin.sql.unsafe(`alter system set ssl_ca_file = 'root.crt'`);
  await admin.sql.unsafe('alter system set ssl = on');
  await show(certificate);
  await eventually(async () => {
    const [setting] = await admin.sql<{ ssl: string }[]>`select current_setting('ssl') as ssl`;
    return setting?.ssl === 'on';
  });
  await admin.sql.unsafe(`create user ${withCertificate} password '${tlsPassword}'`);
  return {
    admin,
    url: server.url,
    urlOf: (user, database = 'postgres') => {
      const url = new URL(server.url);
      [url.username, url.password, url.pathname] = [user, tlsPassword, `/${database}`];
      return url.href;
    },
    show,
    pid: server.pid,
    close: async () => {
      await admin.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
