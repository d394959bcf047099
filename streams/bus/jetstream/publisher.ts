import { createInbox, ErrorCode, type Msg, NatsError } from 'nats';
import { type CapacityLimits, createCapacity } from '../../../concurrency/capacity.ts';
import { after } from '../../../concurrency/delay.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';
import type { OutgoingMessage } from '../bus.ts';
import { destinationOf, tooLarge } from '../delivery/message.ts';
import type { Link } from './link.ts';
import { encodeHeaders } from './message-headers.ts';

/**
 * Acknowledged publishing with many messages on the way at once.
 *
 * All calls share one queue. Messages leave it in order, at most `maxInFlight` unacknowledged at a
 * time, and each carries its own reply subject below one inbox, so that one subscription takes all
 * acknowledgements. When the connection comes back, everything unacknowledged is sent again in
 * order; the server drops what it had, by message id. When JetStream is not there (it restores
 * streams after the server greets), the same is done after a pause. A message that is not
 * acknowledged within the time fails its whole call as `unavailable`, whether the server is down,
 * hung or cut off. Nothing is written to a connection that is down, so a caller that gave up leaves
 * nothing behind to be sent later.
 *
 * An outage costs bounded memory. A call that has ended lets go of its messages at once. What waits
 * has a limit in messages and bytes, beyond which a call fails as `unavailable` without waiting. To
 * a server that is up and silent one message goes at a time, so that the socket does not fill.
 */
export interface Publisher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  close(): void;
}

/** Bounds of publishing. */
export interface PublisherLimits {
  readonly timeoutMs: number;
  readonly maxInFlight: number;
  /** What may wait for an acknowledgement or to be sent, in messages and bytes of payload. */
  readonly waiting: CapacityLimits;
}

/** One call of `publish`: its messages from `next` on have not been sent yet. */
interface Call {
  /** Empty once it has ended. */
  messages: readonly OutgoingMessage[];
  readonly count: number;
  readonly bytes: number;
  next: number;
  unacknowledged: number;
  over: boolean;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** One message between its first sending and its acknowledgement. */
interface Flight {
  readonly call: Call;
  readonly message: OutgoingMessage;
  readonly since: number;
}

/** What JetStream answers to a published message. */
interface Acknowledgement {
  readonly error?: { readonly code: number; readonly description: string };
}

const resendAfterMs = 100;

const bytesOf = (messages: readonly OutgoingMessage[]): number =>
  messages.reduce((sum, { payload }) => sum + payload.length, 0);

/** An error answer as a failure: the server cannot at the moment (5xx), or never will. */
const refusal = (error: { code: number; description: string }): Failure =>
  error.code >= 500
    ? unavailable(`nats: ${error.description}`, 1_000)
    : new Failure('internal', 'the bus refused a message', { internal: `nats: ${error.description}` });

const sendFailure = (error: unknown, message: OutgoingMessage): Failure => {
  if (error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded) return tooLarge(message);
  return unavailable('nats: the connection is closed', 1_000, error);
};

/** Opens the publisher of one connection. */
export const openPublisher = (link: Link, limits: PublisherLimits): Publisher => {
  const inbox = createInbox();
  /** Those that may have messages left to send, the oldest first. */
  const calls = new Set<Call>();
  const room = createCapacity(limits.waiting);
  const inFlight = new Map<string, Flight>();
  let lastToken = 0;
  let cancelSweep: (() => void) | undefined;
  let cancelResend: (() => void) | undefined;
  let heardAt = performance.now();
  let isSilent = false;

  const end = (call: Call, error?: Error): void => {
    if (call.over) return;
    call.over = true;
    call.messages = [];
    calls.delete(call);
    room.release(call.count, call.bytes);
    if (error === undefined) {
      call.resolve();
      return;
    }
    for (const [token, flight] of inFlight) if (flight.call === call) inFlight.delete(token);
    call.reject(error);
  };

  const send = (token: string, { message, call }: Flight): void => {
    try {
      const headers = encodeHeaders(message.headers, message.messageId);
      link.nc.publish(message.subject, message.payload, { headers, reply: `${inbox}.${token}` });
    } catch (error) {
      end(call, sendFailure(error, message));
    }
  };

  /** Takes the next message of the oldest call that has any left. */
  const takeNext = (): Flight | undefined => {
    for (const call of calls) {
      const message = call.messages[call.next];
      if (message !== undefined) {
        call.next += 1;
        return { call, message, since: performance.now() };
      }
      calls.delete(call);
    }
    return undefined;
  };

  const flushPending = (): void => {
    while (link.isUp() && inFlight.size < (isSilent ? 1 : limits.maxInFlight)) {
      const flight = takeNext();
      if (flight === undefined) return;
      lastToken += 1;
      const token = lastToken.toString(36);
      inFlight.set(token, flight);
      send(token, flight);
    }
  };

  const noteSign = (): void => {
    heardAt = performance.now();
    isSilent = false;
  };

  const sendAgain = (): void => {
    noteSign();
    for (const [token, flight] of inFlight) if (link.isUp()) send(token, flight);
    flushPending();
  };

  const sendAgainSoon = (): void => {
    cancelResend ??= after(resendAfterMs, () => {
      cancelResend = undefined;
      sendAgain();
    });
  };

  const settle = (token: string, answer: Acknowledgement): void => {
    const flight = inFlight.get(token);
    if (flight === undefined) return;
    inFlight.delete(token);
    if (answer.error !== undefined) end(flight.call, refusal(answer.error));
    flight.call.unacknowledged -= 1;
    if (flight.call.unacknowledged === 0) end(flight.call);
  };

  const onAnswer = (error: NatsError | null, msg: Msg): void => {
    if (error !== null) return;
    noteSign();
    if (msg.headers?.code === 503) sendAgainSoon();
    else settle(msg.subject.slice(inbox.length + 1), msg.json<Acknowledgement>());
    flushPending();
  };
  const answers = link.nc.subscribe(`${inbox}.*`, { callback: onAnswer });

  const expire = (): void => {
    const before = performance.now() - limits.timeoutMs;
    isSilent ||= heardAt <= before && [...inFlight.values()].some(({ since }) => since <= before);
    const unsent = link.isUp() && !isSilent ? [] : Array.from(calls, (call) => ({ call, since: call.since }));
    for (const { call, since } of [...inFlight.values(), ...unsent]) {
      if (since <= before) end(call, unavailable('nats: not acknowledged in time', 1_000));
    }
    flushPending();
    if (inFlight.size > 0 || calls.size > 0) scheduleSweep();
  };
  const scheduleSweep = (): void => {
    cancelSweep = after(Math.max(10, Math.min(250, limits.timeoutMs / 10)), () => {
      cancelSweep = undefined;
      expire();
    });
  };
  const stopListening = link.onUp(sendAgain);

  return {
    publish: async (messages) => {
      for (const message of messages) destinationOf(message);
      if (messages.length === 0) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const [count, bytes, since] = [messages.length, bytesOf(messages), performance.now()];
      if (!room.tryReserve(count, bytes)) throw unavailable('nats: too much waits to be published', 1_000);
      calls.add({ messages, count, bytes, next: 0, unacknowledged: count, over: false, since, resolve, reject });
      flushPending();
      if (cancelSweep === undefined) scheduleSweep();
      await promise;
    },
    close: () => {
      stopListening();
      cancelSweep?.();
      cancelResend?.();
      answers.unsubscribe();
      const left = [...[...inFlight.values()].map(({ call }) => call), ...calls];
      for (const call of left) end(call, unavailable('nats: the bus is closed', 1_000));
    },
  };
};
