import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Metadata, type StatusObject } from '@grpc/grpc-js';
import type { Failure } from '../../domain/errors.ts';
import { errorTable } from '../errors/error-table.ts';
import { correlationHeader } from '../request/correlation.ts';

/**
 * The standard error model of gRPC, written by hand: `google.rpc.Status` with ErrorInfo, BadRequest
 * and RetryInfo as details. Clients read them with the googleapis types that exist for every gRPC
 * language. The numbers are the field numbers there.
 */

/** What goes into a status besides what the failure holds. */
interface StatusParts {
  /** The numeric gRPC status code. */
  readonly code: number;
  /** The public text. */
  readonly message: string;
  readonly correlationId: string;
}

/**
 * Metadata beyond 8 KiB is refused by many clients, so what callers could make long is cut, in
 * bytes of UTF-8.
 */
const maxMessageBytes = 1_000;
const maxViolationBytes = 300;
const maxBytesOfViolations = 3_000;

const utf8 = new TextEncoder();

/**
 * The beginning of a text that takes at most so many bytes in UTF-8, and never half a character.
 */
const cutToBytes = (content: string, maxBytes: number): string =>
  content.slice(0, utf8.encodeInto(content, new Uint8Array(maxBytes)).read).toWellFormed();

/**
 * The bytes of `grpc-status-details-bin`: always an ErrorInfo; a BadRequest and a RetryInfo where
 * the failure has them.
 */
const encodeStatus = (failure: Failure, { code, message, correlationId }: StatusParts): Uint8Array => {
  const writer = new BinaryWriter();
  const fields = [
    number(1, code),
    text(2, cutToBytes(message, maxMessageBytes)),
    detail('ErrorInfo', errorInfo(failure, correlationId)),
  ];
  if (failure.violations.length > 0) fields.push(detail('BadRequest', badRequest(failure)));
  if (failure.retryAfterMs !== undefined) fields.push(detail('RetryInfo', retryInfo(failure.retryAfterMs)));
  for (const write of fields) write(writer);
  return writer.finish();
};

/** Writes one field. */
type Field = (writer: BinaryWriter) => void;

const number =
  (field: number, value: number): Field =>
  (writer) => {
    writer.tag(field, WireType.Varint).int64(value);
  };

const text =
  (field: number, value: string): Field =>
  (writer) => {
    writer.tag(field, WireType.LengthDelimited).string(value);
  };

const message =
  (field: number, parts: readonly Field[]): Field =>
  (writer) => {
    writer.tag(field, WireType.LengthDelimited).fork();
    for (const write of parts) write(writer);
    writer.join();
  };

/** A `google.protobuf.Any` in the status's details. */
const detail = (type: string, parts: readonly Field[]): Field =>
  message(3, [text(1, `type.googleapis.com/google.rpc.${type}`), message(2, parts)]);

/** Reason, domain, and the metadata map with its one entry. */
const errorInfo = ({ kind }: Failure, correlationId: string): Field[] => [
  text(1, kind.toUpperCase()),
  text(2, 'offerstream'),
  message(3, [text(1, 'correlation_id'), text(2, correlationId)]),
];

/** The field violations, each with field and description, as many as there is room for. */
const badRequest = ({ violations }: Failure): Field[] => {
  const fields: Field[] = [];
  let room = maxBytesOfViolations;
  for (const violation of violations) {
    const field = cutToBytes(violation.field, maxViolationBytes);
    const description = cutToBytes(violation.description, maxViolationBytes);
    room -= Buffer.byteLength(field) + Buffer.byteLength(description);
    if (room < 0) break;
    fields.push(message(1, [text(1, field), text(2, description)]));
  }
  return fields;
};

/** The delay as a `google.protobuf.Duration`: seconds and nanoseconds. */
const retryInfo = (retryAfterMs: number): Field[] => [
  message(1, [number(1, Math.floor(retryAfterMs / 1_000)), number(2, Math.floor((retryAfterMs % 1_000) * 1e6))]),
];

/**
 * The status text travels in a header, which many clients bound to 8 KiB together with everything
 * else. There every byte that is not ASCII takes three.
 */
const maxTextBytes = 1_000;
const maxTextBytesNotAscii = 500;

const cutMessage = (text: string): string => {
  const cut = cutToBytes(text, maxTextBytes);
  return cut.length === Buffer.byteLength(cut) ? cut : cutToBytes(text, maxTextBytesNotAscii);
};

/**
 * A failure as the gRPC status that ends a call: code and public text, details in
 * `grpc-status-details-bin`, and the correlation id in the trailers.
 */
export const toStatus = (failure: Failure, correlationId: string): StatusObject => {
  const code = errorTable[failure.kind].grpc;
  const message = cutMessage(failure.message);
  const metadata = new Metadata();
  metadata.set(correlationHeader, correlationId);
  const details = encodeStatus(failure, { code, message, correlationId });
  metadata.set('grpc-status-details-bin', Buffer.from(details));
  return { code, details: message, metadata };
};
