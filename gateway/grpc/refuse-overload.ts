/**
 * Refuses calls where their stream begins. grpc-js has no such place: the first that it tells of a call, to an interceptor, has cost
 * it two thirds of what answering the call costs, and a service that is to refuse two calls for each that it answers would do
 * nothing else. So its listener for new streams is put behind one of ours.
 */
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { type Server, status } from '@grpc/grpc-js';
import { correlationHeader, correlationIdFrom } from '../correlation.ts';
import { type LoadShedder, overloaded } from '../protection/load-shedder.ts';
import { encodeStatus } from './error-details.ts';
import { http2ServersOf } from './http2-servers.ts';

/** The services of the contract; health and reflection are served whatever the load. */
const isSheddable = (path: string | undefined): boolean => path?.startsWith('/svc.public.') === true;

const failure = overloaded();
const code = status.RESOURCE_EXHAUSTED;

/** Written once: the correlation id stands in the trailers anyway. */
const details = Buffer.from(encodeStatus(failure, { code, message: failure.message, correlationId: '' })).toString(
  'base64',
);

const refuse = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
  const sent = headers[correlationHeader];
  const correlationId = correlationIdFrom(typeof sent === 'string' ? sent : undefined);
  // A caller that hangs up meanwhile is no fault of anybody.
  stream.on('error', () => undefined);
  stream.respond(
    {
      ':status': 200,
      'content-type': 'application/grpc+proto',
      'grpc-status': String(code),
      'grpc-message': failure.message,
      'grpc-status-details-bin': details,
      [correlationHeader]: correlationId,
    },
    { endStream: true },
  );
  // Whatever else the caller wanted to send is not read.
  stream.close(constants.NGHTTP2_NO_ERROR);
};

/** Puts the refusal in front of a server that listens. */
export const refuseOverload = (server: Server, shedder: LoadShedder): void => {
  for (const http2 of http2ServersOf(server)) {
    const listeners = http2.listeners('stream');
    http2.removeAllListeners('stream');
    http2.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, ...rest: readonly unknown[]) => {
      if (isSheddable(headers[':path']) && shedder.shouldRefuse()) refuse(stream, headers);
      else for (const listener of listeners) listener.call(http2, stream, headers, ...rest);
    });
  }
};
