import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configTable, loadConfig } from '../../../gateway/config/config.ts';
import { ConfigError } from '../../../gateway/config/config-error.ts';
import { processMemoryBytes, usualOfferMemoryMb } from '../../../gateway/config/pricing.ts';

const refusal = (environment: Record<string, string>): string => {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was accepted');
};

test('nothing set is the embedded start: this machine only, demo on, every role', () => {
  expect(loadConfig({})).toMatchObject({
    httpPort: 8080,
    grpcPort: 50051,
    host: '127.0.0.1',
    dataDir: './data',
    logLevel: 'info',
    roles: new Set(['gateway', 'ingest', 'worker']),
    demo: { products: 20_000 },
    delivery: { zones: ['EU', 'US', 'UK', 'CN', 'ROW'], defaultZone: 'EU', zoneCountries: {} },
    sealingKeys: undefined,
  });
});

test('with a database of its own address it listens everywhere and runs no demo, unless told so', () => {
  const url = 'postgres://u:p@db/offerstream';
  expect(loadConfig({ DATABASE_URL: url })).toMatchObject({ host: '0.0.0.0', demo: undefined, database: { url } });
  expect(loadConfig({ DATABASE_URL: url, DEMO: 'on', HOST: '::1' })).toMatchObject({ host: '::1', demo: { seed: 1 } });
  expect(loadConfig({ DEMO: 'off' }).demo).toBeUndefined();
  expect(loadConfig({}).grpcReflection).toBe(true);
  expect(loadConfig({ DEMO: 'off' }).grpcReflection).toBe(false);
  expect(loadConfig({ DATABASE_URL: url, GRPC_REFLECTION: 'on' }).grpcReflection).toBe(true);
  expect(loadConfig({ GRPC_REFLECTION: 'off' }).grpcReflection).toBe(false);
});

test('memory for offers follows that of the machine, within bounds, unless it is said', () => {
  expect(usualOfferMemoryMb(2 ** 28)).toBe(64);
  expect(usualOfferMemoryMb(8 * 2 ** 30)).toBe(512);
  expect(usualOfferMemoryMb(2 ** 40)).toBe(4_096);
  expect(loadConfig({ OFFER_MEMORY_MB: '100' }).offerMemoryBytes).toBe(100 * 2 ** 20);
  expect(loadConfig({}).offerMemoryBytes).toBe(usualOfferMemoryMb(processMemoryBytes()) * 2 ** 20);
});

test('an empty variable counts as left out', () => {
  expect(loadConfig({ HTTP_PORT: '', DATABASE_URL: '  ', DEMO: '' })).toEqual(loadConfig({}));
});

test('some roles may be chosen, and port 0 means any free one', () => {
  expect(loadConfig({ ROLES: 'ingest, worker', HTTP_PORT: '0' })).toMatchObject({
    roles: new Set(['ingest', 'worker']),
    httpPort: 0,
  });
});

test('sealing keys are read newest first, with or without an id', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  expect(loadConfig({ SECRETS_KEY: first.toString('base64') }).sealingKeys).toEqual([{ id: '1', key: first }]);
  const both = `b:${second.toString('base64')},a:${first.toString('base64')}`;
  expect(loadConfig({ SECRETS_KEY: both }).sealingKeys).toEqual([
    { id: 'b', key: second },
    { id: 'a', key: first },
  ]);
});

describe('a bad value is refused with its name and what is expected, and is not repeated', () => {
  test.each([
    ['HTTP_PORT', '80a0', 'a whole number from 0 to 65535'],
    ['GRPC_PORT', '70000', 'a whole number from 0 to 65535'],
    ['LOG_LEVEL', 'loud', 'one of debug, info, warn, error, silent'],
    ['ROLES', 'gateway,cook', '"all" or some of gateway, ingest, worker'],
    ['DEMO', 'yes', 'one of on, off'],
    ['DATABASE_URL', 'mysql://root:hunter22@db', 'a URL that begins with postgres:// or postgresql://'],
    ['NATS_URL', 'nats://one,http://two', 'one or more URLs'],
    ['BUS', 'kafka', 'one of auto, jetstream, embedded'],
    ['BOOTSTRAP_ADMIN_KEY', 'short', '24 to 256 visible ASCII characters'],
    ['BOOTSTRAP_ADMIN_KEY', 'os_20-characters-and', '24 to 256 visible ASCII characters'],
    ['BOOTSTRAP_CUSTOMER_KEY', 'x'.repeat(23), '24 to 256 visible ASCII characters'],
    ['BOOTSTRAP_CUSTOMER_KEY', `with a blank ${'x'.repeat(23)}`, '24 to 256 visible ASCII characters'],
    ['SECRETS_KEY', 'bm90IDMyIGJ5dGVz', '32 bytes in base64'],
    ['SECRETS_KEY', `a:${'A'.repeat(43)}=,a:${'B'.repeat(42)}A=`, '32 bytes in base64'],
    ['DELIVERY_ZONES', 'EU,,US', 'names of letters'],
    ['DEFAULT_DELIVERY_ZONE', 'MARS', 'one of DELIVERY_ZONES'],
    ['DELIVERY_ZONE_COUNTRIES', 'EU=Germany', 'names with their countries'],
    ['DELIVERY_ZONE_COUNTRIES', 'MARS=DE', 'names of DELIVERY_ZONES'],
    ['DELIVERY_ZONE_COUNTRIES', 'EU=DE=PL', 'names with their countries'],
    ['DELIVERY_ZONE_COUNTRIES', 'EU=', 'names with their countries'],
    ['DELIVERY_ZONE_COUNTRIES', 'EU=DE,EU=PL', 'names with their countries, each name once'],
    ['DELIVERY_ZONE_COUNTRIES', 'EU=DE,EU=DE', 'names with their countries, each name once'],
    ['DEMO_PRODUCTS', '-1', 'a whole number from 1'],
    ['MAX_BODY_BYTES', '1.5', 'a whole number from 1024'],
    ['TRACE_SAMPLE_RATIO', '1.5', 'a number from 0 to 1'],
    ['DEFAULT_DEADLINE_MS', '0x7', 'a whole number from 1'],
  ])('%s', (name, value, expected) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name}: expected ${expected}`);
    expect(message).not.toContain('\n');
    expect(message).not.toContain(value);
  });

  test('several bad values are named in one line', () => {
    expect(refusal({ HTTP_PORT: 'x', BUS: 'y' })).toMatch(/^HTTP_PORT: .*; BUS: .*$/);
  });
});

test('a first key of 24 characters is taken, and both may not be one', () => {
  const key = 'x'.repeat(24);
  expect(loadConfig({ BOOTSTRAP_ADMIN_KEY: key }).bootstrap).toEqual({ adminKey: key, customerKey: undefined });
  expect(refusal({ BOOTSTRAP_ADMIN_KEY: key, BOOTSTRAP_CUSTOMER_KEY: key })).toBe(
    'BOOTSTRAP_CUSTOMER_KEY: expected another key than BOOTSTRAP_ADMIN_KEY',
  );
});

test('the documentation holds the table of every variable as the code has it', () => {
  const page = readFileSync(new URL('../../../docs/howto/configure.md', import.meta.url), 'utf8');
  expect(page).toContain(configTable());
  expect(configTable()).not.toContain('undefined');
});

test('the analytical projection is off, or where it is said to be, and embedded in a single process only', () => {
  expect(loadConfig({}).analytics).toBeUndefined();
  expect(loadConfig({ ANALYTICS: 'embedded' }).analytics).toEqual({ kind: 'embedded' });
  const url = 'http://user:secret@clickhouse:8123/offers';
  expect(loadConfig({ ANALYTICS: 'server', ANALYTICS_URL: url }).analytics).toMatchObject({ kind: 'server', url });
  expect(() => loadConfig({ ANALYTICS: 'server' })).toThrow(/^ANALYTICS_URL: expected together with ANALYTICS=server$/);
  expect(() => loadConfig({ ANALYTICS_URL: url })).toThrow(/^ANALYTICS_URL: [^:]*$/);
  expect(() => loadConfig({ ANALYTICS: 'embedded', ROLES: 'worker' })).toThrow(/^ANALYTICS: expected off or server/);
});

test('exchange rates are fetched from nowhere unless an address is given, which may be called', () => {
  const rates = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
  expect(loadConfig({}).exchangeRatesUrl).toBeUndefined();
  expect(loadConfig({ EXCHANGE_RATES_URL: rates }).exchangeRatesUrl).toBe(rates);
  expect(refusal({ EXCHANGE_RATES_URL: 'http://10.0.0.5/rates.xml' })).toContain('EXCHANGE_RATES_URL: ');
});
