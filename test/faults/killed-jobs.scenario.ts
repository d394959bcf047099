import type { MeteredCall } from '../../ops/demo/server/meter.ts';
import { meridian } from '../../ops/demo/supplier-profile.ts';
import { eventually } from '../support/eventually.ts';
import { type LookUpWorld, lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { seededRandom } from '../support/random.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * Jobs to refresh one product each, under way all at once at a supplier whose rate is held low, by
 * a service that is killed at random moments while they run. All the while they are looked at as
 * their customer sees them.
 */

/** How many jobs, and how often the service is killed. */
export interface KilledJobsOrder {
  readonly jobs: number;
  readonly kills: number;
  readonly seed: number;
}

/** What became of the jobs. */
export interface KilledJobsReport {
  readonly completed: number;
  readonly failed: number;
  /** Jobs that were shown further than later. */
  readonly falls: readonly string[];
  readonly looks: number;
  /** Jobs under way at each kill. */
  readonly running: readonly number[];
  /** The most calls that the supplier got in any period since the rate was lowered to one. */
  readonly busiestPeriod: number;
  /** Events of their ends, one for each. */
  readonly endings: number;
}

/**
 * The supplier gets one call in this time, so that the jobs take longer than a busy machine needs
 * to ask for all of them.
 */
const periodMs = 4_000;

const adminKey = 'os_admin-key-that-slows-suppliers-down';

const headers = { 'x-api-key': lookUpKey, 'content-type': 'application/json' };

interface JobJson {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
}

/** Runs it. Throws when the jobs do not come to their ends in the time. */
export const runKilledJobs = async (order: KilledJobsOrder, deadlineMs: number): Promise<KilledJobsReport> => {
  // Of some parts the supplier knows nothing.
  const world = await lookUpWorld(order.jobs * 2);
  const random = seededRandom(order.seed);
  let service: Service | undefined;
  const start = async (): Promise<Service> => {
    service = await startService({ ...world.environment, BOOTSTRAP_ADMIN_KEY: adminKey });
    return service;
  };
  try {
    await start();
    const products = await lookedUp(world, order.jobs);
    const running = service ?? (await start());
    await slowDown(running);
    const slowSince = Date.now();
    await Promise.all(products.map((id) => request(running, id)));
    const eyes = createEyes();
    for (let kill = 0; kill < order.kills; kill += 1) {
      const life = service ?? (await start());
      const untilMs = performance.now() + 300 + random() * 2_000;
      while (performance.now() < untilMs) await eyes.look(life);
      await life.kill();
      eyes.killed();
      service = undefined;
    }
    const last = await start();
    await eventually(() => eyes.look(last), deadlineMs);
    const calls = world.supplier.calls().filter(({ atMs }) => atMs >= slowSince);
    const [row] = await world.database.pool.sql<{ count: number }[]>`
      select count(*)::int as count from event where type in ('enrichment_job.completed', 'enrichment_job.failed')`;
    return { ...eyes.report(), busiestPeriod: busiestPeriod(calls), endings: row?.count ?? 0 };
  } finally {
    await service?.stop();
    await world.close();
  }
};

/** So many products that the supplier has offers of, once it is at rest. */
const lookedUp = ({ database, products }: LookUpWorld, count: number): Promise<readonly string[]> =>
  eventually(async () => {
    const rows = await database.pool.sql<{ id: string }[]>`
      select product_id as id from lookup where asked_at is not null and exists (
        select from offer where offer.product_id = lookup.product_id)`;
    const [asked] = await database.pool.sql<{ count: number }[]>`select count(asked_at)::int as count from lookup`;
    if (asked?.count !== products) return false;
    const [open] = await database.pool.sql<{ count: number }[]>`
      select count(*)::int as count from ingestion_tick where finished_at is null`;
    return open?.count === 0 && rows.length >= count && rows.slice(0, count).map(({ id }) => id);
  }, 120_000);

/** Lowers the rate; resolves when that is in force. */
const slowDown = async ({ httpUrl }: Service): Promise<void> => {
  const answer = await fetch(`${httpUrl}/v1/admin/connectors/${meridian.id}/rate-limits`, {
    method: 'PATCH',
    headers: { ...headers, 'x-api-key': adminKey },
    body: JSON.stringify({ parts: { rate: 1, period: `${periodMs / 1_000}s` }, ttl: '1h' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

/** Asks again when the service has no room, as it asks its callers to on a busy machine. */
const request = async ({ httpUrl }: Service, product_id: string): Promise<void> => {
  const body = JSON.stringify({ type: 'refresh_observation', target: { product_id } });
  await eventually(async () => {
    const answer = await fetch(`${httpUrl}/v1/enrichment-jobs`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(await answer.text());
  });
};

/** Looks at all jobs and notes what has fallen. */
const createEyes = () => {
  const shown = new Map<string, JobJson>();
  const falls: string[] = [];
  const running: number[] = [];
  let looks = 0;
  const count = (status: string): number => [...shown.values()].filter((job) => job.status === status).length;
  return {
    /** Whether all have ended. */
    look: async ({ httpUrl }: Service): Promise<boolean> => {
      const answer = await fetch(`${httpUrl}/v1/enrichment-jobs?limit=500`, { headers });
      const { items } = (await answer.json()) as { items: readonly JobJson[] };
      for (const job of items) {
        const before = shown.get(job.id);
        if (before !== undefined && before.progress > job.progress)
          falls.push(`${job.id} from ${before.progress} to ${job.progress}`);
        shown.set(job.id, job);
      }
      looks += 1;
      return items.length > 0 && items.every(({ status }) => status === 'completed' || status === 'failed');
    },
    killed: () => running.push(count('queued') + count('started')),
    report: () => ({ running, completed: count('completed'), failed: count('failed'), falls, looks }),
  };
};

/**
 * What a call may be late on its way, or its supplier here in noting it, on a machine that restarts
 * the service meanwhile; the one after it then seems too soon.
 */
const lateMs = 1_000;

const busiestPeriod = (calls: readonly MeteredCall[]): number =>
  Math.max(
    0,
    ...calls.map(
      ({ atMs }) => calls.filter((each) => each.atMs >= atMs && each.atMs < atMs + periodMs - lateMs).length,
    ),
  );
