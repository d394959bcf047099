import { AckPolicy, type ConsumerInfo, createInbox, DeliverPolicy, type JetStreamManager, nanos } from 'nats';
import { withDeadline } from '../../../concurrency/deadline.ts';
import type { StreamName } from '../bus.ts';
import type { Link } from './link.ts';

/** Messages of a durable to count, and by what. */
export interface HeaderCount {
  readonly stream: StreamName;
  /** What the server says of the durable. */
  readonly info: ConsumerInfo;
  readonly header: string;
  /** Messages that are looked at, from the oldest on. */
  readonly atMost: number;
}

/**
 * How many come after a message, by its reply subject: `$JS.ACK.{stream}.{consumer}.{deliveries}.
 * {stream sequence}.{consumer sequence}.{nanoseconds}.{pending}`, where newer servers put domain
 * and account after ACK.
 */
const stillToCome = (reply = ''): number => {
  const tokens = reply.split('.');
  return Number(tokens[tokens.length > 9 ? 10 : 8]);
};

/** Headers of 20,000 messages come within a second. */
const deadlineMs = 5_000;

/** The server forgets the reader by itself when this process dies at it. */
const inactiveMs = 30_000;

/**
 * Counts what a durable has not settled by the value of a header. The server sends the headers
 * alone, to a reader of its own that settles nothing and is gone afterwards. Messages after the
 * first that is not settled count even where they are.
 */
export const countByHeader = async (
  { nc }: Pick<Link, 'nc'>,
  jsm: JetStreamManager,
  { stream, info, header, atMost }: HeaderCount,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  const inbox = createInbox();
  const messages = nc.subscribe(inbox);
  const reader = await jsm.consumers.add(stream, {
    deliver_subject: inbox,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: info.ack_floor.stream_seq + 1,
    ack_policy: AckPolicy.None,
    headers_only: true,
    mem_storage: true,
    inactive_threshold: nanos(inactiveMs),
    ...(info.config.filter_subject === undefined ? {} : { filter_subject: info.config.filter_subject }),
  });
  try {
    // Settled in the meantime.
    if (reader.num_pending === 0 && reader.delivered.consumer_seq === 0) return counts;
    await withDeadline({ what: `the headers of ${stream}`, ms: deadlineMs }, async () => {
      let seen = 0;
      for await (const message of messages) {
        const value = message.headers?.get(header) ?? '';
        counts.set(value, (counts.get(value) ?? 0) + 1);
        seen += 1;
        if (seen === atMost || stillToCome(message.reply) === 0) break;
      }
    });
    return counts;
  } finally {
    messages.unsubscribe();
    await jsm.consumers.delete(stream, reader.name).catch(() => undefined);
  }
};
