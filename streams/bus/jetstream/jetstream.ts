import type { ConsumerInfo, JetStreamManager } from 'nats';
import type { CapacityLimits } from '../../../concurrency/capacity.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';
import { type NatsAccess, openAccess } from '../../../domain/nats-access.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Bus } from '../bus.ts';
import { shareOut } from '../delivery/share-out.ts';
import { defaultRetentionMs } from '../delivery/topology.ts';
import { startConsumer } from './consumer.ts';
import { countByHeader } from './count-by-header.ts';
import { type Link, openLink } from './link.ts';
import { openPublisher } from './publisher.ts';
import { openSignals } from './signals.ts';
import { ensureConsumer, ensureStreams, ensureStreamsWithin, isMissing } from './topology.ts';

/**
 * The bus on NATS JetStream.
 *
 * Guarantees: a published message that was acknowledged is stored on `replicas` servers; every
 * consumer gets it at least once, in order unless it is delivered again; what cannot be processed
 * ends in `dead.{subject}` and never in silence.
 *
 * When the server is away: `publish` fails as `unavailable` after its time; consumers wait, and go
 * on by themselves once the server is back, where messages that were in hand may come a second
 * time; signals are lost; `isHealthy` says no. The connection is retried for ever. A server that
 * comes back without its store gets streams and durables again.
 */
export interface JetStreamOptions {
  /** One server or several, separated by commas. */
  readonly url: string;
  /** Left out: no identity, in plain text. */
  readonly access?: NatsAccess;
  /** Copies of each stream in a cluster; 1 for a single server. */
  readonly replicas: number;
  readonly log: Logger;
  /** How long streams keep their messages. Left out: seven days. */
  readonly retentionMs?: number;
  /** How long a publish may wait for its acknowledgement. Left out: 5 s. */
  readonly publishTimeoutMs?: number;
  /** How long to wait for the first connection and for JetStream. Left out: 10 s. */
  readonly connectTimeoutMs?: number;
  /** Messages sent and not yet acknowledged. Left out: 1,024. */
  readonly maxInFlight?: number;
  /** What may wait to be stored, in messages and bytes of payload. Left out: 50,000 and 64 MiB. */
  readonly waiting?: CapacityLimits;
}

const requestTimeoutMs = 5_000;
const healthTimeoutMs = 1_000;

/** What the server says of a consumer; the other value when there is no such consumer. */
const askAbout = async <Figures>(ask: () => Promise<Figures>, missing: Figures): Promise<Figures> => {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return missing;
    throw unavailable('nats: no answer about a consumer', 1_000, error);
  }
};

const unsettled = ({ num_pending, num_ack_pending }: ConsumerInfo): number => num_pending + num_ack_pending;

const consumerFigures = (link: Link, jsm: JetStreamManager): Pick<Bus, 'lag' | 'lagBy' | 'position'> => ({
  lag: (stream, durable) => askAbout(async () => unsettled(await jsm.consumers.info(stream, durable)), 0),
  lagBy: ({ durable, ...count }) =>
    askAbout<ReadonlyMap<string, number> | undefined>(async () => {
      const info = await jsm.consumers.info(count.stream, durable);
      const lag = unsettled(info);
      return lag === 0 ? new Map() : shareOut(lag, await countByHeader(link, jsm, { ...count, info }));
    }, undefined),
  position: (stream, durable) =>
    askAbout(
      async () => {
        // The stream first: what is published in between counts as not settled.
        const { state } = await jsm.streams.info(stream);
        const info = await jsm.consumers.info(stream, durable);
        const isIdle = unsettled(info) === 0;
        return {
          newest: state.last_seq,
          settled: isIdle ? Math.max(state.last_seq, info.ack_floor.stream_seq) : info.ack_floor.stream_seq,
        };
      },
      { newest: 0, settled: 0 },
    ),
});

/**
 * Connects and makes the streams. Throws `unavailable` when the server does not answer in time, and
 * what `openLink` throws when it refuses the service.
 */
export const connectJetStream = async (options: JetStreamOptions): Promise<Bus> => {
  const { log } = options;
  const connectTimeoutMs = options.connectTimeoutMs ?? 10_000;
  const settings = { replicas: options.replicas, retentionMs: options.retentionMs ?? defaultRetentionMs };
  const { url, access = openAccess } = options;
  const link = await openLink({ url, access, timeoutMs: connectTimeoutMs, log });
  const jsm = await link.nc.jetstreamManager({ timeout: requestTimeoutMs, checkAPI: false });
  const health = await link.nc.jetstreamManager({ timeout: healthTimeoutMs, checkAPI: false });
  await ensureStreamsWithin(jsm, settings, connectTimeoutMs).catch(async (error: unknown) => {
    await link.close();
    throw error;
  });
  // A server that comes back with an empty store has no streams. When this fails, consumers and
  // publishers find out, and say so.
  link.onUp(() => void ensureStreamsWithin(jsm, settings, connectTimeoutMs).catch(() => undefined));
  const publisher = openPublisher(link, {
    timeoutMs: options.publishTimeoutMs ?? 5_000,
    maxInFlight: options.maxInFlight ?? 1_024,
    waiting: options.waiting ?? { count: 50_000, bytes: 64 * 1_048_576 },
  });
  return {
    system: 'nats',
    ...openSignals(link, log),
    publish: publisher.publish,
    consume: async (consumer, handle) => {
      const revive = async (): Promise<void> => {
        await ensureConsumer(jsm, consumer).catch(async () => {
          await ensureStreams(jsm, settings);
          await ensureConsumer(jsm, consumer);
        });
      };
      await ensureConsumer(jsm, consumer).catch((error: unknown) => {
        throw error instanceof Failure ? error : unavailable(`nats: cannot make ${consumer.durable}`, 1_000, error);
      });
      return startConsumer({ link, publisher, log, revive }, consumer, handle);
    },
    ...consumerFigures(link, jsm),
    isHealthy: async () => {
      if (!link.isUp()) return false;
      return health.getAccountInfo().then(
        () => true,
        () => false,
      );
    },
    close: async () => {
      publisher.close();
      await link.close();
    },
  };
};
