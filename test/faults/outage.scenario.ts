import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld, observationsOfRun } from '../support/ingestion-world.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { isRunning } from '../support/processes.ts';
import { type Service, startService } from '../support/service.ts';
import { startCallers } from './outage/callers.ts';
import { type MemorySample, sampleMemory } from './outage/memory.ts';

/**
 * A service under a steady load of prices, jobs and estimates that ingests from a supplier all the
 * while, and whose NATS is killed, or whose PostgreSQL is frozen, for a time.
 */

/** What is away, and for how long. */
export interface OutageOrder {
  readonly of: 'nats' | 'postgres';
  readonly outageMs: number;
}

/** What was seen. */
export interface OutageReport {
  /** Taken once a second while it was away. */
  readonly memory: readonly MemorySample[];
  /** From the end of the outage until the service said that it was ready, in milliseconds. */
  readonly readyMs: number;
  /** Until an observation that was made after the outage was stored. */
  readonly freshMs: number;
  /**
   * Observations of finished runs: how many there must be, and which were lost or stored more than
   * once.
   */
  readonly observations: number;
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
  /** Rows that the supplier gave away. */
  readonly answered: number;
  /** Jobs and estimates that were accepted, and those that came to no end. */
  readonly accepted: number;
  readonly unfinished: readonly string[];
  /** What callers were answered, by status; 0 counts calls without an answer. */
  readonly answers: Readonly<Record<number, number>>;
  /** Lines that the service logged while it was away, by event. */
  readonly lines: Readonly<Record<string, number>>;
  /**
   * Whether it is the same process that ran before, and what it has written for people about
   * faults.
   */
  readonly isSame: boolean;
  readonly complaints: readonly string[];
}

const products = 2_000;
const beforeMs = 5_000;
const settleMs = 120_000;
const customerKey = 'os_customer-key-of-the-outage-world';

const startOf = (world: IngestionWorld): Promise<Service> =>
  startService({
    ...world.environment,
    BOOTSTRAP_CUSTOMER_KEY: customerKey,
  });

const isReady = async ({ httpUrl }: Service): Promise<boolean> =>
  fetch(`${httpUrl}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Runs it. */
export const runOutage = async ({ of, outageMs }: OutageOrder): Promise<OutageReport> => {
  let postgres: OwnPostgres | undefined;
  const world = await ingestionWorld(products, 3_000, async () => {
    postgres = await ownPostgres();
    return postgres;
  });
  const begin = () => (of === 'nats' ? world.nats.kill() : postgres?.freeze());
  const end = () => (of === 'nats' ? world.nats.restart() : postgres?.thaw());
  let service: Service | undefined;
  try {
    service = await startOf(world);
    await eventually(async () => (await finishedRuns(world)).length > 1, settleMs);
    const callers = await startCallers(service, world.database.pool, customerKey);
    await delay(beforeMs);
    const linesBefore = service.lines.length;
    await begin();
    const memory = await sampleMemory(service, outageMs);
    const lines = Object.fromEntries(
      [...Map.groupBy(service.lines.slice(linesBefore), ({ event }) => String(event))].map(([event, all]) => [
        event,
        all.length,
      ]),
    );
    await end();
    const back = await recovery(world, service);
    await callers.stop();
    return {
      memory,
      ...back,
      ...(await ledger(world)),
      accepted: callers.accepted().length,
      unfinished: await callers.unfinished(settleMs),
      answers: callers.answers(),
      lines,
      isSame: await isRunning(service.pid),
      complaints: service
        .notices()
        .split('\n')
        .filter((line) => /unhandled|warning|error/i.test(line)),
    };
  } finally {
    // What is frozen cannot be stopped.
    await postgres?.thaw();
    await service?.stop();
    await world.close();
  }
};

const finishedRuns = async ({ database }: IngestionWorld): Promise<readonly string[]> =>
  (
    await database.pool.sql<{ id: string }[]>`
    select run_id as id from ingestion_tick where outcome = 'success'`
  ).map(({ id }) => id);

/** Waits for readiness and for a fresh observation, each from now on. */
const recovery = async (world: IngestionWorld, service: Service) => {
  const endedAt = new Date();
  const [begin, within] = [performance.now(), 60_000];
  const took = async (check: () => Promise<boolean>): Promise<number> => {
    await eventually(check, within);
    return Math.round(performance.now() - begin);
  };
  const [readyMs, freshMs] = await Promise.all([
    took(() => isReady(service)),
    took(async () => {
      const [row] = await world.database.pool.sql<{ is: boolean }[]>`
        select exists (select from observation_history where observed_at > ${endedAt}) as is`;
      return row?.is === true;
    }),
  ]);
  return { readyMs, freshMs };
};

/** Compares what the supplier gave away with what is stored. */
const ledger = async (world: IngestionWorld) => {
  const { sql } = world.database.pool;
  const expected = (await finishedRuns(world)).flatMap((id) => observationsOfRun(id, world.skus));
  const stored = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await sql<{ id: string; times: number }[]>`
      select observation_id as id, count(*)::int as times from observation_history group by 1`;
    return new Map(rows.map(({ id, times }) => [id, times]));
  };
  await eventually(async () => {
    const rows = await stored();
    return expected.every((id) => rows.has(id));
  }, settleMs).catch(() => undefined);
  const rows = await stored();
  return {
    observations: expected.length,
    answered: world.supplier.served().reduce((sum, { rows: count }) => sum + count, 0),
    lost: expected.filter((id) => !rows.has(id)),
    repeated: [...rows].filter(([, times]) => times > 1).map(([id]) => id),
  };
};
