/**
 * Calls of `publish` and their messages, from the call until everything is acknowledged: what waits
 * to be sent, the oldest call first, and what is on the way. What waits and is on the way together
 * is bounded. A call that has ended lets go of its messages at once.
 */
import { type CapacityLimits, createCapacity } from '../../../concurrency/capacity.ts';
import { unavailable } from '../../../domain/errors.ts';
import type { OutgoingMessage } from '../bus.ts';

/** One call of `publish`: its messages from `next` on have not been sent yet. */
export interface Call {
  /** Empty once it has ended. */
  messages: readonly OutgoingMessage[];
  readonly count: number;
  readonly bytes: number;
  next: number;
  unacknowledged: number;
  over: boolean;
  readonly since: number;
  /** Settles with its end. */
  readonly ended: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** One message between its first sending and its acknowledgement. */
export interface Flight {
  readonly token: string;
  readonly call: Call;
  readonly message: OutgoingMessage;
  readonly since: number;
}

const bytesOf = (messages: readonly OutgoingMessage[]): number =>
  messages.reduce((sum, { payload }) => sum + payload.length, 0);

const beginCall = (messages: readonly OutgoingMessage[]): Call => ({
  messages,
  count: messages.length,
  bytes: bytesOf(messages),
  next: 0,
  unacknowledged: messages.length,
  over: false,
  since: performance.now(),
  ...settlement(),
});

const settlement = (): Pick<Call, 'ended' | 'resolve' | 'reject'> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { ended: promise, resolve, reject };
};

/** Takes the next message; a call that has none left is taken out. */
const nextOf = (unsent: Set<Call>, number: number): Flight | undefined => {
  for (const call of unsent) {
    const message = call.messages[call.next];
    if (message !== undefined) {
      call.next += 1;
      return { token: number.toString(36), call, message, since: performance.now() };
    }
    unsent.delete(call);
  }
  return undefined;
};

/** What is to be sent and what is on the way. */
export interface Outgoing {
  /** Those that may have messages left to send, the oldest first. */
  readonly unsent: ReadonlySet<Call>;
  /** By token. */
  readonly inFlight: ReadonlyMap<string, Flight>;
  /** Throws `unavailable` when too much waits already. */
  begin(messages: readonly OutgoingMessage[]): Call;
  /** The next message of the oldest call that has any left; it is on the way from now on. */
  takeNext(): Flight | undefined;
  /** The message has been answered; a refusal ends its call. */
  settle(token: string, refusal: Error | undefined): void;
  /** Ends a call that has not ended: well, or with the error. */
  end(call: Call, error?: Error): void;
}

/** Opens an empty one. */
export const createOutgoing = (limits: CapacityLimits): Outgoing => {
  const unsent = new Set<Call>();
  const inFlight = new Map<string, Flight>();
  const room = createCapacity(limits);
  let lastNumber = 0;

  const end = (call: Call, error?: Error): void => {
    if (call.over) return;
    call.over = true;
    call.messages = [];
    unsent.delete(call);
    room.release(call.count, call.bytes);
    if (error === undefined) {
      call.resolve();
      return;
    }
    for (const [token, flight] of inFlight) if (flight.call === call) inFlight.delete(token);
    call.reject(error);
  };

  return {
    unsent,
    inFlight,
    begin: (messages) => {
      const call = beginCall(messages);
      if (!room.tryReserve(call.count, call.bytes)) throw unavailable('nats: too much waits to be published', 1_000);
      unsent.add(call);
      return call;
    },
    takeNext: () => {
      const flight = nextOf(unsent, lastNumber + 1);
      if (flight === undefined) return undefined;
      lastNumber += 1;
      inFlight.set(flight.token, flight);
      return flight;
    },
    settle: (token, refusal) => {
      const flight = inFlight.get(token);
      if (flight === undefined) return;
      inFlight.delete(token);
      if (refusal !== undefined) end(flight.call, refusal);
      flight.call.unacknowledged -= 1;
      if (flight.call.unacknowledged === 0) end(flight.call);
    },
    end,
  };
};
