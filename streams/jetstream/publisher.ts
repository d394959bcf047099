import { createInbox, ErrorCode, type Msg, NatsError } from 'nats';
import { destinationOf, tooLarge } from '../../domain/bus/message.ts';
import { Failure, unavailable } from '../../domain/errors.ts';
import type { OutgoingMessage } from '../../domain/ports.ts';
import type { Link } from './link.ts';
import { encodeHeaders } from './message-headers.ts';

/**
 * Acknowledged publishing with many messages on the way at once.
 *
 * All calls share one queue. Messages leave it in order, at most `maxInFlight` unacknowledged at a time, and each carries its
 * own reply subject below one inbox, so that one subscription takes all acknowledgements. When the connection comes back,
 * everything unacknowledged is sent again in order; the server drops what it had, by message id. When JetStream is not there
 * (it restores streams after the server greets), the same is done after a pause. A message that is not acknowledged within the
 * time fails its whole call as `unavailable`, whether the server is down, hung or cut off. Nothing is written to a connection
 * that is down, so a caller that gave up leaves nothing behind to be sent later.
 */
export interface Publisher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  close(): void;
}

/** Bounds of publishing. */
export interface PublisherLimits {
  readonly timeoutMs: number;
  readonly maxInFlight: number;
}

/** One call of `publish`: its messages from `next` on have not been sent yet. */
interface Call {
  readonly messages: readonly OutgoingMessage[];
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
  const calls: Call[] = [];
  const inFlight = new Map<string, Flight>();
  let lastToken = 0;
  let sweep: NodeJS.Timeout | undefined;
  let resend: NodeJS.Timeout | undefined;

  const end = (call: Call, error?: Error): void => {
    if (call.over) return;
    call.over = true;
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
    for (let call = calls[0]; call !== undefined; call = calls[0]) {
      const message = call.over ? undefined : call.messages[call.next];
      if (message !== undefined) {
        call.next += 1;
        return { call, message, since: performance.now() };
      }
      calls.shift();
    }
    return undefined;
  };

  const pump = (): void => {
    while (link.isUp() && inFlight.size < limits.maxInFlight) {
      const flight = takeNext();
      if (flight === undefined) return;
      lastToken += 1;
      const token = lastToken.toString(36);
      inFlight.set(token, flight);
      send(token, flight);
    }
  };

  const sendAgain = (): void => {
    for (const [token, flight] of inFlight) if (link.isUp()) send(token, flight);
    pump();
  };

  const sendAgainSoon = (): void => {
    resend ??= setTimeout(() => {
      resend = undefined;
      sendAgain();
    }, resendAfterMs);
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
    if (msg.headers?.code === 503) sendAgainSoon();
    else settle(msg.subject.slice(inbox.length + 1), msg.json<Acknowledgement>());
    pump();
  };
  const answers = link.nc.subscribe(`${inbox}.*`, { callback: onAnswer });

  const expire = (): void => {
    const before = performance.now() - limits.timeoutMs;
    const unsent = link.isUp() ? [] : calls.map((call) => ({ call, since: call.since }));
    for (const { call, since } of [...inFlight.values(), ...unsent]) {
      if (since <= before) end(call, unavailable('nats: not acknowledged in time', 1_000));
    }
    pump();
    if (inFlight.size > 0 || calls.length > 0) scheduleSweep();
  };
  const scheduleSweep = (): void => {
    sweep = setTimeout(
      () => {
        sweep = undefined;
        expire();
      },
      Math.max(10, Math.min(250, limits.timeoutMs / 10)),
    );
  };
  const stopListening = link.onUp(sendAgain);

  return {
    publish: async (messages) => {
      for (const message of messages) destinationOf(message);
      if (messages.length === 0) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const since = performance.now();
      calls.push({ messages, next: 0, unacknowledged: messages.length, over: false, since, resolve, reject });
      pump();
      if (sweep === undefined) scheduleSweep();
      await promise;
    },
    close: () => {
      stopListening();
      clearTimeout(sweep);
      clearTimeout(resend);
      answers.unsubscribe();
      const left = [...[...inFlight.values()].map(({ call }) => call), ...calls];
      for (const call of left) end(call, unavailable('nats: the bus is closed', 1_000));
    },
  };
};
