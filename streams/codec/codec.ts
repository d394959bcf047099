import type { QuotedPrice } from '../../domain/analytics/quoted-price.ts';
import {
  confirmationSubject,
  type DomainEvent,
  type EventType,
  eventSubjects,
  givenPricesSubject,
  observationSubject,
  type StoredEvent,
} from '../../domain/events.ts';
import { offerId } from '../../domain/ids.ts';
import type { Confirmation } from '../../domain/ingestion/confirmation.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { OutgoingMessage } from '../bus/bus.ts';
import { confirmationToJson, readConfirmation } from './confirmation.ts';
import { eventToJson, readEvent } from './events.ts';
import { parseFields } from './fields.ts';
import { observationToJson, readObservation } from './observation.ts';
import { quotedPricesToJson, readQuotedPrices } from './quoted-prices.ts';

/**
 * Between what happens in the core and what travels on the bus: payloads are proto3 JSON of the
 * messages of `svc.events.v1`, headers are those of CloudEvents 1.0 in NATS binary mode, with trace
 * context and correlation id beside them.
 */

/** The header with the trace context of the publisher. */
export const traceparentHeader = 'traceparent';

/**
 * The header with the supplier of an observation, by which what waits is counted, of a
 * confirmation, and of an event that names one.
 */
export const supplierHeader = 'ce-supplierid';

/** Names of the headers that carry the context. */
const contextHeaders = { correlationId: 'correlation_id', traceparent: traceparentHeader } as const;

/** A message's envelope in the words of CloudEvents. */
interface Envelope {
  readonly id: string;
  readonly subject: string;
  readonly time: Date;
  /** What it is about: an offer's, product's or run's id. */
  readonly about: string;
  readonly supplierId?: string;
  readonly context: WriteContext;
}

const toMessage = ({ id, subject, time, about, supplierId, context }: Envelope, json: unknown): OutgoingMessage => ({
  subject,
  messageId: id,
  headers: {
    'ce-specversion': '1.0',
    'ce-id': id,
    'ce-type': subject,
    'ce-source': '/offerstream',
    'ce-time': time.toISOString(),
    'ce-subject': about,
    ...(supplierId === undefined ? {} : { [supplierHeader]: supplierId }),
    'content-type': 'application/json',
    [contextHeaders.correlationId]: context.correlationId,
    ...(context.traceparent === undefined ? {} : { [contextHeaders.traceparent]: context.traceparent }),
  },
  payload: Buffer.from(JSON.stringify(json)),
});

/**
 * An observation as a message; its id is the observation's, so that a bulk page fetched twice
 * counts once.
 */
export const encodeObservation = (
  observation: Observation,
  credential: CredentialRef,
  context: WriteContext,
): OutgoingMessage =>
  toMessage(
    {
      id: observation.id,
      subject: observationSubject,
      time: observation.observedAt,
      about: offerId(observation.supplierId, observation.supplierSku),
      supplierId: observation.supplierId,
      context,
    },
    observationToJson(observation, credential),
  );

/** Reads an observation. Throws `invalid_argument` that names the field. */
export const decodeObservation = (payload: Uint8Array): Observation => readObservation(parseFields(payload));

/** A confirmation as a message, about the run that saw it. */
export const encodeConfirmation = (
  confirmation: Confirmation,
  credential: CredentialRef,
  context: WriteContext,
): OutgoingMessage =>
  toMessage(
    {
      id: confirmation.id,
      subject: confirmationSubject,
      time: confirmation.seenAt,
      about: confirmation.runId,
      supplierId: confirmation.supplierId,
      context,
    },
    confirmationToJson(confirmation, credential),
  );

/** Reads a confirmation. Throws `invalid_argument` that names the field. */
export const decodeConfirmation = (payload: Uint8Array): Confirmation => readConfirmation(parseFields(payload));

/** Prices that were given, in their order. */
export interface QuotedPriceBatch {
  /** The same batch always has the same id. */
  readonly id: string;
  /** At least one. */
  readonly prices: readonly QuotedPrice[];
}

/**
 * Prices given as one message, whose time is that of the last. It belongs to many requests, so that
 * its correlation is its own.
 */
export const encodeQuotedPrices = ({ id, prices }: QuotedPriceBatch): OutgoingMessage =>
  toMessage(
    {
      id,
      subject: givenPricesSubject,
      time: prices.at(-1)?.answeredAt ?? new Date(0),
      about: id,
      context: { correlationId: id, traceparent: undefined },
    },
    quotedPricesToJson(prices),
  );

/** Reads prices given, in their order. Throws `invalid_argument` that names the field. */
export const decodeQuotedPrices = (payload: Uint8Array): readonly QuotedPrice[] =>
  readQuotedPrices(parseFields(payload));

/**
 * A stored event as a message; its id is its place in its aggregate, so that it counts once however
 * often it is published.
 */
export const encodeEvent = (stored: StoredEvent): OutgoingMessage =>
  toMessage(
    {
      id: `${stored.aggregateType}:${stored.aggregateId}:${stored.version}`,
      subject: eventSubjects[stored.event.type],
      time: stored.recordedAt,
      about: stored.aggregateId,
      ...('supplierId' in stored.event && { supplierId: stored.event.supplierId }),
      context: stored,
    },
    eventToJson(stored.event),
  );

const typesBySubject = new Map<string, EventType>(
  Object.entries(eventSubjects).map(([type, subject]) => [subject, type as EventType]),
);

/**
 * Reads the event of a subject. Throws RangeError for a subject that carries none,
 * `invalid_argument` for a bad field.
 */
export const decodeEvent = (subject: string, payload: Uint8Array): DomainEvent => {
  const type = typesBySubject.get(subject);
  if (type === undefined) throw new RangeError(`no event is published on ${subject}`);
  return readEvent(type, parseFields(payload));
};

/**
 * What a message was published for. A message of somebody else may lack a correlation id: it gets
 * its own id.
 */
export const contextOf = (headers: Readonly<Record<string, string>>): WriteContext => ({
  correlationId: headers[contextHeaders.correlationId] || headers['ce-id'] || 'unknown',
  traceparent: headers[contextHeaders.traceparent],
});
