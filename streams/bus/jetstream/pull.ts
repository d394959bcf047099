import { createInbox, type Msg, nanos } from 'nats';
import { every, settlesWithin } from '../../../concurrency/delay.ts';
import type { Link } from './link.ts';

/**
 * Keeps a buffer of messages filled from a durable by pull requests, so that the next batch is here
 * before the last is done.
 *
 * Requests are topped up whenever less than half the window is on its way or waiting. Every request
 * asks the server for heartbeats. When neither message nor heartbeat came for two intervals, and
 * when the connection came back, the durable is in doubt: what was asked for counts as lost,
 * `revive` makes sure that the durable exists (a server that lost its store does not even answer),
 * and everything is asked for again. Messages that wait here are kept alive, so that a slow handler
 * does not cost deliveries.
 */
export interface Pull {
  /** Up to `max` messages; waits for the first. Undefined once stopped. */
  take(max: number): Promise<readonly Msg[] | undefined>;
  /** Stops pulling and gives back what waits in the buffer. */
  stop(): Promise<void>;
}

/** What a pull reads and how far ahead. */
export interface PullOptions {
  readonly link: Link;
  readonly stream: string;
  readonly durable: string;
  /** The most messages asked for and waiting together. */
  readonly window: number;
  readonly ackWaitMs: number;
  /** Makes the streams and the durable where they are missing. */
  readonly revive: () => Promise<void>;
}

interface Waiting {
  readonly msg: Msg;
  touchedAt: number;
}

const expiresMs = 30_000;
const heartbeatMs = 2_000;
const tickMs = 500;
const stopWithinMs = 2_000;

const inProgress = Buffer.from('+WPI');
const notNow = Buffer.from('-NAK');

/** How many messages an ended request had left; undefined when the server does not say. */
const leftOf = (msg: Msg): number | undefined => {
  const text = msg.headers?.get('Nats-Pending-Messages') ?? '';
  return text === '' ? undefined : Number(text);
};

/** Opens a pull; the durable must exist. */
export const openPull = (options: PullOptions): Pull => {
  const { link, window, ackWaitMs } = options;
  const inbox = createInbox();
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${options.stream}.${options.durable}`;
  let buffer: Waiting[] = [];
  let outstanding = 0;
  let heardAt = performance.now();
  let state: 'pulling' | 'in doubt' | 'reviving' | 'stopped' = 'pulling';
  let attempt = 0;
  let wake: () => void = () => undefined;

  const topUp = (): void => {
    const missing = window - outstanding - buffer.length;
    if (state !== 'pulling' || !link.isUp() || missing * 2 < window) return;
    outstanding += missing;
    const request = { batch: missing, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) };
    link.nc.publish(subject, JSON.stringify(request), { reply: inbox });
  };

  const doubt = (): void => {
    if (state === 'pulling') state = 'in doubt';
  };

  const onStatus = (msg: Msg, code: number): void => {
    if (code === 100) return;
    const isGone = code === 503 || (code === 409 && msg.headers?.description === 'Consumer Deleted');
    if (isGone) doubt();
    outstanding = Math.max(0, outstanding - (leftOf(msg) ?? outstanding));
    if (code === 408) topUp();
  };

  const sub = link.nc.subscribe(inbox, {
    callback: (error, msg) => {
      if (error !== null) return;
      heardAt = performance.now();
      // Only a status has no payload, and decoding headers costs more than all else here.
      const code = msg.data.length === 0 ? (msg.headers?.code ?? 0) : 0;
      if (code !== 0) {
        onStatus(msg, code);
        return;
      }
      outstanding = Math.max(0, outstanding - 1);
      buffer.push({ msg, touchedAt: heardAt });
      wake();
    },
  });

  const keepAlive = (now: number): void => {
    for (const waiting of buffer) {
      if (now - waiting.touchedAt < ackWaitMs / 3) continue;
      waiting.touchedAt = now;
      waiting.msg.respond(inProgress);
    }
  };

  const revive = async (): Promise<void> => {
    const own = ++attempt;
    state = 'reviving';
    const isThere = await options.revive().then(
      () => true,
      () => false,
    );
    // A connection that came back began another, which does not wait for the answers that this one
    // lost.
    if (state !== 'reviving' || own !== attempt) return;
    state = isThere ? 'pulling' : 'in doubt';
    outstanding = 0;
    heardAt = performance.now();
    topUp();
  };

  const tick = (): void => {
    if (!link.isUp()) return;
    const now = performance.now();
    keepAlive(now);
    if (outstanding > 0 && now - heardAt > 2 * heartbeatMs + tickMs) doubt();
    if (state === 'in doubt') void revive();
    else topUp();
  };
  const stopTicking = every(Math.min(tickMs, ackWaitMs / 4), tick);
  const stopListening = link.onUp(() => {
    if (state === 'reviving') state = 'in doubt';
    doubt();
    tick();
  });
  topUp();

  const returnUnsettled = (): void => {
    if (!link.nc.isClosed()) for (const { msg } of buffer) msg.respond(notNow);
    buffer = [];
  };

  return {
    take: async (max) => {
      while (buffer.length === 0 && state !== 'stopped') {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (state === 'stopped') return undefined;
      const taken = buffer.splice(0, max);
      topUp();
      return taken.map(({ msg }) => msg);
    },
    stop: async () => {
      if (state === 'stopped') return;
      state = 'stopped';
      stopTicking();
      stopListening();
      wake();
      // Messages that are on their way arrive before the server confirms; they are given back with
      // the rest.
      if (!link.nc.isClosed()) {
        const { signal } = new AbortController();
        await settlesWithin(sub.drain(), stopWithinMs, signal).catch(() => undefined);
      }
      returnUnsettled();
    },
  };
};
