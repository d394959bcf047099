import { readFile } from 'node:fs/promises';
import { setTimeout as pass } from 'node:timers/promises';
import { connect } from 'nats';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld, observationsOfRun } from '../support/ingestion-world.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { seededRandom } from '../support/random.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * One catalogue tick from its first page to the last event of the last offer, by a service that is
 * killed at random places of it, spread over the whole tick. All the while the progress is looked
 * at as an operator sees it, through the admin API.
 */

/** Which tick, and how often its service is killed. */
export interface KilledTickOrder {
  /** Products of the catalogue, of which the supplier sells most. */
  readonly products: number;
  readonly kills: number;
  readonly seed: number;
}

/** What became of the tick. */
export interface KilledTickReport {
  /** What the supplier sells. */
  readonly skus: number;
  readonly offers: number;
  /** Offers with a price and a stock. */
  readonly complete: number;
  /** Offers that nothing has decided the product of. */
  readonly undecided: number;
  /** Ticks that were begun, finished or not. */
  readonly ticks: number;
  readonly counters: Readonly<Record<string, number>>;
  /** Observations of the tick that the history lacks. */
  readonly lost: number;
  /** Rows of history beyond one for each observation. */
  readonly repeated: number;
  /** Events that do not wait to be published. */
  readonly events: number;
  readonly publishedEvents: number;
  /** How often the progress was looked at. */
  readonly looks: number;
  /** Every figure that was lower than before, in words. */
  readonly falls: readonly string[];
  /** From the first start to the last event, with all restarts. */
  readonly seconds: number;
  /** Resident memory of the last service, in MiB: after a quarter of its looks, and at its end. */
  readonly residentMib: readonly [early: number, late: number];
}

/** The progress of the one supplier. */
interface Progress {
  readonly total: number;
  readonly backlog: number;
  readonly filled: number;
  readonly ticks: readonly {
    readonly run_id: string;
    readonly started_at: string;
    readonly state: string;
    readonly counters: Readonly<Record<string, number>>;
  }[];
}

const adminKey = 'os_admin-key-that-looks-at-progress';
const never = '2000000000';
/** Each look counts all offers, which at full size is work for the database. */
const lookEveryMs = 500;
/** As the supplier's plug-in asks for them. */
const rowsOfPage = 500;

/** Runs it. Throws when the tick does not come to its end in the time. */
export const runKilledTick = async (order: KilledTickOrder, deadlineMs: number): Promise<KilledTickReport> => {
  const world = await ingestionWorld(order.products, Number(never), ownPostgres);
  const lives = livesIn(world);
  try {
    const begin = performance.now();
    const pages = 1 + 3 * Math.ceil(world.skus.length / rowsOfPage);
    for (const page of killPages(order, pages)) {
      await lives.next();
      await eventually(async () => (await lives.look()) >= page, deadlineMs);
      await lives.kill();
    }
    await lives.next();
    await eventually(async () => (await lives.look()) >= pages && (await isWorkedOff(world)), deadlineMs);
    const seconds = (performance.now() - begin) / 1_000;
    const { counters, ...seen } = await lives.end();
    return { ...(await whatIsStored(world)), ...seen, counters, seconds };
  } finally {
    await lives.end();
    await world.close();
  }
};

/** Where it is killed: at a random page of each of as many equal parts of the tick. */
const killPages = ({ kills, seed }: KilledTickOrder, pages: number): readonly number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: kills }, (_, part) => Math.max(1, Math.floor(((part + random()) * pages) / kills) - 1));
};

/** The service, one process after the other, and what operators see of it. */
const livesIn = (world: IngestionWorld) => {
  const falls: string[] = [];
  let service: Service | undefined;
  let last: Progress | undefined;
  let looks = 0;
  let resident: number[] = [];

  const running = (): Service => {
    if (service === undefined) throw new Error('the service does not run');
    return service;
  };
  const read = async (): Promise<Progress> => {
    const answer = await fetch(`${running().httpUrl}/v1/admin/ingestion`, { headers: { 'x-api-key': adminKey } });
    const { suppliers } = (await answer.json()) as { suppliers: readonly Progress[] };
    const [progress] = suppliers;
    if (progress === undefined) throw new Error('there is no progress to look at');
    return progress;
  };
  const countersOf = (progress: Progress | undefined) => progress?.ticks[0]?.counters ?? {};

  return {
    next: async (): Promise<void> => {
      resident = [];
      service = await startService({
        ...world.environment,
        BOOTSTRAP_ADMIN_KEY: adminKey,
        PRICES_INTERVAL_MS: never,
        STOCKS_INTERVAL_MS: never,
      });
    },
    /** Notes what has fallen since the last look; the pages of the tick so far. */
    look: async (): Promise<number> => {
      await pass(lookEveryMs);
      const now = await read();
      if (last !== undefined) falls.push(...fallsBetween(last, now));
      last = now;
      looks += 1;
      resident.push(await residentMib(running().pid));
      return countersOf(now).page_count ?? 0;
    },
    kill: async (): Promise<void> => {
      await running().kill();
      service = undefined;
    },
    end: async () => {
      await service?.stop();
      service = undefined;
      const residentMib = [resident[Math.floor(resident.length / 4)] ?? 0, resident.at(-1) ?? 0] as const;
      return { counters: countersOf(last), looks, falls, residentMib };
    },
  };
};

const fallsBetween = (before: Progress, now: Progress): readonly string[] => {
  const figures = ({ total, filled, ticks: [tick] }: Progress): Readonly<Record<string, number>> => ({
    total,
    filled,
    ...tick?.counters,
  });
  const later = figures(now);
  const fallen = Object.entries(figures(before))
    .filter(([name, value]) => (later[name] ?? 0) < value)
    .map(([name, value]) => `${name} from ${value} to ${later[name]}`);
  const [tickBefore, tickNow] = [before.ticks[0], now.ticks[0]];
  const isOther =
    tickBefore !== undefined && (tickNow?.run_id !== tickBefore.run_id || tickNow.started_at !== tickBefore.started_at);
  return isOther ? [...fallen, `tick ${tickBefore.run_id} was followed by ${tickNow?.run_id}`] : fallen;
};

const residentMib = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const count = async ({ database }: IngestionWorld, text: string): Promise<number> => {
  const [row] = await database.pool.sql.unsafe<{ count: number }[]>(`select count(*)::int from ${text}`);
  return row?.count ?? -1;
};

const fromBus = async <Answer>(
  { nats }: IngestionWorld,
  ask: (manager: Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['jetstreamManager']>>) => Promise<Answer>,
): Promise<Answer> => {
  const connection = await connect({ servers: nats.url });
  try {
    return await ask(await connection.jetstreamManager());
  } finally {
    await connection.close();
  }
};

/** Whether everything published is applied, every offer is matched and every event is published. */
const isWorkedOff = async (world: IngestionWorld): Promise<boolean> => {
  const waiting = await fromBus(world, async (manager) => {
    const { num_pending: pending, num_ack_pending: unsettled } = await manager.consumers.info(
      'OBSERVATIONS',
      'normalizer',
    );
    return pending + unsettled;
  });
  return waiting === 0 && (await count(world, 'offer where matched_at is null')) + (await count(world, 'outbox')) === 0;
};

const whatIsStored = async (world: IngestionWorld) => {
  const { sql } = world.database.pool;
  const runs = await sql<{ run_id: string }[]>`select run_id from ingestion_tick`;
  const missing = new Set(runs.flatMap(({ run_id: runId }) => observationsOfRun(runId, world.skus)));
  let repeated = 0;
  for await (const rows of sql<{ id: string }[]>`select observation_id as id from observation_history`.cursor(10_000)) {
    for (const { id } of rows) if (!missing.delete(id)) repeated += 1;
  }
  return {
    skus: world.skus.length,
    offers: await count(world, 'offer'),
    complete: await count(world, "offer_view where known::jsonb ?& array['price', 'stock']"),
    undecided: await count(world, 'offer where matched_at is null'),
    ticks: runs.length,
    lost: missing.size,
    repeated,
    // What was matched once more at the end, for products that have come since, may wait still.
    events: (await count(world, 'event')) - (await count(world, 'outbox')),
    publishedEvents: await fromBus(world, async (manager) => (await manager.streams.info('EVENTS')).state.messages),
  };
};
