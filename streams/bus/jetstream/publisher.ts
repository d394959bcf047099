import { createInbox, ErrorCode, type Msg, NatsError } from 'nats';
import type { CapacityLimits } from '../../../concurrency/capacity.ts';
import { singleDelay } from '../../../concurrency/delay.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';
import type { OutgoingMessage } from '../bus.ts';
import { destinationOf, tooLarge } from '../delivery/message.ts';
import type { Link } from './link.ts';
import { encodeHeaders } from './message-headers.ts';
import { createOutgoing, type Flight, type Outgoing } from './outgoing.ts';

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

/** What JetStream answers to a published message. */
interface Acknowledgement {
  readonly error?: { readonly code: number; readonly err_code?: number; readonly description: string };
}

const resendAfterMs = 100;

/**
 * What an account may store is used up: the one lack of room that JetStream answers with 400, as if
 * the message were at fault.
 */
const accountIsFull = 10_002;

/**
 * An error answer as a failure: the server cannot at the moment (5xx, no room), or never will.
 * Nearly every answer is none, and is not parsed.
 */
const refusalIn = (answer: string): Failure | undefined => {
  if (!answer.includes('"error"')) return undefined;
  const { error }: Acknowledgement = JSON.parse(answer);
  if (error === undefined) return undefined;
  const text = `nats: ${error.description}`;
  return error.code >= 500 || error.err_code === accountIsFull
    ? unavailable(text, 1_000)
    : new Failure('internal', 'the bus refused a message', { internal: text });
};

const sendFailure = (error: unknown, message: OutgoingMessage): Failure => {
  if (error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded) return tooLarge(message);
  return unavailable('nats: the connection is closed', 1_000, error);
};

/** Writes a message to the connection; the failure when it cannot be. */
const write = ({ nc }: Link, inbox: string, { token, message }: Flight): Failure | undefined => {
  try {
    const headers = encodeHeaders(message.headers, message.messageId);
    nc.publish(message.subject, message.payload, { headers, reply: `${inbox}.${token}` });
    return undefined;
  } catch (error) {
    return sendFailure(error, message);
  }
};

/**
 * Writes messages to the connection: as many at a time as may be on the way, and one at a time to a
 * server that is silent. It is silent when it was not heard of while a message was on the way.
 */
const createSender = (link: Link, inbox: string, outgoing: Outgoing, maxInFlight: number) => {
  let heardAt = performance.now();
  let isSilent = false;

  const send = (flight: Flight): void => {
    const failure = write(link, inbox, flight);
    if (failure !== undefined) outgoing.end(flight.call, failure);
  };
  const flush = (): void => {
    while (link.isUp() && outgoing.inFlight.size < (isSilent ? 1 : maxInFlight)) {
      const flight = outgoing.takeNext();
      if (flight === undefined) return;
      send(flight);
    }
  };
  const noteSign = (): void => {
    heardAt = performance.now();
    isSilent = false;
  };
  return {
    flush,
    noteSign,
    sendAgain: (): void => {
      noteSign();
      for (const flight of outgoing.inFlight.values()) if (link.isUp()) send(flight);
      flush();
    },
    /** Whether messages can go; not to a server that has been silent since the instant. */
    canSend: (since: number): boolean => {
      isSilent ||= heardAt <= since && [...outgoing.inFlight.values()].some((flight) => flight.since <= since);
      return link.isUp() && !isSilent;
    },
  };
};

/** Ends the calls with a message on the way since before the instant, or one that waits so long. */
const endSince = ({ inFlight, unsent, end }: Outgoing, before: number, isWaitingToo: boolean, why: string): void => {
  const waiting = isWaitingToo ? Array.from(unsent, (call) => ({ call, since: call.since })) : [];
  for (const { call, since } of [...inFlight.values(), ...waiting]) {
    if (since <= before) end(call, unavailable(why, 1_000));
  }
};

/** Opens the publisher of one connection. */
export const openPublisher = (link: Link, limits: PublisherLimits): Publisher => {
  const inbox = createInbox();
  const outgoing = createOutgoing(limits.waiting);
  const sender = createSender(link, inbox, outgoing, limits.maxInFlight);
  const resend = singleDelay(resendAfterMs, sender.sendAgain);

  const onAnswer = (error: NatsError | null, msg: Msg): void => {
    if (error !== null) return;
    sender.noteSign();
    if (msg.headers?.code === 503) resend.start();
    else outgoing.settle(msg.subject.slice(inbox.length + 1), refusalIn(msg.string()));
    sender.flush();
  };
  const answers = link.nc.subscribe(`${inbox}.*`, { callback: onAnswer });

  const sweep = singleDelay(Math.max(10, Math.min(250, limits.timeoutMs / 10)), () => {
    const before = performance.now() - limits.timeoutMs;
    endSince(outgoing, before, !sender.canSend(before), 'nats: not acknowledged in time');
    sender.flush();
    if (outgoing.inFlight.size + outgoing.unsent.size > 0) sweep.start();
  });
  const stopListening = link.onUp(sender.sendAgain);

  return {
    publish: async (messages) => {
      for (const message of messages) destinationOf(message);
      if (messages.length === 0) return;
      const { ended } = outgoing.begin(messages);
      sender.flush();
      sweep.start();
      await ended;
    },
    close: () => {
      stopListening();
      sweep.cancel();
      resend.cancel();
      answers.unsubscribe();
      endSince(outgoing, Number.POSITIVE_INFINITY, true, 'nats: the bus is closed');
    },
  };
};
