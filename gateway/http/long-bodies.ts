import type { IncomingMessage, Server } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Socket } from 'node:net';
import { every } from '../../concurrency/delay.ts';

/**
 * The time that a request may take to arrive. Node has one time for all requests; a stream of lines
 * arrives for as long as it is answered, so its body is given any time once its caller is let in,
 * while the connection is closed as any other when nothing moves over it.
 */

const unhurried = new WeakSet<object>();

/** Lets a body arrive for as long as it likes, until the function that is returned is called. */
export const mayTakeLong = (incoming: IncomingMessage | Http2ServerRequest): (() => void) => {
  unhurried.add(incoming);
  return () => void unhurried.delete(incoming);
};

/** Has a server refuse requests of which not all has arrived in time. */
export const boundArrival = (
  server: Pick<Server, 'on' | 'once' | 'emit'>,
  { requestMs, checkEveryMs }: { readonly requestMs: number; readonly checkEveryMs: number },
): void => {
  const arriving = new Map<IncomingMessage, number>();
  const stop = every(checkEveryMs, () => {
    const now = performance.now();
    for (const [incoming, begunAt] of arriving) {
      if (incoming.complete || incoming.destroyed) arriving.delete(incoming);
      else if (now - begunAt > requestMs && !unhurried.has(incoming)) {
        arriving.delete(incoming);
        const late = Object.assign(new Error('the request did not arrive in time'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        });
        server.emit('clientError', late, incoming.socket satisfies Socket);
      }
    }
  });
  server.once('close', stop);
  server.on('request', (incoming: IncomingMessage) => {
    if (incoming.httpVersionMajor === 1 && hasBody(incoming)) arriving.set(incoming, performance.now());
  });
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
