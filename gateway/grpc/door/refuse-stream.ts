import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Failure } from '../../../domain/errors.ts';
import { toStatus } from '../status.ts';

const ignore = (): void => undefined;

/** The only encoding of messages that is taken. */
export const acceptedEncoding = { 'grpc-accept-encoding': 'identity' } as const;

/** Headers of a refusal, for the one correlation id. */
export type RefusalHeaders = Readonly<Record<string, string | string[] | Buffer[]>>;

/** What a refused caller is told, in one block of headers. */
export const refusalHeaders = (failure: Failure, correlationId: string): RefusalHeaders => {
  const { code, details, metadata } = toStatus(failure, correlationId);
  return {
    'grpc-status': String(code),
    'grpc-message': encodeURI(details ?? ''),
    ...acceptedEncoding,
    ...(metadata?.toHttp2Headers() as RefusalHeaders),
  };
};

const respond = (stream: ServerHttp2Stream, headers: RefusalHeaders): void => {
  // A caller that hangs up meanwhile is no fault of anybody.
  stream.on('error', ignore);
  stream.respond(headers as Parameters<ServerHttp2Stream['respond']>[0], { endStream: true });
};

const statusHeaders = { ':status': '200', 'content-type': 'application/grpc+proto' };

/**
 * How a refused stream is closed: the caller closes its half, or it is closed for it after a while.
 */
export type DrainRefused = (stream: ServerHttp2Stream) => void;

/**
 * Ends a call that nothing else knows of, with a status. What else the caller sends is thrown away.
 * The stream is not closed at once: with a write under way on its connection that would overtake
 * the status.
 */
export const refuseStream = (stream: ServerHttp2Stream, headers: RefusalHeaders, seeOff: DrainRefused): void => {
  if (stream.destroyed || stream.closed) return;
  respond(stream, { ...statusHeaders, ...headers });
  stream.resume();
  seeOff(stream);
};

/** Ends a request that is no call. */
export const refuseForeign = (stream: ServerHttp2Stream, seeOff: DrainRefused): void => {
  respond(stream, { ':status': String(constants.HTTP_STATUS_UNSUPPORTED_MEDIA_TYPE) });
  stream.resume();
  seeOff(stream);
};

/**
 * Cuts off a call that grpc-js serves: with a status where its answer has not begun. It is closed
 * at once, since grpc-js would go on with it otherwise; with a write under way on the connection
 * the reset may reach the caller without the status.
 */
export const terminateStream = (stream: ServerHttp2Stream, headers: RefusalHeaders): void => {
  if (stream.destroyed || stream.closed) return;
  if (stream.headersSent) {
    stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  } else {
    respond(stream, { ...statusHeaders, ...headers });
    stream.close(constants.NGHTTP2_NO_ERROR);
  }
};
