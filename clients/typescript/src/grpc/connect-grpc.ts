import { once } from 'node:events';
import {
  type ChannelCredentials,
  credentials,
  type CallOptions as GrpcCallOptions,
  Client as GrpcClient,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { type Client, type ClientOptions, createClient } from '../client.ts';
import { codeOf, codeOfAbort } from '../codes.ts';
import type { Codec } from '../contract.ts';
import { OfferstreamError } from '../offerstream-error.ts';
import type { CallContext, Transport } from '../transport.ts';
import { readStatusDetails } from './status-details.ts';

/** Where a client over gRPC goes, and who it is. */
export interface GrpcOptions extends ClientOptions {
  /** `host:port`. */
  readonly address: string;
  readonly apiKey: string;
  /** Left out: no encryption. `credentials.createSsl()` of grpc-js trusts public authorities. */
  readonly credentials?: ChannelCredentials;
}

/** A client over gRPC. */
export const connectGrpc = (options: GrpcOptions): Client => createClient(createGrpcTransport(options), options);

const isServiceError = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof Error && 'code' in thrown && 'metadata' in thrown;

const errorOf = (thrown: unknown, signal: AbortSignal): unknown => {
  if (!isServiceError(thrown)) return thrown;
  const [details] = thrown.metadata.get('grpc-status-details-bin');
  const [correlationId] = thrown.metadata.get('x-correlation-id');
  return new OfferstreamError(
    thrown.details,
    {
      code: codeOfAbort(signal) ?? codeOf(thrown.code),
      ...(Buffer.isBuffer(details) && readStatusDetails(details)),
      ...(typeof correlationId === 'string' && { correlationId }),
    },
    thrown,
  );
};

const writerOf =
  <Message>(codec: Codec<Message>) =>
  (message: Message): Buffer =>
    Buffer.from(codec.encode(message).finish());

const readerOf =
  <Message>(codec: Codec<Message>) =>
  (bytes: Buffer): Message =>
    codec.decode(bytes);

/**
 * This client tries again by itself, at the service's hints; so the channel does not, and connects
 * again soon enough for the next try.
 */
const channelOptions = {
  'grpc.enable_retries': 0,
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 1_000,
};

/** What the calls of a channel are made with. */
interface Channel {
  readonly grpc: GrpcClient;
  readonly apiKey: string;
}

const metadataOf = ({ apiKey }: Channel, { idempotencyKey }: CallContext): Metadata => {
  const metadata = new Metadata();
  metadata.set('x-api-key', apiKey);
  if (idempotencyKey !== undefined) metadata.set('idempotency-key', idempotencyKey);
  return metadata;
};

const optionsOf = ({ deadline }: CallContext): GrpcCallOptions => (deadline === undefined ? {} : { deadline });

const unaryOver =
  (channel: Channel): Transport['unary'] =>
  ({ path, request: asked, response: answered }, request, context) =>
    new Promise((resolve, reject) => {
      const call = channel.grpc.makeUnaryRequest(
        path,
        writerOf(asked),
        readerOf(answered),
        request,
        metadataOf(channel, context),
        optionsOf(context),
        (error, response) => {
          context.signal.removeEventListener('abort', cancel);
          if (error !== null) reject(errorOf(error, context.signal));
          else if (response === undefined) reject(new OfferstreamError('no answer', { code: 'INTERNAL' }));
          else resolve(response);
        },
      );
      const cancel = (): void => call.cancel();
      if (context.signal.aborted) cancel();
      context.signal.addEventListener('abort', cancel, { once: true });
    });

const serverStreamOver = (channel: Channel): Transport['serverStream'] =>
  async function* ({ path, request: asked, response: answered }, request, context) {
    const [metadata, options] = [metadataOf(channel, context), optionsOf(context)];
    yield* messagesOf(
      channel.grpc.makeServerStreamRequest(path, writerOf(asked), readerOf(answered), request, metadata, options),
      context.signal,
    );
  };

const bidiStreamOver = (channel: Channel): Transport['bidiStream'] =>
  async function* ({ path, request: asked, response: answered }, requests, context) {
    const [metadata, options] = [metadataOf(channel, context), optionsOf(context)];
    const call = channel.grpc.makeBidiStreamRequest(path, writerOf(asked), readerOf(answered), metadata, options);
    let sourceFailure: { readonly thrown: unknown } | undefined;
    const send = async (): Promise<void> => {
      for await (const request of requests) {
        if (call.writableEnded || call.destroyed) return;
        if (!call.write(request)) await Promise.race([once(call, 'drain'), once(call, 'close')]);
      }
      call.end();
    };
    const sent = send().catch((thrown: unknown) => {
      sourceFailure = { thrown };
      call.cancel();
    });
    try {
      yield* messagesOf(call, context.signal);
    } catch (thrown) {
      throw sourceFailure === undefined ? thrown : sourceFailure.thrown;
    }
    await sent;
  };

const createGrpcTransport = ({ address, apiKey, credentials: given }: GrpcOptions): Transport => {
  const grpc = new GrpcClient(address, given ?? credentials.createInsecure(), channelOptions);
  const channel = { grpc, apiKey };
  return {
    unary: unaryOver(channel),
    serverStream: serverStreamOver(channel),
    bidiStream: bidiStreamOver(channel),
    close: () => grpc.close(),
  };
};

/** The messages of a call as they come; a reader that stops early ends the call. */
async function* messagesOf<Message>(
  call: AsyncIterable<Message> & { cancel(): void; on(event: 'error', listener: () => void): unknown },
  signal: AbortSignal,
): AsyncGenerator<Message> {
  const cancel = (): void => call.cancel();
  // An error after the reader has gone would end the process if nothing listened.
  call.on('error', () => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for await (const message of call) yield message;
  } catch (thrown) {
    throw errorOf(thrown, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
