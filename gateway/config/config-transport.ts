import type { z } from 'zod';
import { databaseUrlFault, readDatabaseUrl, withTlsFiles } from '../../domain/database-url.ts';
import type { analyticsVariables } from './analytics.ts';
import { type busVariables, isTls, servers } from './bus.ts';
import type { ValuesOf } from './config-values.ts';
import type { edgeVariables } from './edges.ts';
import { databaseFiles, databaseUrl, type storageVariables } from './storage.ts';
import type { tracingVariables } from './tracing.ts';

/**
 * What must hold between the settings of connections that the service opens to its dependencies,
 * and of its own ports.
 */

/** Addresses that may be http:// or https://. */
const plainOrTls = [
  'ANALYTICS_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'JWT_JWKS_URL',
  'LLM_BASE_URL',
  'EXCHANGE_RATES_URL',
] as const;

/** What of the other settings the checks look at. */
interface Addresses {
  readonly HOST?: string | undefined;
  readonly JWT_JWKS_URL?: string | undefined;
  readonly LLM_BASE_URL?: string | undefined;
  readonly EXCHANGE_RATES_URL?: string | undefined;
  readonly METRICS_PORT?: number | undefined;
}

type Given = ValuesOf<
  typeof storageVariables &
    typeof busVariables &
    typeof analyticsVariables &
    typeof tracingVariables &
    typeof edgeVariables
> &
  Addresses;

/** A setting that does not fit with others, and what was expected of it. */
interface Misfit {
  readonly setting: keyof Given;
  readonly expected: string;
}

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
  for (const setting of plainOrTls) {
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
