import { z } from 'zod';
import { usualCaps } from '../../domain/callers/customer-caps.ts';
import type { ClientTlsFiles } from '../../domain/client-tls.ts';
import { usualJumpFactor } from '../../domain/ingestion/price-jump.ts';
import { logLevels } from '../../telemetry/logger.ts';
import { type TokenRules, tokenAlgorithms } from '../auth/web-tokens.ts';
import { outboundRefusal, readOutboundRules } from '../outbound/outbound-rules.ts';
import type { TlsFiles } from '../tls/certificates.ts';
import { ConfigError } from './config-error.ts';
import {
  analyticsTls,
  analyticsVariables,
  busVariables,
  checkTransport,
  databaseUrl,
  databaseVariables,
  natsAccess,
  requireTlsVariables,
  tracingTls,
  tracingVariables,
} from './config-transport.ts';
import {
  addressRanges,
  apiKey,
  listOf,
  names,
  numberFrom,
  oneOf,
  outboundRules,
  sealingKeys,
  share,
  someOf,
  text,
  url,
  urls,
  wholeNumber,
} from './config-values.ts';
import { type Environment, nonEmptyVariables, withSecretFiles } from './secret-files.ts';
import { samplerOf, traceSamplers } from './trace-sampler.ts';

/**
 * The service's configuration: environment variables, read here and nowhere else. Every variable
 * has a default or may be left out, so that the service starts with none; an empty one counts as
 * left out. One bad value stops the start with one line that names the variable and what is
 * expected, and never what was given.
 */

/** What a process may do. */
const roles = ['gateway', 'ingest', 'worker'] as const;

const port = () => wholeNumber(0, 65_535);

const variables = z.object({
  HTTP_PORT: port().prefault('8080').describe('Port of the HTTP API; 0 takes any free one.'),
  GRPC_PORT: port().prefault('50051').describe('Port of the gRPC API; 0 takes any free one.'),
  METRICS_PORT: port()
    .optional()
    .describe(
      'Port of `/metrics` alone, on the same address and with the same certificates as the HTTP port, which then has none; 0 takes any free one. Left out: `/metrics` is at the HTTP port.',
    ),
  HOST: text()
    .optional()
    .describe(
      'Address that all ports listen on. Left out: `127.0.0.1`, which only this machine reaches; `0.0.0.0` when `DATABASE_URL` is set.',
    ),
  DATA_DIR: text()
    .prefault('./data')
    .describe(
      'Folder of everything that the embedded stores keep, of the sealing key made on the first start, and of first keys that no terminal shows.',
    ),
  LOG_LEVEL: oneOf(logLevels)
    .prefault('info')
    .describe('The least level that is logged: debug, info, warn, error, silent.'),
  ROLES: someOf(roles)
    .prefault('all')
    .describe(
      'What this process does, between commas: `gateway` answers callers, `ingest` runs suppliers, `worker` works in the background.',
    ),
  DEMO: oneOf(['on', 'off'])
    .optional()
    .describe('Demo suppliers with a demo catalogue. Left out: `on`; `off` when `DATABASE_URL` is set.'),
  DATABASE_URL: url('postgres', 'postgresql')
    .optional()
    .describe(
      'PostgreSQL 15 or later. With `sslmode=verify-full` it must speak TLS. Left out: a PostgreSQL of its own in `DATA_DIR`.',
    ),
  ...databaseVariables,
  DATABASE_POOL_SIZE: wholeNumber(1, 500)
    .prefault('10')
    .describe(
      'Connections to PostgreSQL at most: half of them for transactions, a quarter for single statements that serve requests, a quarter for other single statements, one of each at least: 1 opens 3. The lock of the outbox relay and the listener for announcements hold one more each, the process of estimates six.',
    ),
  NATS_URL: urls('nats', 'tls')
    .optional()
    .describe(
      'NATS servers with JetStream, between commas. With `tls://` they must speak TLS. Left out: `BUS` decides.',
    ),
  ...busVariables,
  BUS: oneOf(['auto', 'jetstream', 'embedded'])
    .prefault('auto')
    .describe(
      'The message bus. `auto`: `NATS_URL`, else a `nats-server` found on PATH, else the embedded one on PostgreSQL, which serves a single process.',
    ),
  ANALYTICS: oneOf(['off', 'embedded', 'server'])
    .prefault('off')
    .describe(
      'The analytical projection. `embedded`: ClickHouse in a process of its own, with its data in `DATA_DIR`, for a service that is a single process; `server`: the one at `ANALYTICS_URL`.',
    ),
  ANALYTICS_URL: url('http', 'https')
    .optional()
    .describe('ClickHouse server, `http://user:password@host:8123/database`. Goes with `ANALYTICS=server`.'),
  ...analyticsVariables,
  BOOTSTRAP_ADMIN_KEY: apiKey()
    .optional()
    .describe(
      'The first administrator key, made at the first start and never again; 24 random characters or more. Left out: one is made and [told once](manage-callers.md#first-keys).',
    ),
  BOOTSTRAP_CUSTOMER_KEY: apiKey()
    .optional()
    .describe(
      'The first customer key, made at the first start and never again; 24 random characters or more. Left out: one is made and [told once](manage-callers.md#first-keys).',
    ),
  PATH: text().optional().describe('Where programs such as `nats-server` are looked for.'),
  SECRETS_KEY: sealingKeys()
    .optional()
    .describe(
      'Seals supplier credentials at rest: 32 bytes in base64, or several as `id:base64` between commas, newest first. Left out: a key file in `DATA_DIR`, which suits one machine only.',
    ),
  OUTBOUND_ALLOW: outboundRules()
    .optional()
    .describe(
      'Where suppliers, `JWT_JWKS_URL` and `LLM_BASE_URL` may be besides https at public addresses, between commas: origins such as `http://10.0.0.5:8080`, or address ranges such as `10.20.0.0/16`. Left out: nowhere else.',
    ),
  DELIVERY_ZONES: names()
    .prefault('EU,US,UK,CN,ROW')
    .describe('The delivery zones that a price may be asked for, between commas.'),
  DEFAULT_DELIVERY_ZONE: text()
    .prefault('EU')
    .describe('The zone of customers who have none; one of `DELIVERY_ZONES`.'),
  CATALOGUE_INTERVAL_MS: wholeNumber(100, 2_000_000_000)
    .prefault('86400000')
    .describe("From the start of one pass over a supplier's whole catalogue to the start of the next."),
  PRICES_INTERVAL_MS: wholeNumber(100, 2_000_000_000)
    .prefault('10800000')
    .describe(
      "From the start of one pass over a supplier's prices to the start of the next; prices count as fresh for 6 hours.",
    ),
  STOCKS_INTERVAL_MS: wholeNumber(100, 2_000_000_000)
    .prefault('3600000')
    .describe(
      "From the start of one pass over a supplier's stocks to the start of the next; stocks count as fresh for 2 hours.",
    ),
  REMATCH_INTERVAL_MS: wholeNumber(1_000, 2_000_000_000)
    .prefault('86400000')
    .describe('From one run that decides every match again to the next; what has changed is looked at sooner.'),
  WORKERS_PER_CREDENTIAL: wholeNumber(1, 64)
    .prefault('4')
    .describe('Requests of one supplier credential under way at once, at most.'),
  PRICE_JUMP_FACTOR: numberFrom(1.5)
    .prefault(String(usualJumpFactor))
    .describe(
      'A price that becomes so many times as high or as low at once is held back until a second observation confirms it; 1.5 or more.',
    ),
  DEMO_PRODUCTS: wholeNumber(1, 5_000_000)
    .prefault('80000')
    .describe('Distinct products of the demo catalogue at most; it has about 290,000 of its own.'),
  DEMO_SEED: wholeNumber(0, 2 ** 32 - 1)
    .prefault('1')
    .describe('The demo catalogue is the same for the same seed.'),
  DEMO_FILE: text()
    .optional()
    .describe('CSV file of real parts of which the demo suppliers also offer a share that is always the same.'),
  MAX_BODY_BYTES: wholeNumber(1_024, 2 ** 30)
    .prefault('4194304')
    .describe('Largest HTTP body and largest gRPC message that is accepted.'),
  MAX_UPLOAD_BYTES: wholeNumber(1_024, 2 ** 30)
    .prefault('20971520')
    .describe('Largest upload of a bill of materials as `multipart/form-data`; documents of over 20 MiB are not read.'),
  OFFER_MEMORY_MB: wholeNumber(16, 1_000_000)
    .prefault('256')
    .describe(
      'Memory for offers that prices are made from, beside the heap, in MiB, and as much again for the prices that were given; taken as it is needed.',
    ),
  ESTIMATE_THREADS: wholeNumber(1, 64)
    .optional()
    .describe(
      'Threads that optimise estimates. Left out: one less than there are cores, two at least; one customer never has all of several.',
    ),
  ESTIMATE_SEARCH_MS: wholeNumber(50, 600_000)
    .prefault('8000')
    .describe('Time that the search for the best basket of an estimate may take; then the best known one counts.'),
  ESTIMATE_LIVE_MS: wholeNumber(1_000, 2_000_000_000)
    .prefault('900000')
    .describe('How long after somebody has looked at it a ready estimate is kept up to date as prices change.'),
  ESTIMATE_RETENTION_DAYS: wholeNumber(1, 36_500)
    .prefault('365')
    .describe('An estimate that has ended is removed when nobody has looked at it for so many days.'),
  CUSTOMER_ESTIMATES: wholeNumber(1, 10_000_000)
    .prefault(String(usualCaps.estimates))
    .describe('Estimates that are kept of one customer; a further one is refused until it deletes some.'),
  CUSTOMER_PENDING_ESTIMATES: wholeNumber(1, 1_000_000)
    .prefault(String(usualCaps.pendingEstimates))
    .describe('Estimates of one customer that wait or are worked on at a time.'),
  CUSTOMER_PENDING_DOCUMENT_MB: wholeNumber(1, 1_000_000)
    .prefault(String(usualCaps.pendingDocumentBytes / 2 ** 20))
    .describe('Documents of one customer that wait to be read, in MiB of all of them together.'),
  CUSTOMER_PENDING_JOBS: wholeNumber(1, 1_000_000)
    .prefault(String(usualCaps.pendingJobs))
    .describe('Enrichment jobs of one customer that have not ended.'),
  SUPPLIER_REFRESH_COOLDOWN_MS: wholeNumber(0, 86_400_000)
    .prefault('300000')
    .describe(
      'From one refresh of a whole supplier to the next that may be asked for, by whomever. A request joins one that is under way; 0: none is refused.',
    ),
  KEY_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000)
    .prefault('10000')
    .describe('Requests a second of one key in the long run, at each process, where the key has no limit of its own.'),
  KEY_BURST: wholeNumber(1, 1_000_000)
    .optional()
    .describe('Requests of one key at once. Left out: as many as in a second.'),
  KEY_REQUESTS_PER_DAY: wholeNumber(1, 1_000_000_000_000)
    .optional()
    .describe('Requests of one key in a day in UTC, at all processes together. Left out: any number.'),
  KEY_MESSAGES_PER_REQUEST: wholeNumber(1, 10_000)
    .prefault('10')
    .describe(
      'Messages of a stream of requests, `BulkCalculatePrice`, that count as one request of its key. 1: each counts as much as a call.',
    ),
  KEY_STREAMS: wholeNumber(1, 100_000)
    .prefault('100')
    .describe('Streams of one key that are open at a time, at each process.'),
  AUTH_FAILURES_PER_MINUTE: wholeNumber(1, 1_000_000)
    .prefault('60')
    .describe(
      'Failed authentications of one address in a minute, at each process and at both ports. Beyond that, keys that are not known are refused before they are looked up.',
    ),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 10_000)
    .prefault('2000')
    .describe('Connections of one address at a time, at each port; `TRUSTED_PROXIES` may have any number.'),
  TRUSTED_PROXIES: addressRanges()
    .optional()
    .describe(
      'Addresses and ranges (`10.0.0.0/8,fd00::/8`) of proxies in front of both ports, whose `x-forwarded-for` tells the address of a caller. Left out: none; all callers behind a proxy are one address.',
    ),
  TLS_CERT_FILE: text()
    .optional()
    .describe(
      'PEM file with the certificate and those between it and its root: both ports speak TLS. Looked at every ten seconds. Left out: plain text.',
    ),
  TLS_KEY_FILE: text().optional().describe('PEM file with the key of the certificate. Goes with `TLS_CERT_FILE`.'),
  TLS_CLIENT_CA_FILE: text()
    .optional()
    .describe(
      'PEM file with the authorities that must have signed the certificate of every client, at both ports. Left out: clients need none.',
    ),
  ...requireTlsVariables,
  GRPC_REFLECTION: oneOf(['on', 'off'])
    .optional()
    .describe(
      'Whether gRPC clients may ask what services and messages there are. Left out: `on` where the demo is on, else `off`.',
    ),
  GRPC_MAX_CONNECTION_AGE_MS: wholeNumber(1_000, 2_000_000_000)
    .prefault('3600000')
    .describe(
      'After so long, a tenth more or less, a gRPC connection takes no new calls, and its client opens another.',
    ),
  GRPC_CONNECTION_GRACE_MS: wholeNumber(0, 2_000_000_000)
    .prefault('600000')
    .describe(
      'How long calls may go on over a connection that has reached its age; then watches and streams end with UNAVAILABLE.',
    ),
  JWT_ISSUER: text()
    .optional()
    .describe('Issuer of web tokens that are taken beside keys: their `iss`. Left out: none are.'),
  JWT_AUDIENCE: text().optional().describe('What the `aud` of a token must hold. Goes with `JWT_ISSUER`.'),
  JWT_JWKS_URL: url('http', 'https').optional().describe("Where the issuer's public keys are. Goes with `JWT_ISSUER`."),
  JWT_ALGORITHMS: listOf(tokenAlgorithms)
    .prefault('RS256,PS256,ES256,EdDSA')
    .describe('Algorithms that a token may be signed with, between commas; only asymmetric ones can be allowed.'),
  JWT_CLOCK_SKEW_MS: wholeNumber(0, 600_000)
    .prefault('30000')
    .describe("How far the issuer's clock and ours may be apart."),
  JWT_CUSTOMER_CLAIM: text().prefault('customer_id').describe('The claim that holds the id of the customer.'),
  JWT_GROUPS_CLAIM: text()
    .optional()
    .describe("The claim that holds the customer's groups. Left out: those that the customer is in here."),
  JWT_SCOPES_CLAIM: text().prefault('scope').describe('The claim that holds the scopes, as a list or between blanks.'),
  LLM_BASE_URL: url('http', 'https')
    .optional()
    .describe(
      'Endpoint of a language model that speaks the chat protocol of OpenAI, such as `https://api.openai.com/v1`: it completes characteristics that rules cannot read. Left out: none is asked.',
    ),
  LLM_MODEL: text().optional().describe('Name of the model there. Goes with `LLM_BASE_URL`.'),
  LLM_API_KEY: text().optional().describe('Key for the endpoint. Left out: it asks for none.'),
  LLM_DAILY_TOKENS: wholeNumber(1, 1_000_000_000_000)
    .prefault('500000')
    .describe('Tokens that all processes together may spend on a day in UTC, read and written.'),
  LLM_TIMEOUT_MS: wholeNumber(100, 120_000).prefault('30000').describe('Time that the model has for a whole answer.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https')
    .optional()
    .describe('Collector that spans are sent to over OTLP gRPC. Left out: no tracing.'),
  ...tracingVariables,
  TRACE_SAMPLE_RATIO: share()
    .prefault('1')
    .describe("Share of requests and ticks that is traced, 0 to 1, where the caller's `traceparent` does not decide."),
  OTEL_TRACES_SAMPLER: oneOf(traceSamplers)
    .optional()
    .describe(
      "OpenTelemetry's name of what decides which work is traced; those with `parentbased_` follow the caller. Left out: `parentbased_traceidratio` with `TRACE_SAMPLE_RATIO`.",
    ),
  OTEL_TRACES_SAMPLER_ARG: share()
    .optional()
    .describe('The share for `traceidratio` and `parentbased_traceidratio`. Left out: `TRACE_SAMPLE_RATIO`.'),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500)
    .optional()
    .describe('Days that audit records are kept; older ones are taken away once a day. Left out: for ever.'),
  ARCHIVE_DIRECTORY: text()
    .optional()
    .describe(
      'Folder that old events are moved to, the same one for every process with the role `worker`. Left out: they stay in the database.',
    ),
  ARCHIVE_AFTER_MONTHS: wholeNumber(1, 1_200)
    .prefault('13')
    .describe('A month of events is moved when all of it is so many months old. Needs `ARCHIVE_DIRECTORY`.'),
  SHUTDOWN_DEADLINE_MS: wholeNumber(0, 600_000)
    .prefault('10000')
    .describe('Time to finish what runs after SIGTERM; then the rest is cut off.'),
  DEFAULT_DEADLINE_MS: wholeNumber(1, 600_000)
    .prefault('10000')
    .describe('Time that a request may take when its caller sets none; streams are not limited by it.'),
});

/** Variables that are given all or not at all. */
const goTogether =
  <Name extends string>(...together: readonly Name[]) =>
  (given: Readonly<Partial<Record<Name, unknown>>>, context: z.RefinementCtx): void => {
    const missing = together.filter((name) => given[name] === undefined);
    if (missing.length === together.length) return;
    for (const name of missing) {
      context.addIssue({ code: 'custom', path: [name], message: `expected together with ${together.join(', ')}` });
    }
  };

/** What is allowed besides https at public addresses when nothing is listed. */
const nothingListed = readOutboundRules([]) ?? z.NEVER;

/** Addresses that the service calls obey the same rule as those of suppliers. */
const mayBeCalled =
  (...names: readonly ('JWT_JWKS_URL' | 'LLM_BASE_URL')[]) =>
  (given: z.output<typeof variables>, context: z.RefinementCtx): void => {
    for (const name of names) {
      const refusal = given[name] && outboundRefusal(given[name], given.OUTBOUND_ALLOW ?? nothingListed);
      if (refusal) context.addIssue({ code: 'custom', path: [name], message: refusal });
    }
  };

/** Where the analytical projection is kept. */
export type AnalyticsPlace =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'server'; readonly url: string; readonly tls: ClientTlsFiles };

/** Where the certificates are; undefined: plain text. */
const tlsFiles = (given: z.output<typeof variables>): TlsFiles | undefined => {
  const { TLS_CERT_FILE: certificate, TLS_KEY_FILE: key, TLS_CLIENT_CA_FILE: clientAuthorities } = given;
  return certificate === undefined || key === undefined ? undefined : { certificate, key, clientAuthorities };
};

/** How web tokens are judged; undefined: there are none. */
const tokenRules = (given: z.output<typeof variables>): TokenRules | undefined => {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: jwksUrl } = given;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return undefined;
  return {
    issuer,
    audience,
    jwksUrl,
    algorithms: given.JWT_ALGORITHMS,
    clockSkewMs: given.JWT_CLOCK_SKEW_MS,
    claims: {
      customer: given.JWT_CUSTOMER_CLAIM,
      groups: given.JWT_GROUPS_CLAIM,
      scopes: given.JWT_SCOPES_CLAIM,
    },
  };
};

/** Whether the demo runs: as it is said, else in a service that is on its own. */
const isDemo = ({ DEMO, DATABASE_URL }: z.output<typeof variables>): boolean =>
  DEMO === undefined ? DATABASE_URL === undefined : DEMO === 'on';

/** Where the analytical projection is kept; undefined: nowhere. */
const analytics = (given: z.output<typeof variables>): AnalyticsPlace | undefined => {
  if (given.ANALYTICS_URL !== undefined) return { kind: 'server', url: given.ANALYTICS_URL, tls: analyticsTls(given) };
  return given.ANALYTICS === 'embedded' ? { kind: 'embedded' } : undefined;
};

/** The language model that is asked; undefined: none. */
const languageModel = (given: z.output<typeof variables>) => {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model } = given;
  if (baseUrl === undefined || model === undefined) return undefined;
  const { LLM_API_KEY: apiKey, LLM_DAILY_TOKENS: dailyTokens, LLM_TIMEOUT_MS: timeoutMs } = given;
  return { baseUrl, model, apiKey, dailyTokens, timeoutMs };
};

const settings = variables
  .refine((given) => given.DELIVERY_ZONES.includes(given.DEFAULT_DELIVERY_ZONE), {
    path: ['DEFAULT_DELIVERY_ZONE'],
    message: 'expected one of DELIVERY_ZONES',
  })
  .superRefine(checkTransport)
  .superRefine(goTogether('TLS_CERT_FILE', 'TLS_KEY_FILE'))
  .refine((given) => given.TLS_CLIENT_CA_FILE === undefined || given.TLS_CERT_FILE !== undefined, {
    path: ['TLS_CLIENT_CA_FILE'],
    message: 'expected together with TLS_CERT_FILE, TLS_KEY_FILE',
  })
  .refine(
    ({ BOOTSTRAP_ADMIN_KEY: admin, BOOTSTRAP_CUSTOMER_KEY: customer }) => admin === undefined || admin !== customer,
    {
      path: ['BOOTSTRAP_CUSTOMER_KEY'],
      message: 'expected another key than BOOTSTRAP_ADMIN_KEY',
    },
  )
  .superRefine(mayBeCalled('JWT_JWKS_URL', 'LLM_BASE_URL'))
  .superRefine(goTogether('LLM_BASE_URL', 'LLM_MODEL'))
  .superRefine(goTogether('JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'))
  .refine((given) => (given.ANALYTICS === 'server') === (given.ANALYTICS_URL !== undefined), {
    path: ['ANALYTICS_URL'],
    message: 'expected together with ANALYTICS=server',
  })
  .refine((given) => given.ANALYTICS !== 'embedded' || given.ROLES.size === roles.length, {
    path: ['ANALYTICS'],
    message: 'expected off or server where ROLES shares the work between processes',
  })
  .transform((given) => ({
    httpPort: given.HTTP_PORT,
    grpcPort: given.GRPC_PORT,
    /** Undefined: metrics are at the HTTP port. */
    metricsPort: given.METRICS_PORT,
    host: given.HOST ?? (given.DATABASE_URL === undefined ? '127.0.0.1' : '0.0.0.0'),
    dataDir: given.DATA_DIR,
    logLevel: given.LOG_LEVEL,
    roles: given.ROLES,
    demo: isDemo(given) ? { products: given.DEMO_PRODUCTS, seed: given.DEMO_SEED, file: given.DEMO_FILE } : undefined,
    database: { url: databaseUrl(given), poolSize: given.DATABASE_POOL_SIZE, migrates: given.MIGRATE === 'on' },
    bus: { kind: given.BUS, natsUrl: given.NATS_URL, access: natsAccess(given), replicas: given.NATS_REPLICAS ?? 1 },
    analytics: analytics(given),
    programPath: given.PATH,
    intervals: {
      catalogueMs: given.CATALOGUE_INTERVAL_MS,
      pricesMs: given.PRICES_INTERVAL_MS,
      stocksMs: given.STOCKS_INTERVAL_MS,
    },
    rematchMs: given.REMATCH_INTERVAL_MS,
    workersPerCredential: given.WORKERS_PER_CREDENTIAL,
    priceJumpFactor: given.PRICE_JUMP_FACTOR,
    bootstrap: { adminKey: given.BOOTSTRAP_ADMIN_KEY, customerKey: given.BOOTSTRAP_CUSTOMER_KEY },
    /** Newest first; undefined: the key file in `dataDir`. */
    sealingKeys: given.SECRETS_KEY,
    outboundRules: given.OUTBOUND_ALLOW ?? nothingListed,
    delivery: { zones: given.DELIVERY_ZONES, defaultZone: given.DEFAULT_DELIVERY_ZONE },
    maxBodyBytes: given.MAX_BODY_BYTES,
    maxUploadBytes: given.MAX_UPLOAD_BYTES,
    offerMemoryBytes: given.OFFER_MEMORY_MB * 2 ** 20,
    estimates: {
      threads: given.ESTIMATE_THREADS,
      searchMs: given.ESTIMATE_SEARCH_MS,
      liveMs: given.ESTIMATE_LIVE_MS,
    },
    estimateRetentionDays: given.ESTIMATE_RETENTION_DAYS,
    customerCaps: {
      pendingJobs: given.CUSTOMER_PENDING_JOBS,
      pendingEstimates: given.CUSTOMER_PENDING_ESTIMATES,
      pendingDocumentBytes: given.CUSTOMER_PENDING_DOCUMENT_MB * 2 ** 20,
      estimates: given.CUSTOMER_ESTIMATES,
    },
    supplierCoolDownMs: given.SUPPLIER_REFRESH_COOLDOWN_MS,
    keyLimits: {
      requestsPerSecond: given.KEY_REQUESTS_PER_SECOND,
      burst: given.KEY_BURST,
      requestsPerDay: given.KEY_REQUESTS_PER_DAY,
      streams: given.KEY_STREAMS,
    },
    messagesPerRequest: given.KEY_MESSAGES_PER_REQUEST,
    authFailuresPerMinute: given.AUTH_FAILURES_PER_MINUTE,
    connectionsPerAddress: given.CONNECTIONS_PER_ADDRESS,
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    tokens: tokenRules(given),
    tls: tlsFiles(given),
    grpcReflection: given.GRPC_REFLECTION === undefined ? isDemo(given) : given.GRPC_REFLECTION === 'on',
    grpcConnections: { ageMs: given.GRPC_MAX_CONNECTION_AGE_MS, graceMs: given.GRPC_CONNECTION_GRACE_MS },
    languageModel: languageModel(given),
    tracing: {
      endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
      tls: tracingTls(given),
      sampler: samplerOf(given.OTEL_TRACES_SAMPLER, given.OTEL_TRACES_SAMPLER_ARG ?? given.TRACE_SAMPLE_RATIO),
    },
    /** Undefined: for ever. */
    auditRetentionDays: given.AUDIT_RETENTION_DAYS,
    /** Undefined: events stay in the database. */
    archive:
      given.ARCHIVE_DIRECTORY === undefined
        ? undefined
        : { directory: given.ARCHIVE_DIRECTORY, afterMonths: given.ARCHIVE_AFTER_MONTHS },
    shutdownDeadlineMs: given.SHUTDOWN_DEADLINE_MS,
    defaultDeadlineMs: given.DEFAULT_DEADLINE_MS,
  }));

/** The configuration as the composition root uses it. */
export type Config = z.output<typeof settings>;

/** Variables that are secrets or hold one. Each can come from a file: `NAME_FILE` names it. */
const secretNames = [
  'DATABASE_URL',
  'NATS_PASSWORD',
  'NATS_TOKEN',
  'ANALYTICS_URL',
  'BOOTSTRAP_ADMIN_KEY',
  'BOOTSTRAP_CUSTOMER_KEY',
  'SECRETS_KEY',
  'LLM_API_KEY',
] as const satisfies readonly (keyof typeof variables.shape)[];

/** Reads the configuration. Throws `ConfigError` with one line that names every bad variable. */
export const loadConfig = (environment: Environment = process.env): Config => {
  const result = settings.safeParse(withSecretFiles(nonEmptyVariables(environment), secretNames));
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
};

const isSecret = (name: string): boolean => secretNames.some((secret) => secret === name);

/**
 * Every variable with its default and meaning as a Markdown table; `docs/howto/configure.md` holds
 * it.
 */
export const configTable = (): string => {
  const { properties = {} } = z.toJSONSchema(variables, { io: 'input' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { default: value, description } = typeof property === 'object' ? property : {};
    const meaning = isSecret(name) ? `${description} Or \`${name}_FILE\`: a file that holds it.` : description;
    return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${meaning} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
};
