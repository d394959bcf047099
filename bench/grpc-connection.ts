/** One HTTP/2 connection of the gRPC client for benchmarks. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  flag,
  frame,
  type GrpcRequest,
  maxStreamsIn,
  none,
  opening,
  readFrames,
  type,
  withStreamId,
} from './grpc-frames.ts';
import { Unanswered } from './load.ts';

/** One call, with the length of what came of its message and the prefix so far. */
export interface Call extends PromiseWithResolvers<number> {
  readonly request: GrpcRequest;
  /** Since when it waits for a place, by `performance.now()`. */
  readonly sinceMs: number;
  bytes: number;
}

/** What a connection tells of. */
export interface ConnectionEvents {
  /** A call may be opened, unless the connection has ended meanwhile. */
  readonly onPlace: () => void;
  /** No call may be opened here any more; told once. */
  readonly onEnd: () => void;
}

/** Opens no more calls at a time than the server has announced. */
export class GrpcConnection {
  private readonly socket: Socket;
  private readonly events: ConnectionEvents;
  private readonly settled = Promise.withResolvers<void>();
  private readonly calls = new Map<number, Call>();
  private maxStreams = Number.POSITIVE_INFINITY;
  private lastStreamId = -1;
  private state: 'new' | 'open' | 'ended' = 'new';

  private constructor(socket: Socket, events: ConnectionEvents) {
    this.socket = socket;
    this.events = events;
    let bytes: Buffer = none;
    socket.on('data', (chunk) => {
      bytes = readFrames(bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]), this.onFrame);
    });
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.loseAll());
  }

  /** Connects, and waits for the server to say how many streams it takes. */
  static async open(port: number, events: ConnectionEvents): Promise<GrpcConnection> {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    const connection = new GrpcConnection(socket, events);
    socket.write(opening);
    await connection.settled.promise;
    if (connection.state === 'ended') throw new Unanswered('lost');
    connection.state = 'open';
    return connection;
  }

  get hasPlace(): boolean {
    return this.calls.size < this.maxStreams;
  }

  send(call: Call): void {
    this.lastStreamId += 2;
    this.calls.set(this.lastStreamId, call);
    this.socket.write(withStreamId(call.request, this.lastStreamId));
  }

  close(): void {
    this.socket.destroy();
  }

  private readonly onFrame = (header: Buffer, payload: Buffer): void => {
    const kind = header[3];
    const flags = header[4] ?? 0;
    const streamId = header.readUInt32BE(5);
    const call = this.calls.get(streamId);
    if (kind === type.settings || kind === type.ping) {
      if ((flags & flag.ack) === 0) this.acknowledge(kind, payload);
    } else if (kind === type.goAway) {
      // What is under way goes on until the server closes the connection.
      this.end();
    } else if (call !== undefined) {
      if (kind === type.data) call.bytes += payload.length;
      if (kind === type.reset || (flags & flag.endStream) !== 0) this.finish(streamId, call);
    }
  };

  private acknowledge(kind: number, payload: Buffer): void {
    this.socket.write(frame(kind, flag.ack, kind === type.ping ? payload : none));
    if (kind !== type.settings) return;
    this.maxStreams = maxStreamsIn(payload) ?? this.maxStreams;
    this.settled.resolve();
    this.events.onPlace();
  }

  private finish(streamId: number, call: Call): void {
    this.calls.delete(streamId);
    if (call.bytes > 0) call.resolve(call.bytes);
    else call.reject(new Error('a call was refused'));
    this.events.onPlace();
  }

  private end(): void {
    const wasOpen = this.state === 'open';
    this.state = 'ended';
    if (wasOpen) this.events.onEnd();
  }

  private loseAll(): void {
    this.settled.reject(new Unanswered('lost'));
    this.end();
    for (const call of this.calls.values()) call.reject(new Unanswered('lost'));
    this.calls.clear();
  }
}
