import type { Msg } from 'nats';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Bus } from '../bus.ts';
import type { Link } from './link.ts';
import { decodeHeaders } from './message-headers.ts';

/** Signals on core NATS: current listeners get them, nothing is stored. */
export type Signals = Pick<Bus, 'signal' | 'onSignal' | 'onMessage'>;

/** Opens the signals of one connection. */
export const openSignals = (link: Link, log: Logger): Signals => {
  const listen = (pattern: string, hear: (msg: Msg) => void): (() => void) => {
    const sub = link.nc.subscribe(pattern, {
      callback: (error, msg) => {
        if (error !== null) return;
        try {
          hear(msg);
        } catch (thrown) {
          // An error that left this callback would end the reading of the whole connection.
          log.error('bus.listener.failed', { pattern, err: thrown });
        }
      },
    });
    return () => sub.unsubscribe();
  };
  return {
    signal: (subject, payload) => {
      if (link.isUp()) link.nc.publish(subject, payload);
    },
    onSignal: (pattern, listener) => listen(pattern, ({ subject, data }) => listener(subject, data)),
    onMessage: (pattern, listener) =>
      listen(pattern, (msg) => listener({ subject: msg.subject, headers: decodeHeaders(msg), payload: msg.data })),
  };
};
