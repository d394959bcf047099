import { Metadata, type StatusObject } from '@grpc/grpc-js';
import type { Failure } from '../../domain/errors.ts';
import { errorTable } from '../errors/error-table.ts';
import { correlationHeader } from '../request/correlation.ts';
import { cutToBytes, encodeStatus } from './error-details.ts';

/**
 * The status text travels in a header, which many clients bound to 8 KiB together with everything
 * else. There every byte that is not ASCII takes three.
 */
const maxMessageBytes = 1_000;
const maxMessageBytesNotAscii = 500;

const cutMessage = (text: string): string => {
  const cut = cutToBytes(text, maxMessageBytes);
  return cut.length === Buffer.byteLength(cut) ? cut : cutToBytes(text, maxMessageBytesNotAscii);
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
