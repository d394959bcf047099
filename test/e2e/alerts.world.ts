import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type Msg } from 'nats';
import { observationSubject } from '../../domain/events.ts';
import { startDemoBulkSupplier } from '../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { borealis } from '../../ops/demo/supplier-profile.ts';
import { freePort } from '../../ops/embedded/free-port.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { hasEmbeddedEngine, testEngine } from '../support/analytics.ts';
import { byTest } from '../support/by-test.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { type ClickHouseFront, serveClickHouse } from '../support/clickhouse-front.ts';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type TestPrometheus, testPrometheus } from '../support/prometheus.ts';
import { testSealer } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';
import { shortenedRules } from './alerts.rules.ts';

const adminKey = 'os_admin-key-of-the-alerts';
const customerKey = 'os_customer-key-of-the-alerts';
const signIn = { login: 'offerstream', password: 'open sesame' };

/** Suppliers of parts that nobody knows, by how many parts they choose from. */
const orphanSuppliers = { orphanage: 2_000, multitude: 9_000 } as const;

type OrphanSupplier = keyof typeof orphanSuppliers;

/** A process of the service, always at the same address. */
export interface OwnProcess {
  readonly target: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Makes it hang, and lets it go on. */
  freeze(): void;
  thaw(): void;
}

/** What a request is answered with. */
type Answer = Readonly<Record<string, unknown>>;

/**
 * A service of two processes, one that is asked and asks suppliers and one that works in the
 * background, and a Prometheus that scrapes both.
 */
export interface AlertWorld extends Pick<IngestionWorld, 'supplier' | 'database' | 'nats'> {
  readonly edge: OwnProcess;
  readonly worker: OwnProcess;
  readonly model: ModelServer;
  /** The analytical engine as a server; undefined where it is not installed. */
  readonly clickHouse: ClickHouseFront | undefined;
  readonly prometheus: TestPrometheus;
  /** The first message that told an observation; none is left on the bus once it is applied. */
  readonly observation: Promise<Msg>;
  /** Has the service ask a supplier of parts that nobody knows; what comes back ends that. */
  ingestOrphans(supplier: OrphanSupplier): Promise<() => Promise<void>>;
  /** Imports so many parts under such a name, as an operator does. */
  importParts(name: string, count: number): Promise<void>;
  /** Asks the service as its administrator, or as a customer; rejects when it does not do it. */
  ask(method: string, path: string, body?: object, who?: 'admin' | 'customer'): Promise<Answer>;
  close(): Promise<void>;
}

const ownProcess = async (environment: Readonly<Record<string, string>>): Promise<OwnProcess> => {
  const port = await freePort();
  let service: Service | undefined;
  const send = (signal: NodeJS.Signals): void => {
    if (service !== undefined) process.kill(service.pid, signal);
  };
  return {
    target: `127.0.0.1:${port}`,
    start: async () => {
      service = await startService({ ...environment, HTTP_PORT: String(port) });
    },
    kill: async () => {
      await service?.kill();
      service = undefined;
    },
    stop: async () => {
      send('SIGCONT');
      await service?.stop();
      service = undefined;
    },
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
  };
};

/** The first message of a subject from now on. */
const firstOf = async (servers: string, subject: string): Promise<{ readonly message: Promise<Msg> }> => {
  const connection = await connect({ servers });
  const first = Promise.withResolvers<Msg>();
  connection.subscribe(subject, {
    max: 1,
    callback: (error, message) => (error === null ? first.resolve(message) : first.reject(error)),
  });
  await connection.flush();
  return { message: first.promise.finally(() => connection.close()) };
};

/** The engine behind its front, with the variables by which the service finds it. */
const openAnalytics = async () => {
  if (!hasEmbeddedEngine) return { clickHouse: undefined, environment: {}, close: async () => undefined };
  const engine = await testEngine();
  const clickHouse = await serveClickHouse(engine.engine);
  return {
    clickHouse,
    environment: { ANALYTICS: 'server', ANALYTICS_URL: clickHouse.url },
    close: async () => {
      await clickHouse.close();
      await engine.close();
    },
  };
};

/** Suppliers of parts that nobody knows, which the service may not ask yet. */
const openOrphanSuppliers = async ({ database }: IngestionWorld) => {
  const store = createSupplierStore(database.pool.sql, testSealer());
  const opened = Object.entries(orphanSuppliers).map(async ([id, size]) => {
    const products = demoCatalogue(id, size);
    const server = await startDemoBulkSupplier({ products, seed: id, ...signIn, profile: { ...borealis, id } });
    const unknown = {
      id,
      name: id,
      plugin: 'demo-bulk',
      route: { supplierId: id },
      createsProducts: false,
      settings: {},
    };
    await store.putSupplier({ ...unknown, baseUrl: server.url }, byTest);
    return server;
  });
  const servers = await Promise.all(opened);
  return { close: () => Promise.all(servers.map((server) => server.close())) };
};

/** Runs the import of a list of so many parts. */
const importParts = async (databaseUrl: string, folder: string, name: string, count: number): Promise<void> => {
  const file = join(folder, `${name}.csv`);
  const lines = Array.from({ length: count }, (_, at) => `Nobody Else,${name}-${at},a part to be told of\n`);
  await writeFile(file, `manufacturer,mpn,description\n${lines.join('')}`);
  const program = join(import.meta.dirname, '../../gateway/cli/import.ts');
  await promisify(execFile)(process.execPath, [program, file], {
    cwd: folder,
    env: { ...childEnvironment, DATABASE_URL: databaseUrl },
  });
};

/** Opens the world; resolves when its supplier's offers are there and no alert fires. */
export const alertWorld = async (): Promise<AlertWorld> => {
  const [world, analytics, model, folder] = await Promise.all([
    ingestionWorld(300, 2_000_000_000),
    openAnalytics(),
    startModelServer(),
    mkdtemp(join(tmpdir(), 'alerts-')),
  ]);
  const { sql } = world.database.pool;
  const orphans = await openOrphanSuppliers(world);
  const environment = {
    ...world.environment,
    ...analytics.environment,
    DATA_DIR: folder,
    DEFAULT_DEADLINE_MS: '1500',
    DATABASE_POOL_SIZE: '4',
    CUSTOMER_PENDING_JOBS: '5000',
    STOCKS_INTERVAL_MS: '1500',
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'small',
    BOOTSTRAP_ADMIN_KEY: adminKey,
    BOOTSTRAP_CUSTOMER_KEY: customerKey,
  };
  const edge = await ownProcess({ ...environment, ROLES: 'gateway,ingest' });
  const worker = await ownProcess({ ...environment, ROLES: 'worker' });
  const { message: observation } = await firstOf(world.nats.url, observationSubject);
  await edge.start();
  await worker.start();
  const rules = join(folder, 'rules.json');
  await writeFile(rules, shortenedRules());
  const targets = [edge.target, worker.target];
  const prometheus = await testPrometheus({ targets, ruleFiles: [rules], everyMs: 500 });
  await eventually(async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from offer where supplier_id = ${borealis.id} and product_id is not null`;
    return (row?.count ?? 0) > 50;
  }, 90_000);
  const ask: AlertWorld['ask'] = async (method, path, body, who = 'admin') => {
    const answer = await fetch(`http://${edge.target}/v1/${path}`, {
      method,
      headers: { 'x-api-key': who === 'admin' ? adminKey : customerKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Answer);
  };
  return {
    ...world,
    edge,
    worker,
    model,
    clickHouse: analytics.clickHouse,
    prometheus,
    observation,
    ingestOrphans: async (supplier) => {
      const credential = { id: `crd_${supplier}`, scope: 'system', label: 'of nobody known', secret: signIn };
      const path = `admin/connectors/${supplier}/credentials`;
      await ask('POST', path, credential);
      return async () => void (await ask('POST', `${path}/${credential.id}/disable`));
    },
    importParts: (name, count) => importParts(world.database.url, folder, name, count),
    ask,
    close: async () => {
      await prometheus.close();
      await Promise.all([edge.stop(), worker.stop()]);
      await Promise.all([world.close(), orphans.close(), model.close(), analytics.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
