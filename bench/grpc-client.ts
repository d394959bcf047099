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
import {
  flag,
  frame,
  type GrpcRequest,
  none,
  opening,
  prefixBytes,
  readFrames,
  type,
  withStreamId,
} from './grpc-frames.ts';
import type { LoadClient } from './load.ts';

/** One call under way, with the length of what came of its message and the prefix so far. */
interface Call extends PromiseWithResolvers<number> {
  bytes: number;
}

/** A client that also tells how long the message was that a call was answered with, in bytes. */
export interface GrpcClient extends LoadClient<GrpcRequest> {
  answerSize(request: GrpcRequest): Promise<number>;
}

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
