import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type LoadClient, Unanswered } from './load.ts';

const headEnd = Buffer.from('\r\n\r\n');
const lengthHeader = /\r\ncontent-length: (\d+)/i;

/** Where the first answer in the bytes ends; undefined while part of it is missing. */
const endOf = (bytes: Buffer): number | undefined => {
  const at = bytes.indexOf(headEnd);
  if (at < 0) return undefined;
  const length = Number(lengthHeader.exec(bytes.toString('latin1', 0, at))?.[1] ?? 0);
  const end = at + headEnd.length + length;
  return end <= bytes.length ? end : undefined;
};

/**
 * Connects to a server on this machine: one request at a time, whole as it goes over the wire,
 * nothing parsed but where the answer ends. It costs a fraction of Node's own client, so that what
 * is measured is the server. A connection that the server has closed, because nothing was asked for
 * long, is made again for the next request.
 */
export const openHttpClient = async (port: number): Promise<LoadClient<Buffer>> => {
  let waiting = Promise.withResolvers<void>();
  let bytes = Buffer.alloc(0);
  const open = (): Socket => {
    bytes = Buffer.alloc(0);
    const opened = connect(port, '127.0.0.1')
      .setNoDelay()
      .on('data', (chunk) => {
        bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
        const end = endOf(bytes);
        if (end === undefined) return;
        const isOk = bytes.toString('latin1', 9, 12) === '200';
        if (isOk) waiting.resolve();
        else waiting.reject(new Error(bytes.toString('utf8', 0, end)));
        bytes = bytes.subarray(end);
      })
      // `close` follows.
      .on('error', () => undefined)
      .on('close', () => {
        // The end of one that has been replaced is no news.
        if (opened === socket) waiting.reject(new Unanswered('lost'));
      });
    return opened;
  };
  // Who waits for nothing must not hear of it.
  waiting.promise.catch(() => undefined);
  let socket = open();
  await once(socket, 'connect');
  let reconnects = 0;
  return {
    get reconnects() {
      return reconnects;
    },
    send(request) {
      waiting = Promise.withResolvers<void>();
      if (socket.destroyed || socket.readableEnded) {
        socket = open();
        reconnects += 1;
      }
      socket.write(request);
      return waiting.promise;
    },
    close: () => void socket.destroy(),
  };
};
