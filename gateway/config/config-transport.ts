/**
 * The settings of every connection that the service opens to a dependency: who it is there, how
 * both sides are known, and whether plain text is refused.
 */
import { z } from 'zod';
import type { ClientTlsFiles } from '../../domain/client-tls.ts';
import { databaseUrlFault, readDatabaseUrl, withTlsFiles } from '../../domain/database-url.ts';
import type { NatsAccess, NatsIdentity } from '../../domain/nats-access.ts';
import { oneOf, text, wholeNumber } from './config-values.ts';

const file = (meaning: string) => text().optional().describe(meaning);

/** TLS and the schema of PostgreSQL. */
export const databaseVariables = {
  DATABASE_CA_FILE: file(
    'PEM file with the authorities that PostgreSQL must be signed by; asks for TLS. Left out: those that Node brings, where `DATABASE_URL` has `sslmode=verify-full`.',
  ),
  DATABASE_CERT_FILE: file('PEM file with the certificate that is shown to PostgreSQL; asks for TLS.'),
  DATABASE_KEY_FILE: file('PEM file with the key of that certificate. Goes with `DATABASE_CERT_FILE`.'),
  MIGRATE: oneOf(['on', 'off'])
    .prefault('on')
    .describe(
      'Whether the schema is brought up to date at the start. `off`: it must be, or the start is refused; `npm run migrate` does it as the owner of the tables.',
    ),
};

/** Who the service is at NATS, and how both sides are known. */
export const busVariables = {
  NATS_USER: text().optional().describe('User at NATS. Goes with `NATS_PASSWORD`.'),
  NATS_PASSWORD: text().optional().describe('Password of that user. Goes with `NATS_USER`.'),
  NATS_TOKEN: text().optional().describe('Token for NATS, instead of a user.'),
  NATS_CREDS_FILE: file(
    'Credentials file (`.creds`) with a JWT and its seed, instead of a user. Read at each connection.',
  ),
  NATS_NKEY_FILE: file('File with the seed of an nkey, instead of a user. Read at each connection.'),
  NATS_CA_FILE: file(
    'PEM file with the authorities that NATS must be signed by. Goes with `tls://` in `NATS_URL`. Left out: those that Node brings.',
  ),
  NATS_CERT_FILE: file('PEM file with the certificate that is shown to NATS. Goes with `tls://`.'),
  NATS_KEY_FILE: file('PEM file with the key of that certificate. Goes with `NATS_CERT_FILE`.'),
  NATS_REPLICAS: wholeNumber(1, 5)
    .optional()
    .describe(
      'Servers that keep a copy of each stream: 1, 3 or 5. Left out: 1; must be given where `NATS_URL` names several servers.',
    ),
};

/** TLS of the analytical server. */
export const analyticsVariables = {
  ANALYTICS_CA_FILE: file(
    'PEM file with the authorities that ClickHouse must be signed by. Goes with `https://` in `ANALYTICS_URL`. Left out: those that Node brings.',
  ),
  ANALYTICS_CERT_FILE: file('PEM file with the certificate that is shown to ClickHouse. Goes with `https://`.'),
  ANALYTICS_KEY_FILE: file('PEM file with the key of that certificate. Goes with `ANALYTICS_CERT_FILE`.'),
};

/** TLS of the collector, by the names that OpenTelemetry has for it. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_CERTIFICATE: file(
    'PEM file with the authorities that the collector must be signed by. Goes with `https://` in `OTEL_EXPORTER_OTLP_ENDPOINT`. Left out: those that Node brings.',
  ),
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: file(
    'PEM file with the certificate that is shown to the collector. Goes with `https://`.',
  ),
  OTEL_EXPORTER_OTLP_CLIENT_KEY: file(
    'PEM file with the key of that certificate. Goes with `OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE`.',
  ),
};

/** Whether plain text is refused. */
export const requireTlsVariables = {
  REQUIRE_TLS: oneOf(['off', 'on', 'behind-proxy'])
    .prefault('off')
    .describe(
      '`on`: the start is refused while any connection would be plain text, to a dependency or at our own ports. `behind-proxy`: as `on`, but for our own ports, in front of which a proxy ends TLS.',
    ),
};

const variables = z.object({
  ...databaseVariables,
  ...busVariables,
  ...analyticsVariables,
  ...tracingVariables,
  ...requireTlsVariables,
});

/** What of the other settings the checks look at. */
interface Addresses {
  readonly HOST?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly NATS_URL?: string | undefined;
  readonly ANALYTICS_URL?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly JWT_JWKS_URL?: string | undefined;
  readonly LLM_BASE_URL?: string | undefined;
  readonly TLS_CERT_FILE?: string | undefined;
  readonly METRICS_PORT?: number | undefined;
}

type Given = z.output<typeof variables> & Addresses;

/** A setting that does not fit with others, and what was expected of it. */
interface Misfit {
  readonly setting: keyof Given;
  readonly expected: string;
}

const databaseFiles = (given: Given): ClientTlsFiles => ({
  authorities: given.DATABASE_CA_FILE,
  certificate: given.DATABASE_CERT_FILE,
  key: given.DATABASE_KEY_FILE,
});

const servers = (given: Given): readonly string[] => (given.NATS_URL ?? '').split(',').filter((each) => each !== '');

const isTls = (url: string): boolean => url.trim().startsWith('tls://');

/** The address of the database with its certificates; undefined: the embedded one. */
export const databaseUrl = (given: Given): string | undefined =>
  given.DATABASE_URL === undefined ? undefined : withTlsFiles(given.DATABASE_URL, databaseFiles(given));

/** How NATS is reached. */
export const natsAccess = (given: Given): NatsAccess => ({
  identity: natsIdentity(given),
  tls: servers(given).some(isTls)
    ? { authorities: given.NATS_CA_FILE, certificate: given.NATS_CERT_FILE, key: given.NATS_KEY_FILE }
    : undefined,
});

const natsIdentity = (given: Given): NatsIdentity => {
  const { NATS_USER: user, NATS_PASSWORD: password, NATS_TOKEN: token } = given;
  if (user !== undefined && password !== undefined) return { kind: 'user', user, password };
  if (token !== undefined) return { kind: 'token', token };
  if (given.NATS_CREDS_FILE !== undefined) return { kind: 'creds', file: given.NATS_CREDS_FILE };
  return given.NATS_NKEY_FILE === undefined ? { kind: 'nobody' } : { kind: 'nkey', file: given.NATS_NKEY_FILE };
};

/** The certificates for the analytical server. */
export const analyticsTls = (given: Given): ClientTlsFiles => ({
  authorities: given.ANALYTICS_CA_FILE,
  certificate: given.ANALYTICS_CERT_FILE,
  key: given.ANALYTICS_KEY_FILE,
});

/** The certificates for the collector. */
export const tracingTls = (given: Given): ClientTlsFiles => ({
  authorities: given.OTEL_EXPORTER_OTLP_CERTIFICATE,
  certificate: given.OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE,
  key: given.OTEL_EXPORTER_OTLP_CLIENT_KEY,
});

/** Settings that are given and need an address of a kind that is not. */
const without = (given: Given, names: readonly (keyof Given)[], expected: string): readonly Misfit[] =>
  names.filter((name) => given[name] !== undefined).map((setting) => ({ setting, expected }));

const pairs = [
  ['DATABASE_CERT_FILE', 'DATABASE_KEY_FILE'],
  ['NATS_USER', 'NATS_PASSWORD'],
  ['NATS_CERT_FILE', 'NATS_KEY_FILE'],
  ['ANALYTICS_CERT_FILE', 'ANALYTICS_KEY_FILE'],
  ['OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE', 'OTEL_EXPORTER_OTLP_CLIENT_KEY'],
] as const;

const halves = (given: Given): readonly Misfit[] =>
  pairs.flatMap((pair) => {
    const missing = pair.filter((name) => given[name] === undefined);
    return missing.length === 1
      ? missing.map((setting) => ({ setting, expected: `together with ${pair.join(', ')}` }))
      : [];
  });

const databaseMisfits = (given: Given): readonly Misfit[] => {
  const files = ['DATABASE_CA_FILE', 'DATABASE_CERT_FILE', 'DATABASE_KEY_FILE'] as const;
  if (given.DATABASE_URL === undefined) return without(given, files, 'together with DATABASE_URL');
  const fault = databaseUrlFault(withTlsFiles(given.DATABASE_URL, databaseFiles(given)));
  return fault === undefined ? [] : [{ setting: 'DATABASE_URL', expected: fault }];
};

const identities = ['NATS_USER', 'NATS_TOKEN', 'NATS_CREDS_FILE', 'NATS_NKEY_FILE'] as const;
const natsFiles = ['NATS_CA_FILE', 'NATS_CERT_FILE', 'NATS_KEY_FILE'] as const;

const natsMisfits = (given: Given): readonly Misfit[] => {
  const urls = servers(given);
  if (urls.length === 0)
    return without(given, [...identities, ...natsFiles, 'NATS_REPLICAS'], 'together with NATS_URL');
  const misfits: Misfit[] = [];
  const expect = (setting: keyof Given, expected: string, isMet: boolean): void => {
    if (!isMet) misfits.push({ setting, expected });
  };
  const named = identities.filter((name) => given[name] !== undefined);
  expect(named[1] ?? 'NATS_USER', `one of ${identities.join(', ')} at most`, named.length <= 1);
  expect(
    'NATS_URL',
    'no user or password in it: they go into NATS_USER and NATS_PASSWORD',
    !urls.some((url) => url.includes('@')),
  );
  expect('NATS_URL', 'tls:// for all servers or for none', new Set(urls.map(isTls)).size === 1);
  if (!urls.some(isTls)) misfits.push(...without(given, natsFiles, 'together with tls:// in NATS_URL'));
  expect(
    'NATS_REPLICAS',
    'a number, 3 as a rule, where NATS_URL names several servers',
    urls.length === 1 || given.NATS_REPLICAS !== undefined,
  );
  return misfits;
};

const httpsMisfits = (given: Given): readonly Misfit[] => {
  const files = {
    ANALYTICS_URL: ['ANALYTICS_CA_FILE', 'ANALYTICS_CERT_FILE', 'ANALYTICS_KEY_FILE'],
    OTEL_EXPORTER_OTLP_ENDPOINT: [
      'OTEL_EXPORTER_OTLP_CERTIFICATE',
      'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
      'OTEL_EXPORTER_OTLP_CLIENT_KEY',
    ],
  } as const;
  return (['ANALYTICS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const).flatMap((address) =>
    given[address]?.startsWith('https://')
      ? []
      : without(given, files[address], `together with https:// in ${address}`),
  );
};

/** Only this machine reaches what listens there. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * What would be plain text. The stores that the service starts itself are exempt: they listen on
 * loopback only.
 */
const plainText = (given: Given): readonly Misfit[] => {
  if (given.REQUIRE_TLS === 'off') return [];
  const why = `because REQUIRE_TLS is ${given.REQUIRE_TLS}`;
  const { DATABASE_URL: database } = given;
  const misfits: Misfit[] = [];
  if (database !== undefined && !asksForTls(given)) {
    misfits.push({ setting: 'DATABASE_URL', expected: `sslmode=verify-full, ${why}` });
  }
  if (!servers(given).every(isTls)) misfits.push({ setting: 'NATS_URL', expected: `tls://, ${why}` });
  for (const setting of ['ANALYTICS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'JWT_JWKS_URL', 'LLM_BASE_URL'] as const) {
    if (given[setting]?.startsWith('http://')) misfits.push({ setting, expected: `https://, ${why}` });
  }
  const host = given.HOST ?? (database === undefined ? '127.0.0.1' : '0.0.0.0');
  if (given.REQUIRE_TLS === 'on' && given.TLS_CERT_FILE === undefined && !loopback.has(host)) {
    const expected = `a certificate, ${why}; where a proxy ends TLS, REQUIRE_TLS=behind-proxy says so`;
    misfits.push({ setting: 'TLS_CERT_FILE', expected });
    if (given.METRICS_PORT !== undefined) misfits.push({ setting: 'METRICS_PORT', expected });
  }
  return misfits;
};

const asksForTls = (given: Given): boolean => {
  const url = databaseUrl(given);
  return url !== undefined && databaseUrlFault(url) === undefined && readDatabaseUrl(url).tls !== undefined;
};

/**
 * Refuses settings of connections that do not fit together, each with a line of its own, and plain
 * text where it is refused.
 */
export const checkTransport = (given: Given, context: z.RefinementCtx): void => {
  const misfits = [halves, databaseMisfits, natsMisfits, httpsMisfits, plainText].flatMap((check) => check(given));
  for (const { setting, expected } of misfits) {
    context.addIssue({ code: 'custom', path: [setting], message: `expected ${expected}` });
  }
};
