/**
 * Bulk ticks from the supplier to the database, by the real service in a process of its own: a
 * first one, one in which nothing has changed, and one in which a twentieth of the prices has,
 * with an embedded PostgreSQL and a nats-server as it runs them itself; supplier and all share the
 * machine's cores. An observation counts when the transaction that applies it has committed.
 * `OFFERS` says how many offers the supplier has, 20,000 when left out; each is observed three
 * times, as catalogue, price and stock.
 *
 * The bare side inserts the very rows that the first tick left behind into the same tables,
 * emptied, by plain postgres.js: no bus, no reading, no locks, no foreign keys, everything of a
 * page in one transaction, two transactions at a time. Later ticks stand beside the rows of a phase
 * after the first: a row of history and a view overwritten. Processor time is that of all processes
 * but the supplier, beside that of the database and whoever inserts.
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
import { changePrices, forgetTicks } from './ingestion/later-ticks.ts';
import { processorSeconds } from './processor-time.ts';
import { withScratchPostgres } from './scratch-postgres.ts';
import { isWorkedOff } from './worked-off.ts';

const offers = Number(process.env.OFFERS ?? 20_000);
const phases = ['catalogue', 'prices', 'stocks'] as const;
const pageSize = 500;
const sampleEveryMs = 250;
const never = '2000000000';
const login = 'offerstream';
const password = 'bench';
const seed = 'bench';
const profile = { ...borealis, share: 1 };

/** The ticks that are measured, in order: the later ones beside the rows of a later phase. */
const ticks = ['first tick', 'tick in which nothing changed', 'tick in which 5 % of the prices changed'] as const;
const changedOneOf = 20;

/** A tick as it went. */
interface Tick {
  readonly samples: readonly Sample[];
  /** Processor time of an observation, in microseconds. */
  readonly processorUs: number;
}

/** The state of the run at one moment. */
interface Sample {
  readonly atMs: number;
  /** Observations in the database. */
  readonly applied: number;
  /** Resident memory of the service, in MiB. */
  readonly residentMib: number;
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
      settings: {},
    },
    byTest,
  );
  await putCredential(pool, key, ticks[0]);
};

const countApplied = async ({ sql }: Pool): Promise<number> => {
  const [row] = await sql<{ applied: number }[]>`
    select case when is_called then last_value else 0 end::int as applied from observation_history_seq`;
  return row?.applied ?? 0;
};

const hasEnded = async (pool: Pool): Promise<boolean> => {
  const running = await pool.sql`select from ingestion_tick where finished_at is null`;
  return running.length === 0 && (await isWorkedOff(pool));
};

/**
 * Samples a tick until everything is applied, matched and published; the last sample is of that
 * moment, the first of the one before anything of it was applied.
 */
const watch = async (pool: Pool, pid: number, appliedBefore: number): Promise<Tick> => {
  const observations = phases.length * offers;
  const samples: Sample[] = [];
  let [usedBefore, hasBegun] = [0, false];
  for (;;) {
    if (!hasBegun) usedBefore = (await processorSeconds()).children;
    const applied = (await countApplied(pool)) - appliedBefore;
    if (applied === 0) samples.length = 0;
    hasBegun = applied > 0;
    samples.push({ atMs: performance.now(), applied, residentMib: await residentMib(pid) });
    if (applied >= observations && (await hasEnded(pool))) break;
    await delay(sampleEveryMs);
  }
  const used = (await processorSeconds()).children - usedBefore;
  return { samples, processorUs: (used * 1e6) / observations };
};

/**
 * The samples from the one with the last observation before `from` to the first with all up to
 * `to`.
 */
const stretch = (samples: readonly Sample[], from: number, to: number): readonly Sample[] => {
  const begin = samples.findLastIndex(({ applied }) => applied <= from);
  const end = samples.findIndex(({ applied }) => applied >= to);
  return samples.slice(Math.max(0, begin), end === -1 ? undefined : end + 1);
};

/** Observations a second over the samples. */
const rateOf = (samples: readonly Sample[]): number => {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return 0;
  return ((last.applied - first.applied) * 1_000) / (last.atMs - first.atMs);
};

/** How long each page took to be applied, as far as samples tell. */
const pageTimes = (samples: readonly Sample[]): readonly number[] =>
  samples.slice(1).flatMap((sample, at) => {
    const before = samples[at];
    if (before === undefined || sample.applied === before.applied) return [];
    return [((sample.atMs - before.atMs) * pageSize) / (sample.applied - before.applied)];
  });

const speedRow = (
  name: string,
  samples: readonly Sample[],
  bare: { rate: number; pagesMs: readonly number[] },
): BenchmarkRow => {
  const pagesMs = pageTimes(samples);
  return {
    name,
    ours: rateOf(samples),
    limit: bare.rate,
    ratio: rateOf(samples) / bare.rate,
    unit: 'observations/s',
    p50: percentile(pagesMs, 0.5),
    p95: percentile(pagesMs, 0.95),
    p99: percentile(pagesMs, 0.99),
    limitP50: percentile(bare.pagesMs, 0.5),
    limitP95: percentile(bare.pagesMs, 0.95),
    limitP99: percentile(bare.pagesMs, 0.99),
  };
};

/** The memory of the last quarter of the run beside that of the second: a ratio of one is flat. */
const memoryRow = (samples: readonly Sample[]): BenchmarkRow => {
  const quarter = (number: number) =>
    samples
      .slice(Math.floor((samples.length * number) / 4), Math.ceil((samples.length * (number + 1)) / 4))
      .map((sample) => sample.residentMib);
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

/** Runs the ticks one after another and says how each went. */
const runTicks = async (pool: Pool, databaseUrl: string, natsUrl: string): Promise<readonly Tick[]> => {
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
    PRICES_INTERVAL_MS: never,
    STOCKS_INTERVAL_MS: never,
  });
  const again = async (number: number): Promise<Tick> => {
    await forgetTicks(pool);
    await putCredential(pool, key, `tick ${number}`);
    return watch(pool, service.pid, number * phases.length * offers);
  };
  try {
    const first = await watch(pool, service.pid, 0);
    const unchanged = await again(1);
    await changePrices({ url: supplier.url, products, profile, seed }, changedOneOf);
    return [first, unchanged, await again(2)];
  } finally {
    await service.stop();
    await supplier.close();
  }
};

const rowsOf = ([first, ...later]: readonly Tick[], bare: BareRates): readonly BenchmarkRow[] => {
  const { samples = [], processorUs = 0 } = first ?? {};
  const beside = 'processor time of an observation';
  return [
    ...phases.map((phase, at) =>
      speedRow(
        `ingestion, ${phase}`,
        stretch(samples, at * offers, (at + 1) * offers),
        at === 0 ? bare.first : bare.later,
      ),
    ),
    speedRow('ingestion, whole tick', stretch(samples, 0, phases.length * offers), bare.whole),
    speedRow('the same, until all is matched and published', stretch(samples, 0, Infinity), bare.whole),
    ...later.map((tick, at) =>
      speedRow(`ingestion, ${ticks[at + 1]}`, stretch(tick.samples, 0, phases.length * offers), bare.later),
    ),
    figureRow(`${beside}, ${ticks[0]}`, processorUs, bare.whole.processorUs, 'µs'),
    ...later.map((tick, at) =>
      figureRow(`${beside}, ${ticks[at + 1]}`, tick.processorUs, bare.later.processorUs, 'µs'),
    ),
    memoryRow(samples),
  ];
};

/** Measures each phase and all of them; needs a nats-server on PATH. */
export const ingestionBenchmark: Benchmark = async () => {
  const command = findNatsServer(process.env.PATH);
  if (command === undefined) throw new Error('nats-server is not on PATH: run `npm run setup`');
  const storeDir = await mkdtemp(join(tmpdir(), 'offerstream-bench-nats-'));
  const nats = await startNatsServer({ command, storeDir });
  try {
    return await withScratchPostgres(4, async (pool, url) => {
      const measured = await runTicks(pool, url, nats.url);
      return rowsOf(measured, await insertBare(pool, offers, pageSize));
    });
  } finally {
    await nats.stop();
    await rm(storeDir, { recursive: true });
  }
};
