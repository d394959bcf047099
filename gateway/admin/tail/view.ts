import { sleep } from '../../../concurrency/delay.ts';
import { Failure, invalidArgument } from '../../../domain/errors.ts';
import { type ListenToMessages, type PassingMessage, passingSubjects } from '../../../domain/passing-messages.ts';
import type { StreamingUseCase } from '../../request/request-context.ts';

/** What passes over the bus, as operators look at it. */

type Listener = (message: PassingMessage) => void;

/** One listening to the bus, for all that look. */
interface SharedListening {
  /** How many look. */
  readonly count: () => number;
  /**
   * Tells every message from now on, each the same to all. Returns how to stop; the last one that
   * stops ends the listening.
   */
  readonly listen: (listener: Listener) => () => void;
}

/** Listens to the bus while anybody looks, whatever the number of those. */
const shareListening = (listenToMessages: ListenToMessages): SharedListening => {
  const listeners = new Set<Listener>();
  let stopAll: (() => void) | undefined;
  return {
    count: () => listeners.size,
    listen: (listener) => {
      stopAll ??= listenToMessages('*.*.v1', (message) => {
        for (const each of listeners) each(message);
      });
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        const stop = stopAll;
        stopAll = undefined;
        stop?.();
      };
    },
  };
};

/** Which messages. */
export interface TailRequest {
  /** A subject; left out: observations and every domain event. */
  readonly subject: string | undefined;
  /** Only of this supplier; left out: of all. */
  readonly supplierId: string | undefined;
}

/** A message as it is told: what it says is undefined where that is too large. */
export interface ToldMessage extends Omit<PassingMessage, 'payload'> {
  readonly payload: Uint8Array | undefined;
}

/** What passed since the answer before. */
export interface Passed {
  /** The newest, in their order. */
  readonly messages: readonly ToldMessage[];
  /** How many passed besides, which nobody can read as fast. */
  readonly leftOut: number;
}

/** What operators look at. */
export interface TailCases {
  /**
   * Begins with an answer of nothing once it listens. `exhausted` when too many look
   * already.
   */
  readonly tailMessages: StreamingUseCase<TailRequest, Passed>;
}

/** What it is made of. */
interface Dependencies {
  readonly listenToMessages: ListenToMessages;
}

/** As many as one can look through. */
const maxAtOnce = 50;

/** How often somebody can take in something new. */
const everyMs = 500;

/** Each keeps what it has not taken yet. */
const maxListeners = 16;

/** A larger message is told without what it says, which is not kept either. */
export const maxBytes = 16_384;

const told = ({ payload, ...message }: PassingMessage): ToldMessage => ({
  ...message,
  payload: payload.byteLength > maxBytes ? undefined : payload,
});

/** Messages name their supplier where they know it; older events do so in what they say. */
const isOf =
  (supplierId: string | undefined) =>
  ({ supplierId: named, payload }: PassingMessage): boolean => {
    if (supplierId === undefined) return true;
    if (named !== undefined) return named === supplierId;
    const { buffer, byteOffset, byteLength } = payload;
    return Buffer.from(buffer, byteOffset, byteLength).includes(`"supplier_id":${JSON.stringify(supplierId)}`);
  };

/** The newest of what is told, until it is taken. */
const createWindow = () => {
  let messages: ToldMessage[] = [];
  let leftOut = 0;
  let wake: (() => void) | undefined;
  return {
    add: (message: ToldMessage): void => {
      messages.push(message);
      if (messages.length > maxAtOnce) {
        messages.shift();
        leftOut += 1;
      }
      wake?.();
    },
    take: (): Passed => {
      const passed = { messages, leftOut };
      messages = [];
      leftOut = 0;
      return passed;
    },
    /** Resolves once there is something, or with the signal. */
    filled: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (messages.length > 0 || signal.aborted) return resolve();
        const end = (): void => {
          wake = undefined;
          signal.removeEventListener('abort', end);
          resolve();
        };
        wake = end;
        signal.addEventListener('abort', end);
      }),
  };
};

/** Lets operators look at what passes. */
export const tailBus = ({ listenToMessages }: Dependencies): TailCases => {
  const { count, listen } = shareListening(listenToMessages);
  return {
    tailMessages: async function* ({ subject, supplierId }, { signal }) {
      if (subject !== undefined && !passingSubjects.includes(subject))
        throw invalidArgument({ field: 'subject', description: `must be one of ${passingSubjects.join(', ')}` });
      if (count() >= maxListeners)
        throw new Failure('exhausted', `${maxListeners} are looking at messages of this process already`);
      const window = createWindow();
      const isMeant = isOf(supplierId);
      const known = new Set(subject === undefined ? passingSubjects : [subject]);
      const stop = listen((message) => {
        if (known.has(message.subject) && isMeant(message)) window.add(told(message));
      });
      try {
        yield { messages: [], leftOut: 0 };
        for (;;) {
          await window.filled(signal);
          signal.throwIfAborted();
          yield window.take();
          await sleep(everyMs, signal);
        }
      } finally {
        stop();
      }
    },
  };
};
