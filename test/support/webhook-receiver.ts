import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

/** A notice as a receiver has read it. */
export interface ReceivedNotice {
  readonly id: string;
  readonly correlationId: string | undefined;
  readonly traceparent: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly payload: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
}

/** How a receiver behaves. */
type Answer = (notice: ReceivedNotice) => number | 'never';

/** A receiver of webhooks on a port of its own. */
export interface WebhookReceiver {
  readonly url: string;
  /** Every request that was read whole, however it was answered. */
  readonly received: readonly ReceivedNotice[];
  /** From now on; `never`: the connection stays open without an answer. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

const read = async (request: IncomingMessage): Promise<ReceivedNotice> => {
  const body = await text(request);
  const headers = headersOf(request);
  return {
    id: headers['webhook-id'] ?? '',
    correlationId: headers['x-correlation-id'],
    traceparent: headers.traceparent,
    headers,
    body,
    payload: JSON.parse(body),
  };
};

/** Starts a receiver that takes everything with 204. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const received: ReceivedNotice[] = [];
  let answer: Answer = () => 204;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const notice = await read(request);
    received.push(notice);
    const status = answer(notice);
    if (status !== 'never') response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('ignored');
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (how) => {
      answer = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/**
 * Verifies a notice with the published library, which compares its time with the clock; throws when
 * it is not good.
 */
export const verifyNotice = ({ body, headers }: ReceivedNotice, secret: string, at: Date): unknown => {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  try {
    return new Webhook(secret).verify(body, { ...headers });
  } finally {
    vi.useRealTimers();
  }
};
