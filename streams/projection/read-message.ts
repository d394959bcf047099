import { confirmationRows } from '../../domain/analytics/confirmation-rows.ts';
import { eventRow } from '../../domain/analytics/event-row.ts';
import { observationRow } from '../../domain/analytics/observation-row.ts';
import type { ProjectedRows } from '../../domain/analytics/rows.ts';
import { confirmationSubject, givenPricesSubject, observationSubject } from '../../domain/events.ts';
import type { Delivery } from '../bus/bus.ts';
import { decodeConfirmation, decodeEvent, decodeObservation, decodeQuotedPrices } from '../codec/codec.ts';

/** What of a message the projection looks at. */
export type ProjectedMessage = Pick<Delivery, 'subject' | 'headers' | 'payload' | 'publishedAt'>;

/**
 * When the event was recorded; a message of somebody else may not tell, and then counts from its
 * publication.
 */
const recordedAt = ({ headers, publishedAt }: ProjectedMessage): Date => {
  const told = new Date(headers['ce-time'] ?? '');
  return Number.isNaN(told.getTime()) ? publishedAt : told;
};

const quotedPriceRows = (messageId: string, payload: Uint8Array): ProjectedRows => ({
  table: 'price_given',
  rows: decodeQuotedPrices(payload).map((price, place) => ({ ...price, messageId: `${messageId}:${place}` })),
});

/**
 * The rows of a message; undefined for an event that the projection does not keep. Throws
 * `invalid_argument` that names the field when the message cannot be read.
 */
export const readMessage = (message: ProjectedMessage): ProjectedRows | undefined => {
  const { subject, headers, payload } = message;
  if (subject === observationSubject) {
    return { table: 'observation', rows: [observationRow(decodeObservation(payload))] };
  }
  if (subject === confirmationSubject) {
    return { table: 'offer_newest', rows: confirmationRows(decodeConfirmation(payload)) };
  }
  const messageId = headers['ce-id'];
  if (!messageId) throw new RangeError('the header ce-id is missing');
  if (subject === givenPricesSubject) return quotedPriceRows(messageId, payload);
  const projected = eventRow(decodeEvent(subject, payload), { messageId, recordedAt: recordedAt(message) });
  return projected && ({ table: projected.table, rows: [projected.row] } as ProjectedRows);
};
