/**
 * A gRPC client for benchmarks: many calls at a time over one HTTP/2 connection, requests written
 * as ready-made frames, of the answers nothing read but frame headers. It costs a fraction of
 * grpc-js's client, so that what is measured is the server.
 *
 * A server sees of it what it sees of real clients: no more streams at a time than it has announced
 * are opened, calls beyond that wait for a place, and a connection that has ended is made again.
 *
 * It leans on what holds for small unary calls: the windows are opened wide once and never updated,
 * and an answer that failed has no DATA frame, which saves decoding the trailers.
 */
import { after, every } from '../concurrency/delay.ts';
import { Fifo } from '../concurrency/fifo.ts';
import { type Call, GrpcConnection } from './grpc-connection.ts';
import { type GrpcRequest, prefixBytes } from './grpc-frames.ts';
import { type LoadClient, maxWaitMs, Unanswered } from './load.ts';

/** A client that also tells how long the message was that a call was answered with, in bytes. */
export interface GrpcClient extends LoadClient<GrpcRequest> {
  answerSize(request: GrpcRequest): Promise<number>;
}

/** How often it looks for calls that have waited too long, and tries to connect again. */
const sweepMs = 50;

class ReconnectingClient implements GrpcClient {
  reconnects = 0;
  private readonly port: number;
  private readonly waitMs: number;
  private readonly waiting = new Fifo<Call>();
  private connection: GrpcConnection | undefined;
  private isClosed = false;
  private readonly stopSweeping: () => void;

  constructor(port: number, waitMs: number) {
    this.port = port;
    this.waitMs = waitMs;
    this.stopSweeping = every(sweepMs, () => this.giveUpSince(performance.now() - this.waitMs));
  }

  async connect(): Promise<void> {
    const connection = await GrpcConnection.open(this.port, {
      onPlace: () => this.openWaiting(),
      onEnd: () => this.reconnect(),
    });
    if (this.isClosed) connection.close();
    this.connection = connection;
    this.openWaiting();
  }

  async send(request: GrpcRequest): Promise<void> {
    await this.call(request);
  }

  async answerSize(request: GrpcRequest): Promise<number> {
    return (await this.call(request)) - prefixBytes;
  }

  readonly close = (): void => {
    this.isClosed = true;
    this.stopSweeping();
    this.connection?.close();
    this.giveUpSince(Number.POSITIVE_INFINITY);
  };

  private call(request: GrpcRequest): Promise<number> {
    const call = { ...Promise.withResolvers<number>(), request, sinceMs: performance.now(), bytes: 0 };
    this.waiting.push(call);
    this.openWaiting();
    return call.promise;
  }

  private openWaiting(): void {
    const { connection } = this;
    while (connection?.hasPlace === true) {
      const call = this.waiting.shift();
      if (call === undefined) return;
      connection.send(call);
    }
  }

  /** Gives up all that wait since then or longer. */
  private giveUpSince(sinceMs: number): void {
    while (this.waiting.first !== undefined && this.waiting.first.sinceMs <= sinceMs)
      this.waiting.shift()?.reject(new Unanswered('not sent'));
  }

  private reconnect(): void {
    this.connection = undefined;
    if (this.isClosed) return;
    this.connect().then(
      () => {
        this.reconnects += 1;
      },
      () => after(sweepMs, () => this.reconnect()),
    );
  }
}

/**
 * Connects to a server on this machine; a call that finds no place waits for one for so long, in
 * milliseconds.
 */
export const openGrpcClient = async (port: number, waitMs = maxWaitMs): Promise<GrpcClient> => {
  const client = new ReconnectingClient(port, waitMs);
  await client.connect();
  return client;
};
