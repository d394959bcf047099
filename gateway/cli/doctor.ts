import { access, constants, readFile, stat } from 'node:fs/promises';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { parseArgs } from 'node:util';
import { Client, credentials } from '@grpc/grpc-js';
import { withDeadline } from '../../concurrency/deadline.ts';
import { reasonOf } from '../../domain/errors.ts';
import type { Sql } from '../../storage/pool/pool.ts';
import { missingMigrations, newerMigrations } from '../../storage/schema/migrate.ts';
import { lookAtServer } from '../../streams/bus/jetstream/link.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { loadKnowledge } from '../wire/suppliers.ts';
import { runCommand } from './run-command.ts';
import { openRunningDatabase, type ToolDatabase } from './with-tool.ts';

/**
 * `offerstream doctor`: looks at configuration, folder, database, clock, schema, secrets, bus and
 * ports, and says what to do. It changes nothing. Exit status: 0 when nothing is wrong, warnings
 * included; 1 when something is.
 *
 * What the doctor looks at. It changes nothing, starts nothing and asks no supplier: a database or
 * a bus that the service would start itself is told as such. Each look has a deadline.
 */

/**
 * Whether the service of a configuration answers at its ports. With TLS its own certificate is the
 * one that is trusted, whatever name is in it, and is shown where clients need one.
 */

type Where = Pick<Config, 'host' | 'httpPort' | 'grpcPort' | 'tls'>;

const timeoutMs = 1_000;

const hostOf = ({ host }: Where): string => (['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);

const trustOf = async ({ certificate, key }: NonNullable<Where['tls']>) => {
  const cert = await readFile(certificate);
  return { ca: cert, cert, key: await readFile(key), allowPartialTrustChain: true };
};

const anyName = { checkServerIdentity: () => undefined };

/** Whether it says over HTTP that it lives. */
const answersHttp = async (where: Where): Promise<boolean> => {
  const trust = where.tls && (await trustOf(where.tls));
  const target = { host: hostOf(where), port: where.httpPort, path: '/healthz', timeout: timeoutMs };
  return new Promise((resolve) => {
    const request = trust ? getSecure({ ...target, ...trust, ...anyName }) : getPlain(target);
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
  });
};

/** Whether it answers the health check of gRPC, whatever it says. */
const answersGrpc = async (where: Where): Promise<boolean> => {
  const trust = where.tls && (await trustOf(where.tls));
  const channel = trust
    ? credentials.createFromSecureContext(createSecureContext(trust), anyName)
    : credentials.createInsecure();
  const host = hostOf(where);
  const client = new Client(`${host.includes(':') ? `[${host}]` : host}:${where.grpcPort}`, channel);
  const asIs = (bytes: Buffer): Buffer => bytes;
  try {
    return await new Promise((resolve) => {
      const deadline = Date.now() + timeoutMs;
      const check = '/grpc.health.v1.Health/Check';
      client.makeUnaryRequest(check, asIs, asIs, Buffer.alloc(0), { deadline }, (error) => resolve(error === null));
    });
  } finally {
    client.close();
  }
};

/** What was found of one thing. */
interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'error';
  readonly says: string;
  /** What to do about it; undefined where nothing is. */
  readonly advice?: string;
}

const ok = (name: string, says: string): Finding => ({ name, state: 'ok', says });
const warning = (name: string, says: string, advice: string): Finding => ({ name, state: 'warning', says, advice });
const fault = (name: string, says: string, advice: string): Finding => ({ name, state: 'error', says, advice });

const lookMs = 5_000;

/** Clocks of processes that differ by more make instants in logs and answers misleading. */
const maxClockMs = 1_000;

/** Runs a look; one that fails or takes too long is a finding too. */
const look = async (
  name: string,
  advice: string,
  work: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  try {
    return await withDeadline({ what: `the ${name}`, ms: lookMs }, work);
  } catch (error) {
    return [fault(name, reasonOf(error), advice)];
  }
};

const dataFolder = async ({ dataDir }: Config): Promise<readonly Finding[]> => {
  const exists = await stat(dataDir).then(
    () => true,
    () => false,
  );
  await access(exists ? dataDir : dirname(join(dataDir, '.')), constants.W_OK);
  return [ok('data folder', exists ? dataDir : `${dataDir}, which the first start makes`)];
};

const clock = async (sql: Sql): Promise<Finding> => {
  const before = Date.now();
  const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp()) * 1000 as ms`;
  const apart = Math.abs(Number(row?.ms) - (before + Date.now()) / 2);
  return apart > maxClockMs
    ? warning('clock', `the database's is ${Math.round(apart)} ms apart`, 'synchronise both machines (NTP)')
    : ok('clock', `within ${Math.max(1, Math.round(apart))} ms of the database's`);
};

/** What there is to say of a schema that has all migrations of this release. */
const knownSchema = async (sql: Sql): Promise<Finding> => {
  const advice = 'replace this program by the later release';
  try {
    const newer = await newerMigrations(sql);
    if (newer.length === 0) return ok('schema', 'up to date');
    return warning('schema', `that of a later release (${newer.at(-1)}), which this one works on`, advice);
  } catch (error) {
    return fault('schema', reasonOf(error), advice);
  }
};

const schema = async (sql: Sql, { database }: Config): Promise<Finding> => {
  const missing = await missingMigrations(sql);
  if (missing.length === 0) return knownSchema(sql);
  const says = `${missing.length} migrations are not applied, ${missing[0]} the first`;
  return database.migrates
    ? warning('schema', says, 'the next start applies them')
    : fault('schema', says, 'run `offerstream migrate` as the owner of the tables');
};

/** Whether every stored secret was sealed under a key that is given. */
const secrets = async (sql: Sql, { sealingKeys }: Config): Promise<Finding> => {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('credential') is not null as exists`;
  if (!table?.exists) return ok('secrets', 'none are stored yet');
  const rows = await sql<{ supplier: string; keyId: string; count: number }[]>`
    select supplier_id as supplier, split_part(secret, '.', 1) as "keyId", count(*)::int as count
    from credential where secret is not null group by 1, 2 order by 1, 2`;
  if (sealingKeys === undefined) return ok('secrets', 'sealed under the key in the data folder');
  const given = new Set(sealingKeys.map(({ id }) => id));
  const foreign = rows.filter(({ keyId }) => !given.has(keyId));
  if (foreign.length === 0) return ok('secrets', `all sealed under keys of SECRETS_KEY (${[...given].join(', ')})`);
  const named = foreign.map(({ supplier, keyId, count }) => `${count} of ${supplier} under key ${keyId}`).join(', ');
  return fault('secrets', `cannot be opened: ${named}`, 'add that key to SECRETS_KEY, behind the newest');
};

const database = async (config: Config): Promise<readonly Finding[]> => {
  let open: ToolDatabase | undefined;
  try {
    open = await openRunningDatabase(config, 'offerstream doctor');
    if (open === undefined) return [ok('database', 'PostgreSQL of its own, which the service starts')];
    const { sql } = open.pool;
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    const found = ok('database', `PostgreSQL ${row?.version}`);
    return [found, await clock(sql), await schema(sql, config), await secrets(sql, config)];
  } finally {
    await open?.close();
  }
};

const bus = async ({ bus: { kind, natsUrl: url, access } }: Config): Promise<readonly Finding[]> => {
  if (url === undefined)
    return [ok('bus', kind === 'embedded' ? 'embedded, on PostgreSQL' : 'of its own, which the service starts')];
  const { version, hasJetStream } = await lookAtServer({ url, access, timeoutMs: lookMs - 500 });
  return hasJetStream
    ? [ok('bus', `nats-server ${version} with JetStream`)]
    : [fault('bus', `nats-server ${version} has no JetStream`, 'start it with -js, or allow this user to use it')];
};

const plugIns = async (config: Config): Promise<readonly Finding[]> => {
  const { supplierPlugins } = await loadKnowledge(config);
  return [ok('plug-ins', supplierPlugins.names.join(', '))];
};

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });

/** Our own service is not to be ended for its own sake. */
const port = async (name: 'HTTP' | 'gRPC', config: Config): Promise<Finding> => {
  const number = name === 'HTTP' ? config.httpPort : config.grpcPort;
  if (number === 0 || (await isFree(config.host, number)))
    return ok(name, number === 0 ? 'any free one' : `${number} is free`);
  if (await (name === 'HTTP' ? answersHttp : answersGrpc)(config))
    return ok(name, `${number}: a service answers there`);
  const setting = `${name === 'HTTP' ? 'HTTP' : 'GRPC'}_PORT`;
  return name === 'gRPC' && (await answersHttp(config))
    ? warning(name, `${number} is taken, and no service answers there`, `is ${setting} that of the running service?`)
    : warning(name, `${number} is taken by another program`, `end it, or set ${setting}`);
};

/** Looks at everything that the configuration names. */
const examine = async (config: Config): Promise<readonly Finding[]> => {
  const found = [
    look('data folder', 'make it writable, or set DATA_DIR', () => dataFolder(config)),
    look('database', 'see DATABASE_URL; is the server up, and may this user connect?', () => database(config)),
    look('bus', 'see NATS_URL; is the server up?', () => bus(config)),
    ...(config.plugins.length === 0 ? [] : [look('plug-ins', 'see OFFERSTREAM_PLUGINS', () => plugIns(config))]),
    look('HTTP', 'set HTTP_PORT', async () => [await port('HTTP', config)]),
    look('gRPC', 'set GRPC_PORT', async () => [await port('gRPC', config)]),
  ];
  return (await Promise.all(found)).flat();
};

const usage = `usage: offerstream doctor [--json]

  looks at configuration, data folder, database, clock, schema, secrets, bus and ports; changes nothing

  --json  one document: { "findings": [{ "name", "state", "says", "advice" }] }
`;

const line = ({ name, state, says, advice }: Finding): string =>
  `${state.padEnd(8)} ${name.padEnd(12)} ${says}${advice === undefined ? '' : `\n${' '.repeat(22)}-> ${advice}`}\n`;

const configured = (): Config | Finding => {
  try {
    return loadConfig();
  } catch (error) {
    const advice = 'docs/howto/configure.md has every variable';
    return { name: 'configuration', state: 'error', says: reasonOf(error), advice };
  }
};

const run = async ({ json }: { readonly json: boolean }): Promise<number> => {
  const config = configured();
  const findings: readonly Finding[] =
    'state' in config
      ? [config]
      : [{ name: 'configuration', state: 'ok', says: `Node ${process.version}` }, ...(await examine(config))];
  process.stdout.write(json ? `${JSON.stringify({ findings })}\n` : findings.map(line).join(''));
  return findings.some(({ state }) => state === 'error') ? 1 : 0;
};

await runCommand({
  name: 'doctor',
  usage,
  parse: (args) => {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } });
    return values;
  },
  run,
});
