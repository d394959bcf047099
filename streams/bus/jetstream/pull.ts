import { createInbox, type Msg, type NatsError, nanos } from 'nats';
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

/** Messages that have come and were not taken yet. */
const createBuffer = (ackWaitMs: number) => {
  let waiting: Waiting[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;
  return {
    size: () => waiting.length,
    put: (msg: Msg, now: number): void => {
      if (isClosed) {
        msg.respond(notNow);
        return;
      }
      waiting.push({ msg, touchedAt: now });
      wake();
    },
    take: (max: number): readonly Msg[] => waiting.splice(0, max).map(({ msg }) => msg),
    /** Resolves at the next message, and when it is woken. */
    arrival: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    wake: () => wake(),
    keepAlive: (now: number): void => {
      for (const each of waiting) {
        if (now - each.touchedAt < ackWaitMs / 3) continue;
        each.touchedAt = now;
        each.msg.respond(inProgress);
      }
    },
    /** Gives back what waits, and from now on what still arrives. */
    giveBack: (): void => {
      isClosed = true;
      for (const { msg } of waiting) msg.respond(notNow);
      waiting = [];
    },
  };
};

/** Requests for messages, and how many of these are still to come. */
const createRequests = ({ link, stream, durable, window }: PullOptions, inbox: string) => {
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`;
  let outstanding = 0;
  return {
    areOutstanding: () => outstanding > 0,
    topUp: (waiting: number): void => {
      const missing = window - outstanding - waiting;
      if (missing * 2 < window) return;
      outstanding += missing;
      const request = { batch: missing, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) };
      link.nc.publish(subject, JSON.stringify(request), { reply: inbox });
    },
    /** Notes a message that has come. */
    answered: (): void => {
      outstanding = Math.max(0, outstanding - 1);
    },
    /** Notes the status of a request that has ended. */
    ended: (status: Msg): void => {
      outstanding = Math.max(0, outstanding - (leftOf(status) ?? outstanding));
    },
    forget: (): void => {
      outstanding = 0;
    },
  };
};

/** How sure it is that the durable exists. */
const createStanding = (makeSure: () => Promise<void>) => {
  let state: 'pulling' | 'in doubt' | 'reviving' | 'stopped' = 'pulling';
  let attempt = 0;
  return {
    state: () => state,
    doubt: (): void => {
      if (state === 'pulling') state = 'in doubt';
    },
    /** What was being made sure of is in doubt too: its answers are lost. */
    doubtAll: (): void => {
      if (state !== 'stopped') state = 'in doubt';
    },
    stop: (): void => {
      state = 'stopped';
    },
    /** Resolves with whether this attempt, and no later one, has settled it. */
    revive: async (): Promise<boolean> => {
      const own = ++attempt;
      state = 'reviving';
      const isThere = await makeSure().then(
        () => true,
        () => false,
      );
      // A connection that came back began another, which does not wait for the answers that this
      // one lost.
      if (state !== 'reviving' || own !== attempt) return false;
      state = isThere ? 'pulling' : 'in doubt';
      return true;
    },
  };
};

/** Pulls until it is stopped. */
const startPulling = (options: PullOptions, inbox: string) => {
  const { link, ackWaitMs } = options;
  const buffer = createBuffer(ackWaitMs);
  const requests = createRequests(options, inbox);
  const standing = createStanding(options.revive);
  let heardAt = performance.now();

  const topUp = (): void => {
    if (standing.state() === 'pulling' && link.isUp()) requests.topUp(buffer.size());
  };

  const onStatus = (msg: Msg, code: number): void => {
    if (code === 503 || (code === 409 && msg.headers?.description === 'Consumer Deleted')) standing.doubt();
    requests.ended(msg);
    if (code === 408) topUp();
  };

  const revive = async (): Promise<void> => {
    if (!(await standing.revive())) return;
    requests.forget();
    heardAt = performance.now();
    topUp();
  };

  return {
    buffer,
    standing,
    topUp,
    onMessage: (error: NatsError | null, msg: Msg): void => {
      if (error !== null) return;
      heardAt = performance.now();
      // Only a status has no payload, and decoding headers costs more than all else here.
      const code = msg.data.length === 0 ? (msg.headers?.code ?? 0) : 0;
      if (code === 0) {
        requests.answered();
        buffer.put(msg, heardAt);
      } else if (code !== 100) onStatus(msg, code);
    },
    tick: (): void => {
      if (!link.isUp()) return;
      const now = performance.now();
      buffer.keepAlive(now);
      if (requests.areOutstanding() && now - heardAt > 2 * heartbeatMs + tickMs) standing.doubt();
      if (standing.state() === 'in doubt') void revive();
      else topUp();
    },
  };
};

/** Opens a pull; the durable must exist. */
export const openPull = (options: PullOptions): Pull => {
  const { link, ackWaitMs } = options;
  const inbox = createInbox();
  const { buffer, standing, topUp, onMessage, tick } = startPulling(options, inbox);
  const isStopped = (): boolean => standing.state() === 'stopped';
  const sub = link.nc.subscribe(inbox, { callback: onMessage });
  const stopTicking = every(Math.min(tickMs, ackWaitMs / 4), tick);
  const stopListening = link.onUp(() => {
    standing.doubtAll();
    tick();
  });
  topUp();

  return {
    take: async (max) => {
      while (buffer.size() === 0 && !isStopped()) await buffer.arrival();
      if (isStopped()) return undefined;
      const taken = buffer.take(max);
      topUp();
      return taken;
    },
    stop: async () => {
      if (isStopped()) return;
      standing.stop();
      stopTicking();
      stopListening();
      buffer.wake();
      if (link.nc.isClosed()) return;
      // Messages that are on their way arrive before the server confirms. A server or a process
      // that stalls for longer than this waits must not hold them until their time is up.
      await settlesWithin(sub.drain(), stopWithinMs).catch(() => undefined);
      if (!link.nc.isClosed()) buffer.giveBack();
    },
  };
};
