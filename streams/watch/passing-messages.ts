import type { ListenToMessages } from '../../domain/passing-messages.ts';
import type { Bus } from '../bus/bus.ts';
import { supplierHeader } from '../codec/codec.ts';

const textOf = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** Makes the way to look at what passes over the bus. */
export const passingMessages =
  ({ onMessage }: Pick<Bus, 'onMessage'>): ListenToMessages =>
  (pattern, listener) =>
    onMessage(pattern, ({ subject, headers, payload }) =>
      listener({
        id: headers['ce-id'] ?? '',
        subject,
        about: headers['ce-subject'] ?? '',
        at: headers['ce-time'] ?? '',
        supplierId: textOf(headers[supplierHeader]),
        correlationId: textOf(headers.correlation_id),
        payload,
      }),
    );
