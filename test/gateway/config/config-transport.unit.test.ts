import { expect, test } from 'vitest';
import { loadConfig } from '../../../gateway/config/config.ts';

const database = { DATABASE_URL: 'postgres://us:hunter22@db/offers' };
const nats = { NATS_URL: 'tls://nats:4222' };

const refusal = (environment: Record<string, string>): string => {
  try {
    loadConfig(environment);
  } catch (error) {
    return String(error).replace('ConfigError: ', '');
  }
  return 'it was taken';
};

test('the certificates of PostgreSQL stand in its address, which every connection is made by', () => {
  const files = { DATABASE_CA_FILE: '/ca.pem', DATABASE_CERT_FILE: '/own.pem', DATABASE_KEY_FILE: '/own.key' };
  expect(loadConfig({ ...database, ...files }).database.url).toBe(
    `${database.DATABASE_URL}?sslrootcert=%2Fca.pem&sslcert=%2Fown.pem&sslkey=%2Fown.key`,
  );
  expect(loadConfig(database).database.url).toBe(database.DATABASE_URL);
});

test('NATS is told who the service is in one way, and speaks TLS where its address says so', () => {
  const user = { NATS_USER: 'stream', NATS_PASSWORD: 'hunter22' };
  expect(loadConfig({ ...nats, ...user, NATS_CA_FILE: '/ca.pem' }).bus).toMatchObject({
    access: { identity: { kind: 'user', user: 'stream', password: 'hunter22' }, tls: { authorities: '/ca.pem' } },
    replicas: 1,
  });
  const several = { NATS_URL: 'nats://a:4222,nats://b:4222', NATS_REPLICAS: '3' };
  expect(loadConfig(several).bus).toMatchObject({ access: { identity: { kind: 'nobody' } }, replicas: 3 });
  expect(loadConfig(several).bus.access.tls).toBeUndefined();
});

test.each<[Record<string, string>, string]>([
  [{ DATABASE_CA_FILE: '/ca.pem' }, 'DATABASE_CA_FILE: expected together with DATABASE_URL'],
  [{ ...database, DATABASE_CERT_FILE: '/a' }, 'DATABASE_KEY_FILE: expected together with DATABASE_CERT_FILE'],
  [{ DATABASE_URL: 'postgres://us:hunter22@db/o?sslmode=prefer' }, 'DATABASE_URL: expected sslmode=verify-full'],
  [{ NATS_TOKEN: 'hunter22' }, 'NATS_TOKEN: expected together with NATS_URL'],
  [{ ...nats, NATS_USER: 'stream' }, 'NATS_PASSWORD: expected together with NATS_USER'],
  [
    { ...nats, NATS_TOKEN: 'hunter22', NATS_CREDS_FILE: '/c' },
    'NATS_CREDS_FILE: expected one of NATS_USER, NATS_TOKEN',
  ],
  [{ NATS_URL: 'nats://us:hunter22@nats:4222' }, 'NATS_URL: expected no user or password in it'],
  [{ NATS_URL: 'tls://a:4222,nats://b:4222', NATS_REPLICAS: '3' }, 'NATS_URL: expected tls:// for all servers'],
  [{ NATS_URL: 'nats://a:4222', NATS_CA_FILE: '/ca.pem' }, 'NATS_CA_FILE: expected together with tls://'],
  [{ NATS_URL: 'nats://a:4222,nats://b:4222' }, 'NATS_REPLICAS: expected a number, 3 as a rule'],
  [{ NATS_URL: 'wss://a:4222' }, 'NATS_URL: expected one or more URLs'],
  [{ ANALYTICS_CA_FILE: '/ca.pem' }, 'ANALYTICS_CA_FILE: expected together with https:// in ANALYTICS_URL'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_CERTIFICATE: '/ca.pem' },
    'OTEL_EXPORTER_OTLP_CERTIFICATE: expected together with https://',
  ],
])('%o is refused by the name of what to change', (environment, expected) => {
  expect(refusal(environment)).toContain(expected);
  expect(refusal(environment)).not.toContain('hunter22');
});

const everything = {
  ...database,
  NATS_URL: 'nats://nats:4222',
  ANALYTICS: 'server',
  ANALYTICS_URL: 'http://clickhouse:8123/offers',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317',
  JWT_ISSUER: 'issuer',
  JWT_AUDIENCE: 'offers',
  JWT_JWKS_URL: 'http://issuer/keys',
  LLM_BASE_URL: 'http://model/v1',
  LLM_MODEL: 'model',
  EXCHANGE_RATES_URL: 'http://rates/daily.xml',
  METRICS_PORT: '9090',
  // What is plain text is listed, and is plain text all the same.
  OUTBOUND_ALLOW: 'http://issuer,http://model,http://rates',
};

test('REQUIRE_TLS refuses every connection that would be plain text, each by its setting', () => {
  expect(refusal(everything)).toBe('it was taken');
  const lines = refusal({ ...everything, REQUIRE_TLS: 'on' })
    .split('; ')
    .filter((line) => /^[A-Z_]+: /.test(line));
  expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
    'DATABASE_URL',
    'NATS_URL',
    'ANALYTICS_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'JWT_JWKS_URL',
    'LLM_BASE_URL',
    'EXCHANGE_RATES_URL',
    'TLS_CERT_FILE',
    'METRICS_PORT',
  ]);
});

const secure = {
  ...everything,
  DATABASE_URL: `${database.DATABASE_URL}?sslmode=verify-full`,
  NATS_URL: 'tls://nats:4222',
  ANALYTICS_URL: 'https://clickhouse:8443/offers',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4317',
  JWT_JWKS_URL: 'https://issuer/keys',
  LLM_BASE_URL: 'https://model/v1',
  EXCHANGE_RATES_URL: 'https://rates/daily.xml',
};

test('REQUIRE_TLS takes what is secure, ports behind a proxy where it is told so, and those of this machine alone', () => {
  expect(refusal({ ...secure, REQUIRE_TLS: 'on' })).toMatch(/^TLS_CERT_FILE: expected a certificate/);
  expect(refusal({ ...secure, REQUIRE_TLS: 'behind-proxy' })).toBe('it was taken');
  expect(refusal({ ...secure, REQUIRE_TLS: 'on', HOST: '127.0.0.1' })).toBe('it was taken');
  expect(refusal({ ...secure, REQUIRE_TLS: 'on', TLS_CERT_FILE: '/c', TLS_KEY_FILE: '/k' })).toBe('it was taken');
});

test('REQUIRE_TLS leaves alone the stores that the service starts itself, on loopback', () => {
  expect(refusal({ REQUIRE_TLS: 'on' })).toBe('it was taken');
});
