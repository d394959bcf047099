/**
 * A gRPC client for benchmarks: many calls at a time over one HTTP/2 connection, requests written
 * as ready-made frames, of the answers nothing read but frame headers. It costs a fraction of
 * grpc-js's client, so that what is measured is the server.
 *
 * It leans on what holds for small unary calls: the windows are opened wide once and never updated,
 * and an answer that failed has no DATA frame, which saves decoding the trailers.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { LoadClient } from './load.ts';

const frameHeaderBytes = 9;

/** Frames by kind. */
export const type = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;

/** Flags of frames. */
export const flag = { endStream: 1, ack: 1, endHeaders: 4 } as const;
const none = Buffer.alloc(0);

/** Before every message: whether it is compressed, and its length. */
export const prefixBytes = 5;

/** A frame of stream 0. */
export const frame = (kind: number, flags: number, payload: Uint8Array): Buffer => {
  const header = Buffer.alloc(frameHeaderBytes);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = kind;
  header[4] = flags;
  return Buffer.concat([header, payload]);
};

/**
 * A literal header that is not to be indexed (RFC 7541, 6.2.2); name and value of less than 127
 * bytes.
 */
const literal = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);

/** A call as it goes over the wire, but for its stream id. */
export interface GrpcRequest {
  readonly bytes: Buffer;
  /** Where the second frame begins. */
  readonly dataAt: number;
}

/** The frame that opens a call. */
export const headersFrame = (path: string, metadata: Readonly<Record<string, string>>): Buffer => {
  const names = {
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': 'localhost',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...metadata,
  };
  const block = Buffer.concat(Object.entries(names).map(([name, value]) => literal(name, value)));
  return frame(type.headers, flag.endHeaders, block);
};

/** A message with its prefix. */
export const prefixed = (message: Uint8Array): Buffer => {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

/** Prepares a unary call of an encoded message. */
export const grpcRequest = (
  path: string,
  message: Uint8Array,
  metadata: Readonly<Record<string, string>> = {},
): GrpcRequest => {
  const headers = headersFrame(path, metadata);
  const data = frame(type.data, flag.endStream, prefixed(message));
  return { bytes: Buffer.concat([headers, data]), dataAt: headers.length };
};

const withStreamId = ({ bytes, dataAt }: GrpcRequest, streamId: number): Buffer => {
  const call = Buffer.from(bytes);
  call.writeUInt32BE(streamId, 5);
  call.writeUInt32BE(streamId, dataAt + 5);
  return call;
};

/** Four bytes, big endian. */
export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const initialWindow = 65_535;

/** The preface, and a window for the whole connection that no benchmark uses up. */
const opening = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(type.settings, 0, none),
  frame(type.windowUpdate, 0, uint32(2 ** 31 - 1 - initialWindow)),
]);

/** One call under way, with the length of what came of its message and the prefix so far. */
interface Call extends PromiseWithResolvers<number> {
  bytes: number;
}

/** A client that also tells how long the message was that a call was answered with, in bytes. */
export interface GrpcClient extends LoadClient<GrpcRequest> {
  answerSize(request: GrpcRequest): Promise<number>;
}

/** Calls `onFrame` for every whole frame that the bytes hold, and returns what is left of them. */
export const readFrames = (bytes: Buffer, onFrame: (header: Buffer, payload: Buffer) => void): Buffer => {
  let rest = bytes;
  while (rest.length >= frameHeaderBytes) {
    const end = frameHeaderBytes + rest.readUIntBE(0, 3);
    if (rest.length < end) break;
    onFrame(rest.subarray(0, frameHeaderBytes), rest.subarray(frameHeaderBytes, end));
    rest = rest.subarray(end);
  }
  return rest;
};

/** Connects to a server on this machine. */
export const openGrpcClient = async (port: number): Promise<GrpcClient> => {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  socket.write(opening);
  const calls = new Map<number, Call>();
  let lastStreamId = -1;

  const end = (streamId: number): void => {
    const call = calls.get(streamId);
    calls.delete(streamId);
    if (call !== undefined && call.bytes > 0) call.resolve(call.bytes);
    else call?.reject(new Error('a call was refused'));
  };
  /** Why nothing can be sent any more. */
  let ended: Error | undefined;
  const endAll = (reason: Error): void => {
    ended ??= reason;
    for (const call of calls.values()) call.reject(reason);
    calls.clear();
  };
  const onFrame = (header: Buffer, payload: Buffer): void => {
    const flags = header[4] ?? 0;
    const streamId = header.readUInt32BE(5);
    const call = calls.get(streamId);
    switch (header[3]) {
      case type.data:
        if (call !== undefined) call.bytes += payload.length;
        break;
      case type.settings:
      case type.ping:
        if ((flags & flag.ack) === 0)
          socket.write(frame(header[3], flag.ack, header[3] === type.ping ? payload : none));
        return;
      case type.reset:
        end(streamId);
        return;
      case type.goAway:
        endAll(new Error('the server closed the connection'));
        return;
    }
    if ((flags & flag.endStream) !== 0) end(streamId);
  };

  let bytes: Buffer = none;
  socket.on('data', (chunk) => {
    bytes = readFrames(bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]), onFrame);
  });
  socket.on('error', endAll);
  socket.on('close', () => endAll(new Error('the server closed the connection')));
  const send = async (request: GrpcRequest): Promise<number> => {
    if (ended !== undefined) throw ended;
    const call = { ...Promise.withResolvers<number>(), bytes: 0 };
    lastStreamId += 2;
    calls.set(lastStreamId, call);
    socket.write(withStreamId(request, lastStreamId));
    return call.promise;
  };
  return {
    send: async (request) => void (await send(request)),
    answerSize: async (request) => (await send(request)) - prefixBytes,
    close: () => void socket.destroy(),
  };
};
