import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A door in front of a supplier that can be held shut, and sees who waits there and who leaves. */
export interface SupplierFront {
  readonly url: string;
  /** From now on lets so many requests through and holds those after them without an answer. */
  letThrough(requests: number): void;
  /** Requests that wait for an answer which they will not get. */
  waiting(): number;
  /** Held requests whose client went away. */
  left(): number;
  close(): Promise<void>;
}

/** Opens the door in front of the supplier at a URL. */
export const startSupplierFront = async (supplierUrl: () => string): Promise<SupplierFront> => {
  let allowed = Number.POSITIVE_INFINITY;
  let waiting = 0;
  let left = 0;

  const hold = (response: ServerResponse): void => {
    waiting += 1;
    response.once('close', () => {
      waiting -= 1;
      left += 1;
    });
  };

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const sent = await text(request);
    const kept = ['authorization', 'content-type', 'accept', 'x-session'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const answer = await fetch(`${supplierUrl()}${url}`, {
      method,
      headers: Object.fromEntries(kept),
      ...(sent === '' ? {} : { body: sent }),
    });
    const body = await answer.text();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(body);
  };

  const server = createServer((request, response) => {
    if (allowed <= 0) return hold(response);
    allowed -= 1;
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letThrough: (requests) => {
      allowed = requests;
    },
    waiting: () => waiting,
    left: () => left,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
