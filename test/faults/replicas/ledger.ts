import { connect } from 'nats';
import { eventually } from '../../support/eventually.ts';
import { type IngestionWorld, observationsOfRun } from '../../support/ingestion-world.ts';

/** What is left of all runs of a world once everything has come to rest. */
export interface Ledger {
  /** Observations that finished runs must have left behind, and how many of them there are not. */
  readonly expected: number;
  readonly lost: readonly string[];
  /** Observations that were stored more than once, or that no supplier has answered. */
  readonly repeated: readonly string[];
  readonly offers: number;
  readonly runs: number;
  readonly unfinished: number;
  /** Events that were stored, and messages on the bus that tell of them. */
  readonly events: number;
  readonly published: number;
}

const count = async ({ database }: IngestionWorld, text: string): Promise<number> => {
  const [row] = await database.pool.sql.unsafe<{ count: number }[]>(`select count(*)::int from ${text}`);
  return row?.count ?? -1;
};

/** Asks the server itself, not through any front. */
const onBus = async ({ nats }: IngestionWorld) => {
  const connection = await connect({ servers: nats.url });
  try {
    const manager = await connection.jetstreamManager();
    const consumer = await manager.consumers.info('OBSERVATIONS', 'normalizer');
    const { state } = await manager.streams.info('EVENTS');
    return { unsettled: consumer.num_pending + consumer.num_ack_pending, published: state.messages };
  } finally {
    await connection.close();
  }
};

/**
 * Throws what is left to be done, until every tick is finished, everything published is applied,
 * every offer is matched and every event is published.
 */
const expectRest = async (world: IngestionWorld): Promise<void> => {
  const left = {
    ticks: await count(world, 'ingestion_tick where finished_at is null'),
    observations: (await onBus(world)).unsettled,
    offers: await count(world, 'offer where matched_at is null'),
    events: await count(world, 'outbox'),
  };
  if (Object.values(left).some((some) => some > 0)) throw new Error(`left to be done: ${JSON.stringify(left)}`);
};

/** Waits until the world is at rest, and says what is there. */
export const ledgerAtRest = async (world: IngestionWorld, withinMs: number): Promise<Ledger> => {
  await eventually(() => expectRest(world), withinMs);
  const { sql } = world.database.pool;
  const runs = await sql<{ id: string }[]>`select run_id as id from ingestion_tick where outcome = 'success'`;
  const expected = new Set(runs.flatMap(({ id }) => observationsOfRun(id, world.skus)));
  const rows = await sql<{ id: string; times: number }[]>`
    select observation_id as id, count(*)::int as times from observation_history group by 1`;
  const stored = new Set(rows.map(({ id }) => id));
  return {
    expected: expected.size,
    lost: [...expected].filter((id) => !stored.has(id)),
    repeated: rows.filter(({ id, times }) => times > 1 || !expected.has(id)).map(({ id }) => id),
    offers: await count(world, 'offer'),
    runs: await count(world, 'ingestion_tick'),
    unfinished: await count(world, 'ingestion_tick where finished_at is null'),
    events: await count(world, 'event'),
    published: (await onBus(world)).published,
  };
};
