import { type Msg, nanos } from 'nats';
import { settlesWithin } from '../../../concurrency/delay.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { ConsumerOptions, Consumption } from '../bus.ts';
import { type BatchHandler, type BatchSource, startConsumption } from '../delivery/consumption.ts';
import { type Answer, createReceiver } from '../delivery/receiving.ts';
import type { ReceivedMessage, SettleableDelivery } from '../delivery/settlement.ts';
import type { Link } from './link.ts';
import { decodeHeaders } from './message-headers.ts';
import type { Publisher } from './publisher.ts';
import { openPull } from './pull.ts';

/** Dependencies of a consumer. */
export interface ConsumerDependencies {
  readonly link: Link;
  readonly publisher: Publisher;
  readonly log: Logger;
  /** Makes the streams and the durable where they are missing. */
  readonly revive: () => Promise<void>;
}

const answers = {
  done: Buffer.from('+ACK'),
  dead_lettered: Buffer.from('+TERM'),
  working: Buffer.from('+WPI'),
} as const;

const answerText = (answer: Answer): Uint8Array => {
  if (answer.kind !== 'again') return answers[answer.kind];
  return Buffer.from(answer.delayMs <= 0 ? '-NAK' : `-NAK {"delay":${nanos(answer.delayMs)}}`);
};

/** How many batches are asked for ahead of the one in hand. */
const batchesAhead = 2;

const flushWithinMs = 2_000;

/**
 * The message behind a delivery. Its place stands in the reply subject:
 * `$JS.ACK.{stream}.{consumer}.{deliveries}.{stream sequence}.{consumer
 * sequence}.{nanoseconds}.{pending}`, where newer servers put domain and account after ACK. A class
 * for its getter, as `streams/bus/delivery/settlement.ts` has one.
 */
class PulledMessage implements ReceivedMessage {
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly attempt: number;
  readonly sequence: number;
  readonly publishedAt: Date;
  private readonly msg: Msg;
  private decoded: Readonly<Record<string, string>> | undefined;

  constructor(msg: Msg) {
    const tokens = (msg.reply ?? '').split('.');
    const first = tokens.length > 9 ? 6 : 4;
    this.subject = msg.subject;
    this.payload = msg.data;
    this.attempt = Number(tokens[first]);
    this.sequence = Number(tokens[first + 1]);
    this.publishedAt = new Date(Number(tokens[first + 3]) / 1e6);
    this.msg = msg;
    this.decoded = undefined;
  }

  get headers(): Readonly<Record<string, string>> {
    this.decoded ??= decodeHeaders(this.msg);
    return this.decoded;
  }
}

/** Starts pulling from a durable that exists. */
export const startConsumer = (
  parts: ConsumerDependencies,
  options: ConsumerOptions,
  handle: BatchHandler,
): Consumption => {
  const { link, publisher, log } = parts;
  const { stream, durable, ackWaitMs } = options;
  const wanted = options.subjects === undefined ? undefined : new Set(options.subjects);
  const pull = openPull({
    link,
    stream,
    durable,
    ackWaitMs,
    window: Math.min(options.maxUnsettled, options.batch * batchesAhead),
    revive: parts.revive,
  });

  const answer = (msg: Msg, given: Answer): void => {
    // A lost answer means one delivery more, which consumers must bear anyway.
    if (!link.nc.isClosed()) msg.respond(answerText(given));
  };

  const receiver = createReceiver<Msg>({ consumer: options, publish: publisher.publish, answer, log });

  const open = (msg: Msg): SettleableDelivery | undefined => {
    const message = new PulledMessage(msg);
    if (wanted === undefined || wanted.has(message.subject)) return receiver.receive(msg, message);
    answer(msg, { kind: 'done' });
    return undefined;
  };

  const source: BatchSource = {
    next: async () => (await pull.take(options.batch))?.map(open).filter((delivery) => delivery !== undefined),
    stop: () => pull.stop(),
    settled: () => settlesWithin(receiver.empty(), ackWaitMs),
    close: async () => {
      // Acknowledgements are on their way when the server has answered what was sent after them.
      if (link.isUp()) await settlesWithin(link.nc.flush(), flushWithinMs).catch(() => undefined);
    },
  };
  return startConsumption(source, handle, (error) => log.error('bus.batch.failed', { durable, err: error }));
};
