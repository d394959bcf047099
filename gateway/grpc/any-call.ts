import type { EventEmitter } from 'node:events';
import { Metadata, type ServerUnaryCall } from '@grpc/grpc-js';
import { correlationHeader } from '../request/correlation.ts';
import { acceptedEncoding } from './door/refuse-stream.ts';

/** What calls of every kind have in common on the server's side. */
export type AnyCall = EventEmitter &
  Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'cancelled' | 'getDeadline' | 'getPeer'>;

/** The first value of a header that the caller sent. */
export const headerOf = (call: AnyCall, name: string): string | undefined => {
  const [value] = call.metadata.get(name);
  return value?.toString();
};

/** The headers of an answer. */
export const answerHeaders = (correlationId: string): Metadata => {
  const metadata = new Metadata();
  metadata.set(correlationHeader, correlationId);
  // grpc-js would announce encodings that are refused.
  metadata.set('grpc-accept-encoding', acceptedEncoding['grpc-accept-encoding']);
  return metadata;
};
