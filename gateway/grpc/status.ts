import { Metadata, type StatusObject } from '@grpc/grpc-js';
import type { Failure } from '../../domain/errors.ts';
import { correlationHeader } from '../correlation.ts';
import { errorTable } from '../errors/error-table.ts';
import { encodeStatus } from './error-details.ts';

/** The status text travels in a header, which many clients bound to 8 KiB together with everything else. */
const maxMessageLength = 1_024;

/**
 * A failure as the gRPC status that ends a call: code and public text, details in `grpc-status-details-bin`, and the
 * correlation id in the trailers.
 */
export const toStatus = (failure: Failure, correlationId: string): StatusObject => {
  const code = errorTable[failure.kind].grpc;
  // Half a surrogate pair cannot be written into a header.
  const message = failure.message.slice(0, maxMessageLength).toWellFormed();
  const metadata = new Metadata();
  metadata.set(correlationHeader, correlationId);
  const details = encodeStatus(failure, { code, message, correlationId });
  metadata.set('grpc-status-details-bin', Buffer.from(details));
  return { code, details: message, metadata };
};
