import { BinaryReader } from '@bufbuild/protobuf/wire';
import type { ErrorDetails, FieldViolation } from '../offerstream-error.ts';

/**
 * Reads `grpc-status-details-bin`: a `google.rpc.Status` whose details are ErrorInfo, BadRequest
 * and RetryInfo. The numbers are the field numbers there.
 */

type Details = {
  -readonly [Field in keyof Pick<ErrorDetails, 'reason' | 'violations' | 'retryAfterMs'>]: ErrorDetails[Field];
};

/** The fields of a message with a length, by number, each as often as it is there. */
const fieldsOf = (bytes: Uint8Array): readonly { readonly field: number; readonly value: Uint8Array | number }[] => {
  const reader = new BinaryReader(bytes);
  const fields: { field: number; value: Uint8Array | number }[] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type === 2) fields.push({ field, value: reader.bytes() });
    else if (type === 0) fields.push({ field, value: Number(reader.int64()) });
    else reader.skip(type, field);
  }
  return fields;
};

const textIn = (bytes: Uint8Array, wanted: number): string => {
  const found = fieldsOf(bytes).find(({ field, value }) => field === wanted && typeof value !== 'number');
  return found === undefined ? '' : new TextDecoder().decode(found.value as Uint8Array);
};

const numberIn = (bytes: Uint8Array, wanted: number): number => {
  const found = fieldsOf(bytes).find(({ field, value }) => field === wanted && typeof value === 'number');
  return found === undefined ? 0 : (found.value as number);
};

const messagesIn = (bytes: Uint8Array, wanted: number): readonly Uint8Array[] =>
  fieldsOf(bytes).flatMap(({ field, value }) => (field === wanted && typeof value !== 'number' ? [value] : []));

const violationOf = (bytes: Uint8Array): FieldViolation => ({ field: textIn(bytes, 1), description: textIn(bytes, 2) });

const millisecondsOf = (duration: Uint8Array): number => numberIn(duration, 1) * 1_000 + numberIn(duration, 2) / 1e6;

/** What the details of a status say. Details of other types are left aside. */
export const readStatusDetails = (status: Uint8Array): Details => {
  const details: Details = { reason: '', violations: [], retryAfterMs: undefined };
  for (const any of messagesIn(status, 3)) {
    const type = textIn(any, 1);
    const [value] = messagesIn(any, 2);
    if (value === undefined) continue;
    if (type.endsWith('google.rpc.ErrorInfo')) details.reason = textIn(value, 1);
    if (type.endsWith('google.rpc.BadRequest')) details.violations = messagesIn(value, 1).map(violationOf);
    if (type.endsWith('google.rpc.RetryInfo')) details.retryAfterMs = messagesIn(value, 1).map(millisecondsOf)[0];
  }
  return details;
};
