import type { Logger } from '../../../telemetry/logger.ts';
import type { Link } from './link.ts';

/** Signals on core NATS: current listeners get them, nothing is stored. */
export interface Signals {
  signal(subject: string, payload: Uint8Array): void;
  onSignal(subject: string, listener: (subject: string, payload: Uint8Array) => void): () => void;
}

/** Opens the signals of one connection. */
export const openSignals = (link: Link, log: Logger): Signals => ({
  signal: (subject, payload) => {
    if (link.isUp()) link.nc.publish(subject, payload);
  },
  onSignal: (pattern, listener) => {
    const sub = link.nc.subscribe(pattern, {
      callback: (error, msg) => {
        if (error !== null) return;
        try {
          listener(msg.subject, msg.data);
        } catch (thrown) {
          // An error that left this callback would end the reading of the whole connection.
          log.error('bus.listener.failed', { pattern, err: thrown });
        }
      },
    });
    return () => sub.unsubscribe();
  },
});
