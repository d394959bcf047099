import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Failure } from '../../domain/errors.ts';

/**
 * The standard error model of gRPC, written by hand: `google.rpc.Status` with ErrorInfo, BadRequest and RetryInfo as details.
 * Clients read them with the googleapis types that exist for every gRPC language. The numbers are the field numbers there.
 */

/** What goes into a status besides what the failure holds. */
export interface StatusParts {
  /** The numeric gRPC status code. */
  readonly code: number;
  /** The public text. */
  readonly message: string;
  readonly correlationId: string;
}

/** Metadata beyond 8 KiB is refused by many clients, so what callers could make long is cut. */
const maxViolations = 20;
const maxViolationLength = 200;

/** The bytes of `grpc-status-details-bin`: always an ErrorInfo; a BadRequest and a RetryInfo where the failure has them. */
export const encodeStatus = (failure: Failure, { code, message, correlationId }: StatusParts): Uint8Array => {
  const writer = new BinaryWriter();
  const fields = [number(1, code), text(2, message), detail('ErrorInfo', errorInfo(failure, correlationId))];
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

/** The field violations, each with field and description. */
const badRequest = ({ violations }: Failure): Field[] =>
  violations
    .slice(0, maxViolations)
    .map(({ field, description }) =>
      message(1, [text(1, field.slice(0, maxViolationLength)), text(2, description.slice(0, maxViolationLength))]),
    );

/** The delay as a `google.protobuf.Duration`: seconds and nanoseconds. */
const retryInfo = (retryAfterMs: number): Field[] => [
  message(1, [number(1, Math.floor(retryAfterMs / 1_000)), number(2, Math.floor((retryAfterMs % 1_000) * 1e6))]),
];
