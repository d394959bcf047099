import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';
import { testDatabase } from '../support/postgres.ts';
import { signalTree } from '../support/processes.ts';
import type { TcpFront } from '../support/tcp-front.ts';
import { askForEstimate, type EndedEstimate, endedEstimates } from './replicas/estimates.ts';
import { type Ledger, ledgerAtRest } from './replicas/ledger.ts';
import { type Replica, startReplica, stopReplicas, wroteAsOwner } from './replicas/replica.ts';
import { type Handover, handovers, installWitness, tickWrites } from './replicas/witness.ts';

/**
 * Three processes with the same work on one database and one bus. The one that ingests is killed in
 * the middle of a tick; the one that takes the tick over is stopped, with estimates under way, and
 * goes on when the third has done all of it.
 */

/** How large it is. */
export interface ReplicasOrder {
  readonly products: number;
  /** Asked of each process that is left after the kill. */
  readonly estimates: number;
}

/** What was seen. */
export interface ReplicasReport {
  readonly handovers: readonly Handover[];
  readonly isEveryWriterOwner: boolean;
  /** Processes that have written the tick. */
  readonly writers: number;
  readonly estimates: readonly EndedEstimate[];
  /** Whether all estimates and the tick came to their end while the second was stopped. */
  readonly isDoneByThird: boolean;
  /** The most requests that the supplier got in a second. */
  readonly busiest: number;
  readonly ledger: Ledger;
}

const linesOfEstimate = 100;

/** So few that a process is seen to have begun before it is done. */
const pagesPerSecond = 4;

/** The process that wrote the tick last, once it is that far, other than those left out. */
const writerBeside = ({ database }: IngestionWorld, replicas: readonly Replica[], page: number) =>
  eventually(async () => {
    const last = (await tickWrites(database.pool.sql)).at(-1);
    if (last === undefined || (last.page ?? 0) < page) return false;
    return replicas.find(({ postgres }) => postgres.farPorts().includes(last.port)) ?? false;
  }, 60_000);

const isTickDone = async ({ database }: IngestionWorld): Promise<boolean> => {
  const [row] = await database.pool.sql<{ is: boolean }[]>`
    select exists (select from ingestion_tick where outcome = 'success') as is`;
  return row?.is === true;
};

/** What happens to them, one after the other. */
const killAndStop = async (world: IngestionWorld, replicas: readonly Replica[], order: ReplicasOrder) => {
  const { sql } = world.database.pool;
  const isKnown = async () => (await sql`select from product limit ${linesOfEstimate}`).count === linesOfEstimate;
  await eventually(isKnown, 90_000);
  const killed = await writerBeside(world, replicas, 1);
  await killed.service.kill();
  const left = replicas.filter((each) => each !== killed);
  const stopped = await writerBeside(world, left, 0);
  // Its next page stays away, so that it is stopped in the middle of the tick.
  world.supplier.fail({ kind: 'hang', count: 1 });
  const asking = left.flatMap(({ service }) =>
    Array.from({ length: order.estimates }, () => askForEstimate(service, sql, linesOfEstimate)),
  );
  const ids = await Promise.all(asking);
  await signalTree(stopped.service.pid, 'SIGSTOP');
  const isDoneByThird = await eventually(
    async () => (await isTickDone(world)) && (await endedEstimates(sql, ids)).length === ids.length,
    90_000,
  ).catch(() => false);
  await signalTree(stopped.service.pid, 'SIGCONT');
  await eventually(async () => (await fetch(`${stopped.service.httpUrl}/readyz`)).status === 200);
  return { isDoneByThird, ids };
};

/** Runs it. */
export const runReplicas = async (order: ReplicasOrder): Promise<ReplicasReport> => {
  const world = await ingestionWorld(order.products, 3_600_000, testDatabase, { pages_per_second: pagesPerSecond });
  const { sql } = world.database.pool;
  const fronts: TcpFront[] = [];
  const starting: Promise<Replica>[] = [];
  try {
    await installWitness(sql);
    starting.push(...Array.from({ length: 3 }, () => startReplica(world, fronts)));
    const replicas = await Promise.all(starting);
    const { isDoneByThird, ids } = await killAndStop(world, replicas, order);
    const ledger = await ledgerAtRest(world, 120_000);
    const [changes, writes] = [await handovers(sql), await tickWrites(sql)];
    return {
      handovers: changes,
      isEveryWriterOwner: writes.every(wroteAsOwner(replicas, changes)),
      writers: new Set(writes.map(({ owner }) => owner)).size,
      estimates: await endedEstimates(sql, ids),
      isDoneByThird,
      busiest: world.supplier.busiest(1_000),
      ledger,
    };
  } finally {
    const started = await Promise.allSettled(starting);
    for (const each of started) if (each.status === 'fulfilled') await signalTree(each.value.service.pid, 'SIGCONT');
    await stopReplicas(starting, fronts);
    await world.close();
  }
};
