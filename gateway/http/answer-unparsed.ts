import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from '../errors/problem.ts';
import { type ProblemSlug, problemHeading } from '../errors/problem-types.ts';
import { correlationHeader, correlationIdFrom } from '../request/correlation.ts';

/**
 * What the parser of HTTP/1.1 refuses before there is a request, answered as every other refusal
 * is: with a problem document. Over HTTP/2 what breaks the protocol ends the stream or the
 * connection with an error code, and has no answer.
 */

type Refusal = Pick<Problem, 'type' | 'title' | 'status' | 'detail'>;

const refusal = (slug: ProblemSlug, detail: string): Refusal => ({ ...problemHeading(slug), detail });

const malformed = refusal('bad-request', 'the request is not well-formed HTTP/1.1');

/** By the codes of Node; every other code is a request that is malformed. */
const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  ['HPE_HEADER_OVERFLOW', refusal('headers-too-large', 'request line and headers together are too long')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', refusal('too-large', 'the extensions of the chunks are too long')],
  ['ERR_HTTP_REQUEST_TIMEOUT', refusal('request-timeout', 'the request did not arrive in time')],
]);

const unmetExpectation = refusal('expectation-failed', 'no expectation but 100-continue can be met');

interface Written {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

const written = (problem: Refusal): Written => {
  const correlationId = correlationIdFrom(undefined);
  const body = JSON.stringify({ ...problem, instance: '/', correlation_id: correlationId });
  return {
    headers: {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      [correlationHeader]: correlationId,
      connection: 'close',
    },
    body,
  };
};

const rawAnswer = (problem: Refusal): string => {
  const { headers, body } = written(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`;
};

/**
 * Whether an answer has begun on a connection and has not ended: anything else that is written
 * would become a part of it.
 */
const isAnswering = (response: ServerResponse | undefined): boolean =>
  response?.headersSent === true && !response.writableFinished;

/**
 * Whether TLS is not there yet: nothing can be answered, and an answer that waits for it would keep
 * the connection.
 */
const isShakingHands = (socket: Duplex): boolean => 'secureConnecting' in socket && socket.secureConnecting === true;

/** Has a server answer what its parser refuses, and end the connection. */
export const answerUnparsed = (server: Pick<Server, 'on'>): void => {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ httpVersionMajor, socket }: IncomingMessage, response: ServerResponse) => {
    if (httpVersionMajor === 1) latest.set(socket, response);
  });
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Duplex) => {
    const cannotBeTold = !socket.writable || isShakingHands(socket) || isAnswering(latest.get(socket));
    if (error.code === 'ECONNRESET' || cannotBeTold) {
      socket.destroy();
      return;
    }
    // The rest of what comes is not read: the end of the answer ends the connection both ways.
    socket.end(rawAnswer(refusals.get(error.code) ?? malformed), () => socket.destroy());
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = written(unmetExpectation);
    response.writeHead(unmetExpectation.status, headers).end(body);
  });
};
