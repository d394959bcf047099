import { confirmationSubject } from '../../domain/events.ts';
import type { PublishConfirmations } from '../../domain/ingestion/ports.ts';
import { withSpan } from '../../telemetry/tracing.ts';
import type { Bus } from '../bus/bus.ts';
import { encodeConfirmation } from '../codec/codec.ts';
import { messagingAttributes } from '../messaging-attributes.ts';

/**
 * Makes the way of one process to tell on the bus what a credential saw again, in order. It
 * resolves when the bus has stored all of it, and rejects with `unavailable` when it has not:
 * publish the same again, what was stored counts once.
 */
export const createConfirmationPublisher =
  (bus: Pick<Bus, 'system' | 'publish'>): PublishConfirmations =>
  (confirmations, credential, context) =>
    withSpan(
      {
        name: 'publish confirmations',
        kind: 'producer',
        attributes: () => ({
          supplier: credential.supplierId,
          ...messagingAttributes(bus, 'send', { destination: confirmationSubject, count: confirmations.length }),
        }),
      },
      () => bus.publish(confirmations.map((each) => encodeConfirmation(each, credential, context))),
    );
