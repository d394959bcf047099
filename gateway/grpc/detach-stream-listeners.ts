/**
 * Takes from each HTTP/2 stream, when it is over, all that listened to it: the call with everything
 * that was made to answer it.
 *
 * Node keeps the streams of a connection in a `Map`, which leaves its table behind whenever it
 * makes itself a new one, with the streams that stood in it then. Dead tables lead to one another,
 * and V8 takes what old garbage leads to for alive until the next full collection. Of calls that
 * wait for the database every second one became old that way.
 */
import type { ServerHttp2Stream } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { http2ServersOf } from './http2-servers.ts';

const ignore = (): void => undefined;

function removeListeners(this: ServerHttp2Stream): void {
  this.removeAllListeners();
  // Nothing comes after `close`; an error after it would have no listener and must not end the
  // process.
  this.on('error', ignore);
}

/**
 * Detaches listeners from every stream of a listening server. Listeners for `close` are called
 * first.
 */
export const detachStreamListeners = (server: Server): void => {
  for (const http2 of http2ServersOf(server))
    http2.on('stream', (stream: ServerHttp2Stream) => {
      stream.once('close', removeListeners);
    });
};
