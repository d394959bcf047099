import type { Attributes } from '../telemetry/tracing.ts';
import type { Bus } from './bus/bus.ts';

/** What a span of a batch of messages says by OpenTelemetry's conventions for messaging. */
export const messagingAttributes = (
  { system }: Pick<Bus, 'system'>,
  operation: 'send' | 'process',
  batch: { readonly destination: string; readonly count: number; readonly consumer?: string },
): Attributes => ({
  'messaging.system': system,
  'messaging.operation.type': operation,
  'messaging.operation.name': operation,
  'messaging.destination.name': batch.destination,
  'messaging.batch.message_count': batch.count,
  ...(batch.consumer === undefined ? {} : { 'messaging.consumer.group.name': batch.consumer }),
});
