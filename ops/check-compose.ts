/**
 * Checks what compose.yaml promises: `node ops/check-compose.ts` names what it breaks, a line each,
 * and ends with 1 when there is anything. `npm test` runs the same checks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** What the checks look at in a service. */
interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition?: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

/** One promise: what a service breaks of it, in words; undefined: nothing. */
type Check = (service: Service, name: string, compose: Compose) => string | undefined;

const unless = (isKept: boolean, fault: string): string | undefined => (isKept ? undefined : fault);

const value = (service: Service, variable: string): string => service.environment?.[variable] ?? '';

/**
 * Makes certificates for everybody, so it alone is root and may give files away; it has no network
 * and ends.
 */
const maker = 'certificates';

/** What the service is made of, and which of its processes seal or open secrets. */
const ours = ['gateway', 'ingest', 'worker', 'migrate'];
const withSecrets = ['gateway', 'ingest'];

/** What each process may do in PostgreSQL, by its login. */
const logins: Readonly<Record<string, string>> = {
  gateway: 'offers_app',
  ingest: 'offers_app',
  worker: 'offers_worker',
  migrate: 'offers_owner',
};

const natsServers = ['nats-1', 'nats-2', 'nats-3'];

const stores = ['postgres', ...natsServers, 'clickhouse'];

/** The promises to every container. */
const forAll: readonly Check[] = [
  ({ read_only }) => unless(read_only === true, 'its root filesystem can be written (read_only)'),
  ({ cap_drop }) => unless(cap_drop?.includes('ALL') === true, 'it keeps capabilities (cap_drop: [ALL])'),
  ({ cap_add = [] }, name) => unless(cap_add.length === 0 || name === maker, 'it is given capabilities (cap_add)'),
  ({ security_opt }) =>
    unless(security_opt?.includes('no-new-privileges:true') === true, 'it may gain privileges (no-new-privileges)'),
  ({ privileged }) => unless(privileged !== true, 'it is privileged'),
  ({ mem_limit }) => unless(mem_limit !== undefined, 'its memory has no limit (mem_limit)'),
  ({ pids_limit = 0 }) => unless(pids_limit > 0, 'its processes have no limit (pids_limit)'),
  ({ user = '' }, name) =>
    unless(/^[1-9]\d*:\d+$/.test(user) || name === maker, 'it does not run as a user other than root (user)'),
  ({ image }) =>
    unless(
      image === undefined || /:v?\d+\.\d+(\.\d+)*(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/.test(image),
      'its image has no exact version',
    ),
  ({ network_mode }) =>
    unless(network_mode === undefined || network_mode === 'none', 'it shares a network of the host'),
  ({ ports = [] }) =>
    unless(
      ports.every((port) => port.startsWith('127.0.0.1:')),
      'a port of it is open beyond this machine (ports)',
    ),
  ({ volumes = [] }) =>
    unless(
      volumes.every((mount) => !mount.startsWith('/') && (!mount.startsWith('./') || mount.endsWith(':ro'))),
      'it may write to, or sees, files of the host (volumes)',
    ),
  // A secret comes from the environment, or is a file.
  ({ environment = {} }) =>
    unless(
      Object.entries(environment).every(([name, text]) => !/PASSWORD|_KEY$|_TOKEN$/.test(name) || /^[$/]/.test(text)),
      'a secret stands in the file',
    ),
];

/** The promises about secrets and the authority. */
const forSecrets: readonly Check[] = [
  (service, name) =>
    unless(!value(service, 'SECRETS_KEY') || withSecrets.includes(name), 'it has SECRETS_KEY and opens no secrets'),
  ({ volumes = [] }, name) =>
    unless(
      !volumes.some((mount) => mount.startsWith('authority:')) || name === maker,
      'it sees the key of the authority',
    ),
  ({ volumes = [] }, name) =>
    unless(
      name === maker || volumes.every((mount) => !mount.includes('_certificates:') || mount.endsWith(':ro')),
      'it may write certificates',
    ),
];

/** The promises of our own processes. */
const forOurs: readonly Check[] = [
  (service) =>
    unless(/^(on|behind-proxy)$/.test(value(service, 'REQUIRE_TLS')), 'plain text is not refused (REQUIRE_TLS)'),
  (service) =>
    unless(value(service, 'DATABASE_URL').includes('sslmode=verify-full'), 'PostgreSQL is not verified (sslmode)'),
  (service, name) =>
    unless(
      value(service, 'DATABASE_URL').startsWith(`postgres://${logins[name]}:`),
      `it is not ${logins[name]} in PostgreSQL (DATABASE_URL)`,
    ),
  (service, name) =>
    unless(value(service, 'MIGRATE') === 'off' || name === 'migrate', 'it changes the schema (MIGRATE)'),
  (service, name) => unless(value(service, 'NATS_URL').startsWith('tls://') || name === 'migrate', 'NATS has no TLS'),
  (service, name) =>
    unless(
      name === 'migrate' ||
        (natsServers.every((each) => value(service, 'NATS_URL').includes(`tls://${each}:4222`)) &&
          value(service, 'NATS_REPLICAS') === String(natsServers.length)),
      'it does not know every server of NATS, or keeps no copy on each (NATS_URL, NATS_REPLICAS)',
    ),
  ({ depends_on = {} }, name) =>
    unless(
      name === 'migrate' || natsServers.every((each) => depends_on[each]?.condition === 'service_healthy'),
      'it does not wait for every server of NATS (depends_on)',
    ),
  (service, name) => unless(value(service, 'NATS_PASSWORD') !== '' || name === 'migrate', 'it is nobody at NATS'),
  ...['DATABASE_CERT_FILE', 'NATS_CERT_FILE', 'ANALYTICS_CERT_FILE', 'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE'].map(
    (setting): Check =>
      (service, name) =>
        unless(
          value(service, setting) !== '' || (name === 'migrate' && setting !== 'DATABASE_CERT_FILE'),
          `it shows no certificate (${setting})`,
        ),
  ),
  ...['ANALYTICS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'].map(
    (setting): Check =>
      (service) =>
        unless(!value(service, setting).startsWith('http://'), `plain text (${setting})`),
  ),
];

/** The promises of the stores: nothing outside reaches them, and it is seen whether they work. */
const forStores: readonly Check[] = [
  ({ healthcheck }) => unless(healthcheck?.test !== undefined, 'nobody sees whether it works (healthcheck)'),
  ({ networks = [], ports = [] }, _, compose) =>
    unless(
      ports.length === 0 &&
        networks.length > 0 &&
        networks.every((each) => compose.networks?.[each]?.internal === true),
      'it is reached from outside (networks, ports)',
    ),
];

/** What a compose file breaks of all promises, a line each: the service and the fault. */
export const composeFaults = (text: string): readonly string[] => {
  const compose = parse(text, { merge: true }) as Compose;
  return Object.entries(compose.services).flatMap(([name, service]) => {
    const checks = [
      ...forAll,
      ...forSecrets,
      ...(ours.includes(name) ? forOurs : []),
      ...(stores.includes(name) ? forStores : []),
    ];
    return checks.flatMap((check) => {
      const fault = check(service, name, compose);
      return fault === undefined ? [] : `${name}: ${fault}`;
    });
  });
};

if (import.meta.main) {
  const faults = composeFaults(readFileSync(join(import.meta.dirname, '..', 'compose.yaml'), 'utf8'));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
