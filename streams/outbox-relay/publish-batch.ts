import { isFailure, reasonOf } from '../../domain/errors.ts';
import type { StoredEvent } from '../../domain/events.ts';
import type { Outbox } from '../../domain/outbox/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { commonCause, enterTrace } from '../../telemetry/tracing.ts';
import type { Bus, OutgoingMessage } from '../bus/bus.ts';
import { encodeEvent } from '../codec/codec.ts';
import { messagingAttributes } from '../messaging-attributes.ts';

/** Dependencies of publishing a batch. */
export interface PublishBatchDependencies {
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const isOutage = (error: unknown): boolean => isFailure(error, 'unavailable');

const aggregateKey = ({ aggregateType, aggregateId }: StoredEvent): string => `${aggregateType} ${aggregateId}`;

/** The whole batch as messages; undefined when one of its events cannot be written. */
const encodeAll = (events: readonly StoredEvent[]): readonly OutgoingMessage[] | undefined => {
  try {
    return events.map(encodeEvent);
  } catch {
    return undefined;
  }
};

/** Publishes the batch as one. Says whether the bus took it; throws when the bus is away. */
const publishTogether = async (
  { bus, metrics }: PublishBatchDependencies,
  events: readonly StoredEvent[],
): Promise<boolean> => {
  const messages = encodeAll(events);
  if (messages === undefined) return false;
  try {
    await bus.publish(messages);
    return true;
  } catch (error) {
    if (!isOutage(error)) return false;
    metrics.eventStore.publishAttempts.inc({ outcome: 'failed' }, messages.length);
    throw error;
  }
};

/**
 * Publishes event by event, leaving out what follows a refused one in its aggregate. Throws when
 * the bus is away.
 */
const publishOneByOne = async (parts: PublishBatchDependencies, events: readonly StoredEvent[]): Promise<number> => {
  const held = new Set<string>();
  let refused = 0;
  for (const event of events) {
    if (held.has(aggregateKey(event))) continue;
    try {
      await parts.bus.publish([encodeEvent(event)]);
    } catch (error) {
      if (isOutage(error)) throw error;
      held.add(aggregateKey(event));
      refused += 1;
      await countRefusal(parts, event, reasonOf(error));
      continue;
    }
    await markPublished(parts, [event]);
  }
  return refused;
};

const countRefusal = async (parts: PublishBatchDependencies, stored: StoredEvent, reason: string): Promise<void> => {
  const { parked } = await parts.outbox.failed(stored.position, reason);
  const fields = { position: stored.position.toString(), event_type: stored.event.type, reason };
  parts.metrics.eventStore.publishAttempts.inc({ outcome: parked ? 'parked' : 'failed' });
  if (parked) parts.log.error('outbox.parked', fields);
  else parts.log.warn('outbox.publish.failed', fields);
};

const markPublished = async (
  { outbox, metrics }: PublishBatchDependencies,
  events: readonly StoredEvent[],
): Promise<void> => {
  await outbox.published(events.map(({ position }) => position));
  metrics.eventStore.publishAttempts.inc({ outcome: 'published' }, events.length);
};

/**
 * Publishes pending events in order and marks them. When the bus refuses the batch, each event is
 * tried by itself to find the one at fault. Throws `unavailable` when the bus or the outbox is
 * away; what was published until then stays unmarked or marked, and is published again under the
 * same id at worst.
 */
export const publishBatch = (
  parts: PublishBatchDependencies,
  events: readonly StoredEvent[],
): Promise<{ readonly refused: number }> =>
  enterTrace(
    {
      name: 'publish events',
      kind: 'producer',
      ...commonCause(events.map(({ traceparent }) => traceparent)),
      attributes: messagingAttributes(parts.bus, 'send', { destination: 'EVENTS', count: events.length }),
      context: { component: 'outbox_relay', layer: 'streams' },
    },
    () => publishInOrder(parts, events),
  );

const publishInOrder = async (
  parts: PublishBatchDependencies,
  events: readonly StoredEvent[],
): Promise<{ readonly refused: number }> => {
  if (await publishTogether(parts, events)) {
    await markPublished(parts, events);
    return { refused: 0 };
  }
  return { refused: await publishOneByOne(parts, events) };
};
