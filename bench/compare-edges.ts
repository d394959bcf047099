import { type BenchmarkRow, compare } from './benchmark.ts';
import { bytesPath, echoRequest, messagesPath, ruledMessagesPath } from './echo.ts';
import type { Ports } from './edge-servers.ts';
import { openGrpcClient } from './grpc-client.ts';
import { type GrpcRequest, grpcRequest } from './grpc-frames.ts';
import { openHttpClient } from './http-client.ts';
import { type Load, openLoad } from './load.ts';
import { apiKey, productIds } from './market.ts';

/**
 * How the edges are loaded: the same number of calls under way on both sides, on the same kind and
 * number of connections.
 */

const workers = 32;
const grpcConnections = 4;
const durationMs = 2_000;
const rounds = 5;
const warmUpRounds = 4;

const sideBySide = async (name: string, ours: Load, limit: Load): Promise<BenchmarkRow> => {
  try {
    return await compare({ name, unit: 'requests/s', rounds, warmUpRounds, ours: ours.run, limit: limit.run });
  } finally {
    ours.close();
    limit.close();
  }
};

/** A GET with the key, as it goes over the wire. */
export const get = (path: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${apiKey}\r\n\r\n`);

/** A POST of an ASCII JSON body with the key, as it goes over the wire. */
export const post = (path: string, body: string): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );

const bareGets = productIds.map((id) => get(`/products/${id}`));

const httpLoad = (port: number, requests: readonly Buffer[]): Promise<Load> =>
  openLoad({ open: () => openHttpClient(port), connections: workers, workers, durationMs, requests });

/** Our HTTP edge under these requests, beside the bare handler under its own. */
export const compareHttp = async (ports: Ports, name: string, requests: readonly Buffer[]): Promise<BenchmarkRow> =>
  sideBySide(name, await httpLoad(ports.http, requests), await httpLoad(ports.bareHttp, bareGets));

/** The calls of one method. */
export interface GrpcCalls {
  /** `/svc.public.v1.Pricing/CalculatePrice`. */
  readonly path: string;
  /** Encoded requests. */
  readonly messages: readonly Uint8Array[];
}

/**
 * What a call is measured beside: a bare method over bytes of the same sizes, or over the same
 * messages (`echo.ts`), which are longer where pricing rules apply.
 */
export type Echo = 'bytes' | 'messages' | 'ruled messages';

const pathOfMessages = { messages: messagesPath, 'ruled messages': ruledMessagesPath } as const;

/**
 * Our gRPC edge under these calls of `CalculatePrice`, beside a bare method that is sent the same
 * metadata.
 */
export const compareGrpc = async (
  ports: Ports,
  name: string,
  { path, messages }: GrpcCalls,
  echo: Echo,
): Promise<BenchmarkRow> => {
  const call = (to: string) => (message: Uint8Array) => grpcRequest(to, message, { 'x-api-key': apiKey });
  const requests = messages.map(call(path));
  const answerBytes = await answerSize(ports.grpc, requests);
  const echoes =
    echo === 'bytes'
      ? messages.map(({ length }) => echoRequest(length, answerBytes)).map(call(bytesPath))
      : messages.map(call(pathOfMessages[echo]));
  checkSize(answerBytes, await answerSize(ports.bareGrpc, echoes));
  const load = (port: number, sent: readonly GrpcRequest[]): Promise<Load> =>
    openLoad({ open: () => openGrpcClient(port), connections: grpcConnections, workers, durationMs, requests: sent });
  return sideBySide(name, await load(ports.grpc, requests), await load(ports.bareGrpc, echoes));
};

/** Answers of one method differ by a few bytes of their instants, and so may the ready-made one. */
const toleratedBytes = 8;

const checkSize = (ours: number, echoed: number): void => {
  if (Math.abs(ours - echoed) > toleratedBytes)
    throw new Error(`${echoed} bytes are no match for an answer of ${ours}`);
};

/** How long the answers are, in bytes; those of one method differ by next to nothing. */
const answerSize = async (port: number, [first]: readonly GrpcRequest[]): Promise<number> => {
  if (first === undefined) throw new Error('there is nothing to call');
  const client = await openGrpcClient(port);
  return client.answerSize(first).finally(client.close);
};
