import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAuthority, type TestCertificate, testAuthority } from '../support/certificates.ts';

/** The health check of the image, `node ops/ready.ts`, against servers that are ready or not. */

let authority: TestAuthority;
let own: TestCertificate;
let other: TestCertificate;
beforeAll(async () => {
  authority = await testAuthority();
  // A certificate for a name that the check does not use.
  own = await authority.issue('own', 'DNS:offers.example');
  other = await authority.issue('other', 'DNS:offers.example');
});
afterAll(() => authority.remove());

const statusOf = async (
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<number | null> => {
  const program = join(import.meta.dirname, '../../ops/ready.ts');
  const child = spawn(process.execPath, [program, ...args], { env: environment, stdio: 'ignore' });
  const [status] = await once(child, 'exit');
  return status;
};

const withServer = async (server: Server, work: (port: string) => Promise<void>): Promise<void> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(String((server.address() as AddressInfo).port));
  } finally {
    server.close();
  }
};

test.each([
  [200, 0],
  [503, 1],
])('an answer of %i ends it with %i', async (answer, status) => {
  const server = createPlain((request, response) => response.writeHead(request.url === '/readyz' ? answer : 404).end());
  await withServer(server, async (port) => {
    expect(await statusOf({ HTTP_PORT: port })).toBe(status);
    expect(await statusOf({ HTTP_PORT: port, HOST: '0.0.0.0' })).toBe(status);
  });
});

test('it asks another path that it is given', async () => {
  const server = createPlain((request, response) => response.writeHead(request.url === '/healthz' ? 200 : 503).end());
  await withServer(server, async (port) => {
    expect(await statusOf({ HTTP_PORT: port }, '/healthz')).toBe(0);
    expect(await statusOf({ HTTP_PORT: port })).toBe(1);
  });
});

test('nobody at the port ends it with 1', async () => {
  expect(await statusOf({ HTTP_PORT: '1' })).toBe(1);
});

test('it holds under TLS, also where every client must show a certificate, for the certificate of the service alone', async () => {
  const { cert, key } = own;
  const settings = { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: true };
  await withServer(
    createSecure(settings, (_, response) => response.writeHead(200).end()),
    async (port) => {
      const files = { TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: own.keyFile };
      expect(await statusOf({ HTTP_PORT: port, ...files })).toBe(0);
      expect(await statusOf({ HTTP_PORT: port })).toBe(1);
      const others = { TLS_CERT_FILE: other.certFile, TLS_KEY_FILE: other.keyFile };
      expect(await statusOf({ HTTP_PORT: port, ...others })).toBe(1);
    },
  );
});
