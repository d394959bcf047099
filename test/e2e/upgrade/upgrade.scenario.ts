import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, connectGrpc, connectHttp, type RetryPolicy } from '../../../clients/typescript/src/index.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { migrate } from '../../../storage/schema/migrate.ts';
import { startBalancer } from '../../support/balancer.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { eventually } from '../../support/eventually.ts';
import { testNats } from '../../support/nats.ts';
import { testDatabase } from '../../support/postgres.ts';
import { type LogLine, type Service, startService } from '../../support/service.ts';
import { startOptions } from '../../support/start-options.ts';
import { type LoadReport, startLoad } from './upgrade.load.ts';
import { before020, migrateToNext, restoreRelease } from './upgrade.world.ts';

const root = join(import.meta.dirname, '../../..');

/** Keys and an estimate that the release before has given out. */
const keys = {
  BOOTSTRAP_ADMIN_KEY: 'os_admin-key-of-the-release-before',
  BOOTSTRAP_CUSTOMER_KEY: 'os_customer-key-of-the-release-before',
};
const keyOfEstimate = 'made-by-the-release-before';

/** Callers who ask again for as long as the service is down, always at its hint. */
const patient: RetryPolicy = { attempts: 1_000, baseMs: 200, maxMs: 1_000 };
const timeoutMs = 240_000;

/** How an upgrade goes. */
export interface UpgradeOrder {
  /** How many processes of this release are replaced after the next release has migrated. */
  readonly replacements: number;
  /**
   * The folder of an installed checkout of the release before, whose processes are replaced by the
   * first two of this one; left out: callers wait for those, as after a service was stopped.
   */
  readonly from?: string | undefined;
}

/** What came of an upgrade. */
export interface UpgradeReport {
  /** What `offerstream migrate` said that it applied. */
  readonly applied: readonly string[];
  /** What the release before had stored, as the new one serves it: products, then an estimate. */
  readonly products: readonly Product[];
  readonly estimate: EstimateResponse;
  /** The id that a repeated request got which the release before had answered. */
  readonly repeated: string;
  /** Estimates that callers were told of, of which the service knows nothing or something else. */
  readonly lost: readonly string[];
  readonly load: LoadReport;
  /** Exit codes of the processes that were replaced. */
  readonly exits: readonly (number | null)[];
  /** Of each process that was started on the schema of the next release, what it warned of. */
  readonly warnings: readonly (readonly LogLine[])[];
}

/** The ports of one edge that processes listen at, behind one that stays. */
const startFronts = async () => {
  const [grpc, http] = await Promise.all([startBalancer(), startBalancer()]);
  return {
    connect: (): Readonly<Record<'grpc' | 'http', Client>> => {
      const options = { apiKey: keys.BOOTSTRAP_CUSTOMER_KEY, retry: patient, timeoutMs };
      return {
        grpc: connectGrpc({ address: `127.0.0.1:${grpc.port}`, ...options }),
        http: connectHttp({ baseUrl: `http://127.0.0.1:${http.port}`, ...options }),
      };
    },
    aimAt: (services: readonly Service[]): void => {
      grpc.aimAt(services.map(({ grpcAddress }) => Number(grpcAddress.split(':').at(-1))));
      http.aimAt(services.map(({ httpUrl }) => Number(new URL(httpUrl).port)));
    },
    close: async () => {
      await Promise.all([grpc.close(), http.close()]);
    },
  };
};

/** The products that the estimate of the release before buys, as its rows have them. */
const estimateBefore = async (sql: Awaited<ReturnType<typeof testDatabase>>['pool']['sql']) => {
  const [row] = await sql<{ id: string }[]>`
    select resource_id as id from idempotency_key where key = ${keyOfEstimate}`;
  const products = await sql<Product[]>`
    select id, mpn, manufacturer from estimate_product join product on product.id = product_id
    where estimate_id = ${row?.id ?? ''} order by id`;
  return { id: row?.id ?? '', products };
};

const warningsOf = ({ lines }: Service): readonly LogLine[] => lines.filter(({ event }) => event === 'schema.newer');

/**
 * Upgrades what a release has left, under load: its schema with its rows is migrated, two processes
 * of this release start, and are replaced one by one after the next release has migrated again, so
 * many times.
 */
export const runUpgrade = async ({ replacements, from }: UpgradeOrder): Promise<UpgradeReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-upgrade-'));
  const [database, nats, fronts] = await Promise.all([testDatabase({ empty: true }), testNats(), startFronts()]);
  const environment = {
    ...keys,
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_POOL_SIZE: '6',
    HOST: '127.0.0.1',
  };
  let services: readonly Service[] = [];
  const start = async (name: string, checkout = root): Promise<Service> => {
    const program = { args: [...startOptions, 'gateway/main.ts'], cwd: checkout };
    const service = await startService({ ...environment, MIGRATE: 'off', DATA_DIR: join(folder, name) }, program);
    services = [...services, service];
    fronts.aimAt(services);
    return service;
  };
  const exits: (number | null)[] = [];
  /** Ends the process that has run longest; the balancer learns of it no sooner than callers do. */
  const endOldest = async (): Promise<void> => {
    const [oldest, ...others] = services;
    services = others;
    exits.push((await oldest?.stop()) ?? null);
  };
  const warnings: (readonly LogLine[])[] = [];
  const clients = fronts.connect();
  try {
    await restoreRelease(database, before020, join(folder, 'before'));
    const before = await estimateBefore(database.pool.sql);
    const load = startLoad(clients, before);
    /** Lets the load go on a while under what there is now. */
    const answerMore = () => {
      const enough = load.rounds() + 12;
      return eventually(() => load.rounds() >= enough, 120_000);
    };
    if (from !== undefined) {
      await migrate(database.pool.sql, join(from, 'storage/migrations'));
      await Promise.all([start('old-one', from), start('old-two', from)]);
      await answerMore();
    }
    const { stdout } = await promisify(execFile)(join(root, manifest.bin.offerstream), ['migrate'], {
      cwd: root,
      env: {
        ...childEnvironment,
        DATABASE_URL: database.url,
        NATS_URL: nats.url,
        SECRETS_KEY: environment.SECRETS_KEY,
      },
    });
    for (const name of ['one', 'two']) {
      await start(name);
      if (from !== undefined) await endOldest();
      await answerMore();
    }
    const lines = before.products.map(({ mpn, manufacturer }) => ({ mpn, manufacturer, quantity: 600 }));
    const { id: repeated } = await clients.grpc.estimates.buildEstimate({ lines }, { idempotencyKey: keyOfEstimate });
    await migrateToNext(database, join(folder, 'next'));
    for (let replacement = 0; replacement < replacements; replacement += 1) {
      await endOldest();
      warnings.push(warningsOf(await start(`next-${replacement}`)));
      await answerMore();
    }
    const report = await load.end();
    const products = await Promise.all(before.products.map(({ id }) => clients.http.catalog.getProduct({ id })));
    const lost: string[] = [];
    for (const { id, quantity } of report.estimates) {
      const found = await clients.grpc.estimates.getEstimate({ estimateId: id });
      if (found.lines[0]?.quantity !== quantity) lost.push(id);
    }
    const estimate = await clients.http.estimates.getEstimate({ estimateId: before.id });
    return { applied: stdout.split('\n'), products, estimate, repeated, lost, load: report, exits, warnings };
  } finally {
    for (const client of Object.values(clients)) client.close();
    await Promise.all(services.map((service) => service.stop()));
    await fronts.close();
    await nats.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
};
