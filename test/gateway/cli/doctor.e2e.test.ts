import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { type TestAuthority, testAuthority } from '../../support/certificates.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { type Service, startService } from '../../support/service.ts';

/** What `offerstream doctor` says of the ports of a service that runs. */

const root = join(import.meta.dirname, '../../..');

const portsAs = (environment: Readonly<Record<string, string>>): Promise<readonly unknown[]> =>
  new Promise((resolve) => {
    const env = { ...childEnvironment, ...environment };
    execFile(join(root, manifest.bin.offerstream), ['doctor', '--json'], { cwd: root, env }, (_, stdout) => {
      const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly name: string }[] };
      resolve(findings.filter(({ name }) => name === 'HTTP' || name === 'gRPC'));
    });
  });

const answering = (name: string, port: string) => ({ name, state: 'ok', says: `${port}: a service answers there` });

describe.each(['plain text', 'TLS with certificates of clients'])('of a service with %s', (kind) => {
  let database: TestDatabase;
  let authority: TestAuthority;
  let service: Service;
  let environment: Readonly<Record<string, string>>;
  let ports: { readonly HTTP_PORT: string; readonly GRPC_PORT: string };

  beforeAll(async () => {
    [database, authority] = await Promise.all([testDatabase(), testAuthority()]);
    const { certFile, keyFile } = await authority.issue('service', 'DNS:offers.example');
    const tls = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CLIENT_CA_FILE: authority.file };
    environment = {
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      BUS: 'embedded',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...(kind === 'plain text' ? {} : tls),
    };
    service = await startService(environment);
    ports = {
      HTTP_PORT: new URL(service.httpUrl).port,
      GRPC_PORT: service.grpcAddress.split(':').at(-1) ?? '',
    };
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await database?.close();
    await authority?.remove();
  });

  it('knows it at both', async () => {
    const { HTTP_PORT, GRPC_PORT } = ports;
    expect(await portsAs({ ...environment, ...ports })).toEqual([
      answering('HTTP', HTTP_PORT),
      answering('gRPC', GRPC_PORT),
    ]);
  });

  it('does not advise to end what may be a part of it', async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const GRPC_PORT = String((other.address() as AddressInfo).port);
    try {
      const [, found] = await portsAs({ ...environment, ...ports, GRPC_PORT });
      expect(found).toEqual({
        name: 'gRPC',
        state: 'warning',
        says: `${GRPC_PORT} is taken, and no service answers there`,
        advice: 'is GRPC_PORT that of the running service?',
      });
    } finally {
      other.close();
    }
  });
});
