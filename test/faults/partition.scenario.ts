import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';
import type { Service } from '../support/service.ts';
import type { TcpFront } from '../support/tcp-front.ts';
import { type Ledger, ledgerAtRest } from './replicas/ledger.ts';
import { headers, type Replica, startReplica, stopReplicas, wroteAsOwner } from './replicas/replica.ts';
import { type Handover, handovers, installWitness, tickWrites } from './replicas/witness.ts';

/**
 * Two processes with the same work, of which the one that ingests loses its way to PostgreSQL: no
 * packet arrives and no connection is closed, while the other process goes on as before. After a
 * while the way is there again, with all that was sent meanwhile.
 */

/** How much there is to ingest, and for how long the way is lost at least. */
export interface PartitionOrder {
  readonly products: number;
  readonly atLeastMs: number;
}

/** How a request was answered. */
export interface Answered {
  readonly status: number;
  readonly tookMs: number;
}

/** What was seen. */
export interface PartitionReport {
  /** Of requests to the process behind the partition, none of which can be answered from memory. */
  readonly behind: readonly Answered[];
  /** Of requests to the other process. */
  readonly beside: readonly Answered[];
  /** What `/readyz` of the process behind it said meanwhile. */
  readonly readiness: unknown;
  /** Whether each process that wrote a tick held the lease at that moment. */
  readonly isEveryWriterOwner: boolean;
  readonly handovers: readonly Handover[];
  readonly ledger: Ledger;
  /** Whether the other process had taken the tick further while the partition was there. */
  readonly isGoneOnBeside: boolean;
}

/** What a request may take when its caller says nothing. */
export const deadlineMs = 4_000;
const answered = async (request: () => Promise<Response>): Promise<Answered> => {
  const begin = performance.now();
  const { status } = await request();
  return { status, tookMs: Math.round(performance.now() - begin) };
};

const post = ({ httpUrl }: Service, path: string, body: object) =>
  fetch(`${httpUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

/** A price and a search. */
const askReads = (service: Service, offerId: string): Promise<readonly Answered[]> =>
  Promise.all([
    answered(() => post(service, '/v1/pricing', { offer_id: offerId, quantity: 10 })),
    answered(() => fetch(`${service.httpUrl}/v1/products?q=${offerId}`, { headers })),
  ]);

const askForEstimate = (service: Service): Promise<Answered> =>
  answered(() => post(service, '/v1/estimates', { lines: [{ raw_text: '10x LM358DR' }] }));

const readinessOf = async ({ httpUrl }: Service) => {
  const answer = await fetch(`${httpUrl}/readyz`);
  return { status: answer.status, body: await answer.json() };
};

/** The replica that ingests, and the other one, once a page of the tick is there. */
const ownerOf = ({ database }: IngestionWorld, replicas: readonly Replica[]) =>
  eventually(async () => {
    const write = (await tickWrites(database.pool.sql)).findLast(({ page }) => (page ?? 0) > 1);
    if (write === undefined) return false;
    const [owner, other] = replicas.toSorted((a) => (a.postgres.farPorts().includes(write.port) ? -1 : 1));
    if (owner === undefined || other === undefined) throw new Error('there are no two replicas');
    return { owner, other };
  });

/** Who has written the tick so far. */
const writersOf = async ({ database }: IngestionWorld): Promise<ReadonlySet<string>> =>
  new Set((await tickWrites(database.pool.sql)).map(({ owner }) => owner));

/** What happens while the way is lost. */
const during = async (world: IngestionWorld, { owner, other }: Record<'owner' | 'other', Replica>, offerId: string) => {
  const [reads, write, beside] = await Promise.all([
    askReads(owner.service, offerId),
    askForEstimate(owner.service),
    askReads(other.service, offerId),
  ]);
  const readiness = await eventually(async () => {
    const ready = await readinessOf(owner.service);
    return ready.status === 503 && ready.body;
  });
  const isTakenOver = async () => (await writersOf(world)).size === 2;
  const isGoneOnBeside = await eventually(isTakenOver, 60_000).catch(() => false);
  // What the lost request has locked is free by now, that customer's estimates included.
  const later = await askForEstimate(other.service);
  return { behind: [...reads, write], beside: [...beside, later], readiness, isGoneOnBeside };
};

/** Runs it. */
export const runPartition = async ({ products, atLeastMs }: PartitionOrder): Promise<PartitionReport> => {
  const world = await ingestionWorld(products, 3_600_000);
  const { sql } = world.database.pool;
  const fronts: TcpFront[] = [];
  const starting: Promise<Replica>[] = [];
  try {
    await installWitness(sql);
    starting.push(...[0, 1].map(() => startReplica(world, fronts, { DEFAULT_DEADLINE_MS: String(deadlineMs) })));
    const replicas = await Promise.all(starting);
    const both = await ownerOf(world, replicas);
    const [offer] = await eventually(async () => {
      const rows = await sql<{ id: string }[]>`select id from offer limit 1`;
      return rows.length > 0 && rows;
    });
    const begin = performance.now();
    both.owner.postgres.swallow();
    const seen = await during(world, both, offer?.id ?? '');
    await eventually(() => performance.now() - begin > atLeastMs, atLeastMs + 1_000);
    both.owner.postgres.heal();
    await eventually(async () => (await readinessOf(both.owner.service)).status === 200);
    const ledger = await ledgerAtRest(world, 120_000);
    const [changes, writes] = [await handovers(sql), await tickWrites(sql)];
    const isByOwner = wroteAsOwner(replicas, changes);
    return {
      ...seen,
      handovers: changes,
      isEveryWriterOwner: writes.every(isByOwner),
      ledger,
    };
  } finally {
    await stopReplicas(starting, fronts);
    await world.close();
  }
};
