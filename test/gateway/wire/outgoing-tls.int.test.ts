/**
 * ClickHouse and the collector over TLS: both sides show certificates, and a server that is not who
 * it should be gets nothing.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ServerCredentials } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../gateway/config/config.ts';
import { openAnalytics } from '../../../gateway/wire/analytics.ts';
import { createTeardown } from '../../../gateway/wire/teardown.ts';
import { tracingOptions } from '../../../gateway/wire/tracing.ts';
import { createServerEngine } from '../../../storage/analytics/server-engine.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { enterTrace, startTracing } from '../../../telemetry/tracing.ts';
import { type TestAuthority, type TestCertificate, testAuthority } from '../../support/certificates.ts';
import { startTraceCollector } from '../../support/trace-collector.ts';

let authority: TestAuthority;
let stranger: TestAuthority;
let server: TestCertificate;
let own: TestCertificate;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  [authority, stranger] = await Promise.all([testAuthority(), testAuthority()]);
  [server, own] = await Promise.all([authority.issue('server'), authority.issue('client')]);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => Promise.all([authority.remove(), stranger.remove()]));

/**
 * What a server that answers like ClickHouse has seen: the common names of the certificates of
 * those who asked.
 */
const clickHouse = async (certificate: TestCertificate): Promise<{ url: string; clients: string[] }> => {
  const clients: string[] = [];
  const http: Server = createServer(
    { ...certificate, ca: authority.certificate, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      clients.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      request.resume().on('end', () => response.end('{"one":1}\n'));
    },
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  ends.push(() => new Promise((resolve) => http.close(resolve)));
  return { url: `https://user:hunter22@127.0.0.1:${(http.address() as AddressInfo).port}/offers`, clients };
};

const asked = async (url: string, tls: { ca: Buffer; cert?: Buffer; key?: Buffer }): Promise<readonly object[]> => {
  const engine = createServerEngine({ url, tls: { cert: undefined, key: undefined, ...tls } });
  ends.push(() => engine.close());
  return engine.read('select 1 as one', {});
};

it('ClickHouse is verified and sees our certificate', async () => {
  const { url, clients } = await clickHouse(server);
  expect(await asked(url, { ca: authority.certificate, ...own })).toEqual([{ one: 1 }]);
  expect(clients).toEqual(['client']);
});

it('ClickHouse of another authority, for another host, or that misses our certificate is refused', async () => {
  const { url, clients } = await clickHouse(server);
  await expect(asked(url, { ca: stranger.certificate, ...own })).rejects.toThrow('not available');
  await expect(asked(url, { ca: authority.certificate })).rejects.toThrow('not available');
  const elsewhere = await clickHouse(await authority.issue('elsewhere', 'DNS:other.test'));
  await expect(asked(elsewhere.url, { ca: authority.certificate, ...own })).rejects.toThrow('not available');
  expect([...clients, ...elsewhere.clients]).toEqual([]);
});

const traced = async (certificate: TestCertificate, tls: Record<string, string>): Promise<number> => {
  const pair = { cert_chain: certificate.cert, private_key: certificate.key };
  const collector = await startTraceCollector(ServerCredentials.createSsl(authority.certificate, [pair], true));
  ends.push(() => collector.close());
  const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...tls });
  const tracing = await startTracing(await tracingOptions('offerstream-test', config.tracing));
  enterTrace({ name: 'entry', kind: 'server', traceparent: undefined, context: {} }, () => undefined);
  await tracing.shutdown();
  return collector.spans.length;
};

const settings = (ca: TestAuthority): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_CERTIFICATE: ca.file,
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: own.certFile,
  OTEL_EXPORTER_OTLP_CLIENT_KEY: own.keyFile,
});

it('the collector is verified and sees our certificate', async () => {
  expect(await traced(server, settings(authority))).toBe(1);
});

it('a collector of another authority, for another host, or that misses our certificate gets no span', async () => {
  expect(await traced(server, settings(stranger))).toBe(0);
  expect(await traced(server, { OTEL_EXPORTER_OTLP_CERTIFICATE: authority.file })).toBe(0);
  expect(await traced(await authority.issue('elsewhere', 'DNS:other.test'), settings(authority))).toBe(0);
}, 30_000);

it('a certificate that cannot be read is named by its setting', async () => {
  const analytics = loadConfig({
    ANALYTICS: 'server',
    ANALYTICS_URL: 'https://clickhouse:8443/offers',
    ANALYTICS_CA_FILE: '/nowhere/ca.pem',
  });
  const surroundings = { metrics: createMetrics('test'), teardown: createTeardown(), onSecret: () => undefined };
  await expect(openAnalytics(analytics, surroundings)).rejects.toThrow('ANALYTICS_CA_FILE: the file cannot be read');
  const tracing = loadConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4317',
    OTEL_EXPORTER_OTLP_CERTIFICATE: '/nowhere/ca.pem',
  });
  await expect(tracingOptions('test', tracing.tracing)).rejects.toThrow('OTEL_EXPORTER_OTLP_CERTIFICATE: the file');
});
