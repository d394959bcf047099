import { connect, Events, type NatsConnection } from 'nats';
import { unavailable } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** A connection that comes back by itself for ever, and tells when it went and when it is back. */
export interface Link {
  readonly nc: NatsConnection;
  isUp(): boolean;
  /** Calls back after each reconnection. Returns how to stop. */
  onUp(listener: () => void): () => void;
  close(): Promise<void>;
}

const firstDelayMs = 50;
const longestDelayMs = 5_000;
const pingIntervalMs = 5_000;

/** Waits in proportion to how long the server has been away, with jitter so that clients do not come back as one. */
const reconnectDelayMs = (downForMs: number): number =>
  Math.min(Math.max(downForMs / 2, firstDelayMs), longestDelayMs) * (0.5 + Math.random());

/** Connects, or rejects with `unavailable` when no server answers within the time. */
export const openLink = async (url: string, timeoutMs: number, log: Logger): Promise<Link> => {
  let downSince = performance.now();
  let up = true;
  const listeners = new Set<() => void>();
  const nc = await connect({
    servers: url.split(','),
    name: 'offerstream',
    timeout: timeoutMs,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => reconnectDelayMs(performance.now() - downSince),
    pingInterval: pingIntervalMs,
    maxPingOut: 2,
    noAsyncTraces: true,
  }).catch((error: unknown) => {
    throw unavailable('nats: no server answers', 1_000, error);
  });
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
        for (const listener of listeners) listener();
      }
    }
  };
  void watch();
  return {
    nc,
    isUp: () => up && !nc.isClosed(),
    onUp: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => nc.close(),
  };
};
