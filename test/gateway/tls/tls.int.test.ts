import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startGrpcServer } from '../../../gateway/grpc/server.ts';
import { startHttpServer } from '../../../gateway/http/server.ts';
import { openCertificates, type TlsFiles } from '../../../gateway/tls/certificates.ts';
import { CatalogClient } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { type TestAuthority, type TestCertificate, testAuthority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { refusingUseCases } from '../../support/http-edge.ts';

let authority: TestAuthority;
let serverCertificate: TestCertificate;
let client: TestCertificate;
let folder: string;
let ends: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  authority = await testAuthority();
  serverCertificate = await authority.issue('server');
  client = await authority.issue('client');
  return () => authority.remove();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-tls-'));
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
  await rm(folder, { recursive: true });
});

const put = async ({ cert, key }: TestCertificate): Promise<Pick<TlsFiles, 'certificate' | 'key'>> => {
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  await writeFile(files.certificate, cert);
  await writeFile(files.key, key);
  return files;
};

/**
 * Both edges with one set of certificates; every call is refused for its missing key, over a
 * connection that stands.
 */
const start = async (clientAuthorities?: string) => {
  const failures: unknown[] = [];
  const certificates = await openCertificates({
    files: { ...(await put(serverCertificate)), clientAuthorities },
    everyMs: 20,
    onReloaded: () => undefined,
    onFailed: (error) => failures.push(error),
  });
  const shared = {
    useCases: refusingUseCases,
    metrics: createMetrics('test'),
    log: createLogger({ service: 'test', level: 'silent' }),
    certificates,
    now: () => new Date(),
  };
  const authenticate = () => Promise.reject(new Error('nobody calls in this test'));
  const http = await startHttpServer({
    ...shared,
    host: '127.0.0.1',
    port: 0,
    auth: { authenticate },
    readiness: async () => ({}),
    maxBodyBytes: 1_024,
    deadlineMs: 1_000,
  });
  const grpc = await startGrpcServer({
    ...shared,
    authenticator: { authenticate },
    config: { host: '127.0.0.1', grpcPort: 0, maxBodyBytes: 1_024, defaultDeadlineMs: 1_000 },
  });
  ends.push(
    () => certificates.stop(),
    () => grpc.stop(100),
    () => http.stop(100),
  );
  return { http, grpc, failures };
};

const withHttp1 = (port: number, certificate: Partial<TestCertificate> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/healthz', ca: authority.certificate, ...certificate }, (answer) => {
      text(answer).then((body) => resolve(`${answer.httpVersion} ${answer.statusCode} ${body}`), reject);
    })
      .once('error', reject)
      .end();
  });

const openHttp2 = (port: number, certificate: Partial<TestCertificate> = {}): ClientHttp2Session => {
  const session = connect(`https://127.0.0.1:${port}`, { ca: authority.certificate, ...certificate });
  ends.push(() => session.destroy());
  return session;
};

const withHttp2 = (session: ClientHttp2Session): Promise<string> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ':path': '/healthz' });
    session.once('error', reject);
    stream.once('error', reject);
    stream.once('response', ({ ':status': status }) => {
      text(stream).then((body) => resolve(`2 ${status} ${body}`), reject);
    });
  });

const withGrpc = (
  port: number,
  { cert = null, key = null }: Partial<Nullable<TestCertificate>> = {},
): Promise<string> => {
  const catalog = new CatalogClient(`127.0.0.1:${port}`, credentials.createSsl(authority.certificate, key, cert));
  ends.push(() => catalog.close());
  return new Promise((resolve) => {
    const deadline = Date.now() + 20_000;
    catalog.getProduct({ id: 'prd_1' }, new Metadata(), { deadline }, (error: ServiceError | null) =>
      resolve(error?.details ?? 'OK'),
    );
  });
};

type Nullable<Value> = { readonly [Name in keyof Value]: Value[Name] | null };

/** The name in the certificate that a new connection is shown. */
const shownName = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket: TLSSocket = connectTls({ host: '127.0.0.1', port, ca: authority.certificate }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });

const fault = 'the service has a fault; it has been recorded';

describe('with a certificate', () => {
  test('HTTP/1.1, HTTP/2 and gRPC are served encrypted', async () => {
    const { http, grpc } = await start();
    expect(await withHttp1(http.port)).toBe('1.1 200 {"status":"ok"}');
    expect(await withHttp2(openHttp2(http.port))).toBe('2 200 {"status":"ok"}');
    expect(await withGrpc(grpc.port)).toBe(fault);
  });

  test('a replaced one is shown to new connections at both ports, and those that exist go on', async () => {
    const { http, grpc } = await start();
    const session = openHttp2(http.port);
    await withHttp2(session);
    expect(await shownName(http.port)).toBe('server');
    await put(await authority.issue('renewed'));
    for (const { port } of [http, grpc]) await eventually(async () => (await shownName(port)) === 'renewed');
    expect(await withHttp2(session)).toBe('2 200 {"status":"ok"}');
  });

  test('one whose key does not fit is told of once, and the one before goes on', async () => {
    const { http, grpc, failures } = await start();
    // In one step: half of it would be told of too.
    await writeFile(join(folder, 'next.pem'), client.key);
    await rename(join(folder, 'next.pem'), join(folder, 'key.pem'));
    await eventually(() => failures.length === 1);
    for (const { port } of [http, grpc]) expect(await shownName(port)).toBe('server');
    expect(failures).toHaveLength(1);
    // While one of the two files is replaced they do not fit either, which may be told of again.
    await put(await authority.issue('fit'));
    for (const { port } of [http, grpc]) await eventually(async () => (await shownName(port)) === 'fit');
  });

  test('one that cannot be read at the start keeps the service from starting', async () => {
    const files = {
      certificate: join(folder, 'none.pem'),
      key: join(folder, 'none.key'),
      clientAuthorities: undefined,
    };
    const opening = openCertificates({ files, everyMs: 20, onReloaded: () => undefined, onFailed: () => undefined });
    // Both are read at once, so either may be the first to fail.
    await expect(opening).rejects.toThrow(/none\.(pem|key)/);
  });
});

describe("with clients' authorities", () => {
  test('a client with a certificate of one of them is served at both ports', async () => {
    const { http, grpc } = await start(authority.file);
    expect(await withHttp1(http.port, client)).toBe('1.1 200 {"status":"ok"}');
    expect(await withHttp2(openHttp2(http.port, client))).toBe('2 200 {"status":"ok"}');
    expect(await withGrpc(grpc.port, client)).toBe(fault);
  });

  test('a client without a certificate, or with one of another authority, is not', async () => {
    const { http, grpc } = await start(authority.file);
    const stranger = await testAuthority();
    ends.push(() => stranger.remove());
    for (const certificate of [{}, await stranger.issue('client')]) {
      await expect(withHttp1(http.port, certificate)).rejects.toThrow();
      expect(await withGrpc(grpc.port, certificate)).not.toBe(fault);
    }
  });
});

test('a stop waits for running requests and ends idle connections of both versions', async () => {
  const { http } = await start();
  const session = openHttp2(http.port);
  await withHttp2(session);
  await withHttp1(http.port);
  // An end at the deadline would be later than that of the test.
  await http.stop(3_600_000);
  expect(session.closed).toBe(true);
});
