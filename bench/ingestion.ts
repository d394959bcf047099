/**
 * Bulk ticks from the supplier to the database, by the real service in a process of its own: a
 * first one over everything, and then ticks over all prices in which none, a twentieth and each of
 * them has changed, with an embedded PostgreSQL and a nats-server as it runs them itself; supplier
 * and all share the machine's cores. `OFFERS` says how many offers the supplier has, 20,000 when
 * left out. A tick ends when its last page is stored and all that it brought is applied.
 *
 * The bare side inserts the very rows that the first and the last tick left behind into the same
 * tables, emptied, by plain postgres.js: no bus, no reading, no locks, no foreign keys, everything
 * of a page in one transaction, two transactions at a time. A tick over prices stands beside a row
 * of history and a view overwritten for each. Processor time is that of all processes but the
 * supplier, beside that of the database and whoever inserts.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startDemoBulkSupplier } from '../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../ops/demo/catalogue/catalogue.ts';
import { borealis } from '../ops/demo/supplier-profile.ts';
import { findNatsServer, startNatsServer } from '../ops/embedded/nats-server.ts';
import { createSupplierStore } from '../storage/connectors/supplier-store.ts';
import type { Pool } from '../storage/pool/pool.ts';
import { createSealer } from '../storage/secrets/sealing.ts';
import { byTest } from '../test/support/by-test.ts';
import { startService } from '../test/support/service.ts';
import { type Benchmark, type BenchmarkRow, figureRow, percentile } from './benchmark.ts';
import { type BareRates, insertBare } from './ingestion/bare-inserts.ts';
import { changePrices, passDays } from './ingestion/later-ticks.ts';
import { processorSeconds } from './processor-time.ts';
import { withScratchPostgres } from './scratch-postgres.ts';
import { isWorkedOff } from './worked-off.ts';

const offers = Number(process.env.OFFERS ?? 20_000);
const pageSize = 500;
const sampleEveryMs = 250;
/** Longer than the benchmark pretends that time has passed. */
const never = '2000000000';
const fiveDaysMs = String(5 * 86_400_000);
const login = 'offerstream';
const password = 'bench';
const seed = 'bench';
const profile = { ...borealis, share: 1 };

/** The ticks over prices, and how many prices apart two are that have changed before each. */
const priceTicks = [
  { name: 'nothing changed', changedOneOf: undefined },
  { name: '5 % changed', changedOneOf: 20 },
  { name: 'all changed', changedOneOf: 1 },
] as const;

/** A tick as it went, in seconds from its start. */
interface Tick {
  /** Until all that it brought was applied. */
  readonly applied: number;
  /** Until that was matched and published, too. */
  readonly workedOff: number;
  /** Processor time of an offer, in microseconds. */
  readonly processorUs: number;
  /** Resident memory of the service while it went on, in MiB. */
  readonly residentMib: readonly number[];
}

const residentMib = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
};

const storeOf = (pool: Pool, key: Buffer) =>
  createSupplierStore(pool.sql, createSealer({ activeKeyId: '1', keys: new Map([['1', key]]) }));

/** A credential with another label is read anew, and with it which ticks are due. */
const putCredential = (pool: Pool, key: Buffer, label: string): Promise<unknown> =>
  storeOf(pool, key).putCredential({
    id: 'crd_bench',
    supplierId: borealis.id,
    scope: 'system',
    ownerId: undefined,
    label,
    secret: { login, password },
  });

const makeKnown = async (pool: Pool, baseUrl: string, key: Buffer): Promise<void> => {
  await storeOf(pool, key).putSupplier(
    {
      id: borealis.id,
      name: borealis.name,
      plugin: 'demo-bulk',
      baseUrl,
      route: { supplierId: borealis.id },
      createsProducts: true,
      // More than can be taken, so that it is not the supplier's allowance that is measured.
      settings: { pages_per_second: 1_000 },
    },
    byTest,
  );
  await putCredential(pool, key, 'first tick');
};

/** The tick that began within the last day; the clocks are the database's and this machine's. */
const latestTick = async ({ sql }: Pool): Promise<{ startedAt: Date; appliedAt: Date } | undefined> => {
  const [row] = await sql<{ startedAt: Date; appliedAt: Date }[]>`
    select started_at as "startedAt", greatest(finished_at, (select max(recorded_at) from observation_history)) as "appliedAt"
    from ingestion_tick where started_at > now() - interval '1 day' and finished_at is not null`;
  return row;
};

/** Follows a tick that is due until all that it brings is applied, matched and published. */
const follow = async (pool: Pool, pid: number): Promise<Tick> => {
  const memory: number[] = [];
  const usedBefore = (await processorSeconds()).children;
  for (;;) {
    // To look whether all is worked off reads what is there, so only once the tick has ended.
    const hasEnded = (await latestTick(pool)) !== undefined && (await isWorkedOff(pool));
    const tick = hasEnded ? await latestTick(pool) : undefined;
    const now = Date.now();
    memory.push(await residentMib(pid));
    if (tick !== undefined && (await isWorkedOff(pool))) {
      const used = (await processorSeconds()).children - usedBefore;
      return {
        applied: (tick.appliedAt.getTime() - tick.startedAt.getTime()) / 1_000,
        workedOff: (now - tick.startedAt.getTime()) / 1_000,
        processorUs: (used * 1e6) / offers,
        residentMib: memory,
      };
    }
    await delay(sampleEveryMs);
  }
};

/** The memory of the last quarter of the run beside that of the second: a ratio of one is flat. */
const memoryRow = (samples: readonly number[]): BenchmarkRow => {
  const quarter = (number: number) =>
    samples.slice(Math.floor((samples.length * number) / 4), Math.ceil((samples.length * (number + 1)) / 4));
  const [early, late] = [quarter(1), quarter(3)];
  return {
    name: 'memory of the service, last quarter beside second',
    ours: percentile(late, 0.5),
    limit: percentile(early, 0.5),
    ratio: percentile(late, 0.5) / percentile(early, 0.5),
    unit: 'MiB',
    p50: percentile(late, 0.5),
    p95: percentile(late, 0.95),
    p99: percentile(late, 0.99),
    limitP50: percentile(early, 0.5),
    limitP95: percentile(early, 0.95),
    limitP99: percentile(early, 0.99),
  };
};

/** The first tick, and those over prices in their order. */
interface Measured {
  readonly first: Tick;
  /** Rows of history that it left. */
  readonly firstRows: number;
  readonly later: readonly Tick[];
}

/** Runs the ticks one after another and says how each went. */
const runTicks = async (pool: Pool, databaseUrl: string, natsUrl: string): Promise<Measured> => {
  const products = demoCatalogue(seed, offers);
  const supplier = await startDemoBulkSupplier({ products, seed, login, password, profile });
  const key = randomBytes(32);
  await makeKnown(pool, supplier.url, key);
  const service = await startService({
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    SECRETS_KEY: key.toString('base64'),
    HOST: '127.0.0.1',
    DEMO: 'off',
    CATALOGUE_INTERVAL_MS: never,
    PRICES_INTERVAL_MS: fiveDaysMs,
    STOCKS_INTERVAL_MS: never,
  });
  try {
    const first = await follow(pool, service.pid);
    const [history] = await pool.sql<{ rows: number }[]>`select max(seq)::int as rows from observation_history`;
    const later: Tick[] = [];
    for (const { name, changedOneOf } of priceTicks) {
      if (changedOneOf !== undefined) await changePrices({ url: supplier.url, products, profile, seed }, changedOneOf);
      await passDays(pool);
      await putCredential(pool, key, name);
      later.push(await follow(pool, service.pid));
    }
    return { first, firstRows: history?.rows ?? 0, later };
  } finally {
    await service.stop();
    await supplier.close();
  }
};

const rowsOf = ({ first, later }: Measured, bare: BareRates): readonly BenchmarkRow[] => {
  const named = priceTicks.map(({ name }) => `prices of which ${name}`);
  const all = [first, ...later];
  return [
    figureRow('first tick', offers / first.applied, bare.first.rate, 'offers/s'),
    figureRow('first tick, until all is matched and published', offers / first.workedOff, bare.first.rate, 'offers/s'),
    ...later.map(({ applied }, at) => figureRow(named[at] ?? '', offers / applied, bare.later.rate, 'offers/s')),
    figureRow('processor time of an offer, first tick', first.processorUs, bare.first.processorUs, 'µs'),
    ...later.map(({ processorUs }, at) =>
      figureRow(`processor time of an offer, ${named[at]}`, processorUs, bare.later.processorUs, 'µs'),
    ),
    memoryRow(all.flatMap(({ residentMib }) => residentMib)),
  ];
};

/** Measures each tick; needs a nats-server on PATH. */
export const ingestionBenchmark: Benchmark = async () => {
  const command = findNatsServer(process.env.PATH);
  if (command === undefined) throw new Error('nats-server is not on PATH: run `npm run setup`');
  const storeDir = await mkdtemp(join(tmpdir(), 'offerstream-bench-nats-'));
  const nats = await startNatsServer({ command, storeDir });
  try {
    return await withScratchPostgres(4, async (pool, url) => {
      const measured = await runTicks(pool, url, nats.url);
      return rowsOf(measured, await insertBare(pool, { allOffers: offers, firstRows: measured.firstRows }, pageSize));
    });
  } finally {
    await nats.stop();
    await rm(storeDir, { recursive: true });
  }
};
