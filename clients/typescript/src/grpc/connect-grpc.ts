import { once } from 'node:events';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import {
  type ChannelCredentials,
  credentials,
  type CallOptions as GrpcCallOptions,
  Client as GrpcClient,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { type Client, type ClientOptions, createClient } from '../client.ts';
import type { Codec } from '../contract.ts';
import { codeOf, codeOfAbort, type ErrorDetails, type FieldViolation, OfferstreamError } from '../offerstream-error.ts';
import type { CallContext, Transport } from '../transport.ts';

/**
 * Reads `grpc-status-details-bin`: a `google.rpc.Status` whose details are ErrorInfo, BadRequest
 * and RetryInfo. The numbers are the field numbers there.
 */

type Details = {
  -readonly [Field in keyof Pick<ErrorDetails, 'reason' | 'violations' | 'retryAfterMs'>]: ErrorDetails[Field];
};

/** The fields of a message with a length, by number, each as often as it is there. */
const fieldsOf = (bytes: Uint8Array): readonly { readonly field: number; readonly value: Uint8Array | number }[] => {
  const reader = new BinaryReader(bytes);
  const fields: { field: number; value: Uint8Array | number }[] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type === 2) fields.push({ field, value: reader.bytes() });
    else if (type === 0) fields.push({ field, value: Number(reader.int64()) });
    else reader.skip(type, field);
  }
  return fields;
};

const textIn = (bytes: Uint8Array, wanted: number): string => {
  const found = fieldsOf(bytes).find(({ field, value }) => field === wanted && typeof value !== 'number');
  return found === undefined ? '' : new TextDecoder().decode(found.value as Uint8Array);
};

const numberIn = (bytes: Uint8Array, wanted: number): number => {
  const found = fieldsOf(bytes).find(({ field, value }) => field === wanted && typeof value === 'number');
  return found === undefined ? 0 : (found.value as number);
};

const messagesIn = (bytes: Uint8Array, wanted: number): readonly Uint8Array[] =>
  fieldsOf(bytes).flatMap(({ field, value }) => (field === wanted && typeof value !== 'number' ? [value] : []));

const violationOf = (bytes: Uint8Array): FieldViolation => ({ field: textIn(bytes, 1), description: textIn(bytes, 2) });

const millisecondsOf = (duration: Uint8Array): number => numberIn(duration, 1) * 1_000 + numberIn(duration, 2) / 1e6;

/** What the details of a status say. Details of other types are left aside. */
const readStatusDetails = (status: Uint8Array): Details => {
  const details: Details = { reason: '', violations: [], retryAfterMs: undefined };
  for (const any of messagesIn(status, 3)) {
    const type = textIn(any, 1);
    const [value] = messagesIn(any, 2);
    if (value === undefined) continue;
    if (type.endsWith('google.rpc.ErrorInfo')) details.reason = textIn(value, 1);
    if (type.endsWith('google.rpc.BadRequest')) details.violations = messagesIn(value, 1).map(violationOf);
    if (type.endsWith('google.rpc.RetryInfo')) details.retryAfterMs = messagesIn(value, 1).map(millisecondsOf)[0];
  }
  return details;
};

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
