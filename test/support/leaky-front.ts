import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A careless gateway in front of a supplier: every token that it lets out is marked, every answer
 * sets a marked cookie, and every error tells all that was sent, URL, headers and body, in headers
 * and body of its own.
 */
export interface LeakyFront {
  readonly url: string;
  close(): Promise<void>;
}

const tokenFields = /"(access_token|refresh_token|token)":\s*"([^"]+)"/g;

const forwarded = (headers: IncomingHttpHeaders, mark: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value !== 'string' || ['host', 'connection', 'content-length'].includes(name)
        ? []
        : [[name, value.replaceAll(mark, '')]],
    ),
  );

/** An error's body with everything that was sent. */
const telling = (body: string, sent: object): string => {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return JSON.stringify({ ...parsed, debug: sent });
  } catch {
    // A body that is no JSON gets it as text.
  }
  return `${body}\n<!-- ${JSON.stringify(sent)} -->`;
};

/**
 * Opens it in front of the supplier at a URL; `mark` is put before every token and stands in every
 * cookie.
 */
export const startLeakyFront = async (supplierUrl: string, mark: string): Promise<LeakyFront> => {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await fetch(`${supplierUrl}${url}`, {
      method,
      headers: forwarded(headers, mark),
      ...(body === '' ? {} : { body: body.replaceAll(mark, '') }),
      signal: gone.signal,
    });
    const said = (await answer.text()).replaceAll(tokenFields, `"$1":"${mark}$2"`);
    const sent = { url, headers, body };
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      'set-cookie': `session=${mark}cookie`,
      'x-request-url': encodeURI(url),
      ...(answer.headers.has('retry-after') ? { 'retry-after': answer.headers.get('retry-after') ?? '' } : {}),
    });
    response.end(answer.ok ? said : telling(said, sent));
  };

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
