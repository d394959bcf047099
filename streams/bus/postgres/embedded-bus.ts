import { settlesWithin, sleep } from '../../../concurrency/delay.ts';
import { toFailure } from '../../../storage/pool/failures.ts';
import { type Pool, run, type Sql } from '../../../storage/pool/pool.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Bus, StreamName } from '../bus.ts';
import { startConsumption } from '../delivery/consumption.ts';
import { shareOut } from '../delivery/share-out.ts';
import { defaultRetentionMs, streamNames } from '../delivery/topology.ts';
import { createWakeSignal, type WakeSignal } from '../delivery/wake-signal.ts';
import { createLocalMessages, createLocalSignals } from './local-signals.ts';
import { openGroupPublisher } from './publisher.ts';
import { openPullSource } from './pull-source.ts';
import { countByHeader, countLag, putConsumer, readPosition, wakeChannel } from './statements.ts';
import { startTrimming } from './trimming.ts';

/**
 * The bus on PostgreSQL, for a service that runs as a single process and has no nats-server.
 *
 * Guarantees: the same as on JetStream, and an acknowledged publish is on the disk. Several
 * processes may publish and share durables; only signals stay within the process, which is why a
 * service of several processes needs NATS. When the database is away: `publish` fails as
 * `unavailable`, consumers wait and go on by themselves.
 */
export interface EmbeddedBusOptions {
  /** Uses up to one connection for publishing, one for each consumer and one to listen. */
  readonly pool: Pool;
  readonly log: Logger;
  /** How long streams keep their messages. Left out: seven days. */
  readonly retentionMs?: number;
  /** How long a publish may wait to be stored. Left out: 5 s. */
  readonly publishTimeoutMs?: number;
}

const unlistenWithinMs = 2_000;

const consumerFigures = (sql: Sql): Pick<Bus, 'lag' | 'lagBy' | 'position'> => ({
  lag: async (stream, durable) => {
    const [row] = await run(countLag(sql, stream, durable));
    return row?.lag ?? 0;
  },
  lagBy: async (by) => {
    const [[row], counts] = await Promise.all([run(countLag(sql, by.stream, by.durable)), run(countByHeader(sql, by))]);
    return row && shareOut(row.lag, new Map(counts.map(({ value, count }) => [value, count])));
  },
  position: async (stream, durable) => {
    const [row] = await run(readPosition(sql, stream, durable));
    return row ?? { newest: 0, settled: 0 };
  },
});

/** Opens the bus; the schema must have been migrated. */
export const createEmbeddedBus = ({ pool, log, ...settings }: EmbeddedBusOptions): Bus => {
  const { sql } = pool;
  const wakeSignals = new Map(streamNames.map((name) => [name, new Set<WakeSignal>()]));
  const ring = (stream: string): void => {
    for (const wakeSignal of wakeSignals.get(stream as StreamName) ?? []) wakeSignal.notify();
  };
  const publisher = openGroupPublisher(sql, {
    timeoutMs: settings.publishTimeoutMs ?? 5_000,
    onStored: (streams) => streams.forEach(ring),
  });
  const trimming = startTrimming(sql, settings.retentionMs ?? defaultRetentionMs, log);
  let listening: Promise<{ unlisten: () => Promise<void> }> | undefined;

  const listen = () => {
    const listener = sql.listen(wakeChannel, ring);
    // postgres.js goes on trying; until it hears, consumers look by themselves.
    listener.catch((error: unknown) => log.warn('store.unavailable', { store: 'bus', err: toFailure(error) }));
    return listener;
  };

  return {
    system: 'postgresql',
    ...createLocalSignals(log),
    ...createLocalMessages(log, publisher.publish),
    consume: async (options, handle) => {
      await run(putConsumer(sql, options));
      listening ??= listen();
      const wakeSignal = createWakeSignal(sleep);
      wakeSignals.get(options.stream)?.add(wakeSignal);
      const source = openPullSource({ sql, options, wakeSignal, publish: publisher.publish, log });
      const consumption = startConsumption(source, handle, (error) =>
        log.error('bus.batch.failed', { durable: options.durable, err: error }),
      );
      void consumption.ended.then(() => wakeSignals.get(options.stream)?.delete(wakeSignal));
      return consumption;
    },
    ...consumerFigures(sql),
    isHealthy: () => pool.isHealthy(),
    close: async () => {
      await publisher.idle();
      await trimming.stop();
      // A connection that does not answer ends with the pool.
      const unlisten = async () => (await listening)?.unlisten();
      await settlesWithin(unlisten(), unlistenWithinMs).catch(() => undefined);
    },
  };
};
