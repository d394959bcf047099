import { connect, Events, type NatsConnection } from 'nats';
import { settlesWithin } from '../../../concurrency/delay.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';
import type { NatsAccess } from '../../../domain/nats-access.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { accessOptions, refusalOf } from './access.ts';

/** A connection that comes back by itself for ever, and tells when it went and when it is back. */
export interface Link {
  readonly nc: NatsConnection;
  isUp(): boolean;
  /** Calls back after each reconnection. Returns how to stop. */
  onUp(listener: () => void): () => void;
  close(): Promise<void>;
}

const firstDelayMs = 50;
/** Short enough that interrupted work resumes within seconds of the server's return. */
const longestDelayMs = 2_000;
const closeWithinMs = 2_000;
const pingIntervalMs = 5_000;

/**
 * Waits in proportion to how long the server has been away, with jitter so that clients do not come
 * back as one.
 */
const reconnectDelayMs = (downForMs: number): number =>
  Math.min(Math.max(downForMs / 2, firstDelayMs), longestDelayMs) * (0.5 + Math.random());

/** Where the servers are, and who the service is there. */
export interface LinkOptions {
  /** One server or several, separated by commas. */
  readonly url: string;
  readonly access: NatsAccess;
  readonly timeoutMs: number;
  readonly log: Logger;
}

const connectTo = async (
  { url, access, timeoutMs }: Omit<LinkOptions, 'log'>,
  downForMs: () => number,
): Promise<NatsConnection> => {
  const servers = url.split(',').map((each) => each.trim());
  return connect({
    ...(await accessOptions(access, servers)),
    servers,
    name: 'offerstream',
    timeout: timeoutMs,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => reconnectDelayMs(downForMs()),
    pingInterval: pingIntervalMs,
    maxPingOut: 2,
    noAsyncTraces: true,
    // A secret that is renewed a moment late must not end the connection for good.
    ignoreAuthErrorAbort: true,
  }).catch((error: unknown) => {
    const { says, mayPass } = refusalOf(error, access) ?? { says: 'no server answers', mayPass: true };
    if (mayPass) throw unavailable(`nats: ${says}`, 1_000, error);
    throw new Failure('failed_precondition', 'NATS refuses the service', { internal: `nats: ${says}`, cause: error });
  });
};

/** What a look at a server has found. */
export interface ServerLook {
  readonly version: string;
  /** Whether it has JetStream, and whoever looks may use it. */
  readonly hasJetStream: boolean;
}

/**
 * Connects, asks for JetStream, and leaves. Rejects as `openLink` does.
 */
export const lookAtServer = async (options: Omit<LinkOptions, 'log'>): Promise<ServerLook> => {
  const nc = await connectTo(options, () => 0);
  try {
    const hasJetStream = await nc.jetstreamManager({ checkAPI: true }).then(
      () => true,
      () => false,
    );
    return { version: nc.info?.version ?? 'of unknown version', hasJetStream };
  } finally {
    await settlesWithin(nc.close(), closeWithinMs);
  }
};

/**
 * Connects, or rejects with `unavailable` when no server answers within the time. With a server
 * that refuses who we are, and with one that is not who it should be, it rejects with
 * `failed_precondition`; the internal text names the setting to look at.
 */
export const openLink = async (options: LinkOptions): Promise<Link> => {
  const { log } = options;
  let downSince = performance.now();
  let up = true;
  const listeners = new Set<() => void>();
  const nc = await connectTo(options, () => performance.now() - downSince);
  const call = (listener: () => void): void => {
    try {
      listener();
    } catch (error) {
      log.error('bus.listener.failed', { err: error });
    }
  };
  const watch = async (): Promise<void> => {
    for await (const status of nc.status()) {
      if (status.type === Events.Disconnect && up) {
        up = false;
        downSince = performance.now();
        log.warn('store.unavailable', { store: 'nats' });
      }
      if (status.type === Events.Reconnect) {
        up = true;
        log.info('store.recovered', { store: 'nats', downMs: Math.round(performance.now() - downSince) });
        for (const listener of listeners) call(listener);
      }
    }
  };
  void watch().catch((error: unknown) => log.error('bus.listener.failed', { err: error }));
  return {
    nc,
    isUp: () => up && !nc.isClosed(),
    onUp: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // A server that hangs takes no farewell.
    close: async () => {
      await settlesWithin(nc.close(), closeWithinMs);
    },
  };
};
