/**
 * Appends beside Emmett, the event store for TypeScript on PostgreSQL, on one server. Both append
 * in a transaction of their own, check the version of the stream, and give each event a place in
 * the whole. Ours also writes a row of the outbox for each event and announces the append to the
 * relay; Emmett has no outbox. Both have eight connections for transactions.
 */
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import type { Benchmark } from '../benchmark.ts';
import { append, appendLoad, rounds, writers } from '../events.ts';
import { withScratchPostgres } from '../scratch-postgres.ts';
import { comparePeers } from './compare-peers.ts';

type EventStore = ReturnType<typeof getPostgreSQLEventStore>;

const appendToEmmett =
  (store: EventStore): Parameters<typeof appendLoad>[1] =>
  async (target, events) => {
    const messages = events.map(({ type, ...data }) => ({ type, data }));
    await store.appendToStream(target.offerId, messages, { expectedStreamVersion: BigInt(target.version) });
  };

/** Single appends of 16 writers, and batches of ten. */
export const emmettComparison: Benchmark = () =>
  withScratchPostgres(writers, async (pool, url) => {
    await pool.sql`create database emmett`;
    const address = new URL(url);
    address.pathname = '/emmett';
    address.searchParams.set('max', '8');
    const store = getPostgreSQLEventStore(address.href, { schema: { autoMigration: 'None' } });
    try {
      await store.schema.migrate();
      const rows = [];
      for (const batch of [1, 10])
        rows.push(
          ...(await comparePeers({
            name: `append, ${batch} ${batch === 1 ? 'event' : 'events'}, beside Emmett`,
            unit: 'events/s',
            rounds,
            ours: appendLoad(batch, (target, events) => append(pool.sql, target, events)),
            limit: appendLoad(batch, appendToEmmett(store)),
          })),
        );
      return rows;
    } finally {
      await store.close();
    }
  });
