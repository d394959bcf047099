import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type GrpcClient, openGrpcClient } from '../../bench/grpc-client.ts';
import { grpcRequest } from '../../bench/grpc-frames.ts';
import { eventually } from '../support/eventually.ts';

const maxConcurrentStreams = 4;
const request = grpcRequest('/test.Echo/Say', Buffer.from('hello'));

/** A server that keeps what comes until the test answers it. */
const startServer = async () => {
  const sessions: ServerHttp2Session[] = [];
  const sockets: Socket[] = [];
  const streams: ServerHttp2Stream[] = [];
  let atMost = 0;
  const http2: Http2Server = createServer({ settings: { maxConcurrentStreams } });
  http2.on('connection', (socket: Socket) => sockets.push(socket));
  http2.on('session', (session) => sessions.push(session));
  http2.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.resume();
    streams.push(stream);
    atMost = Math.max(atMost, streams.length);
  });
  http2.listen(0, '127.0.0.1');
  await once(http2, 'listening');
  return {
    http2,
    sessions,
    sockets,
    streams,
    atMost: () => atMost,
    port: (http2.address() as AddressInfo).port,
    /** Answers all that are there with a message of no bytes. */
    answerAll: () => {
      for (const stream of streams.splice(0)) {
        stream.respond({ ':status': 200 });
        stream.end(Buffer.alloc(5));
      }
    },
  };
};

type TestServer = Awaited<ReturnType<typeof startServer>>;

let server: TestServer;
let client: GrpcClient;

const start = async (waitMs?: number): Promise<void> => {
  server = await startServer();
  client = await openGrpcClient(server.port, waitMs);
};

/** Sends so many calls, and tells of those that have ended. */
const send = (count: number) => {
  const answered: boolean[] = [];
  const failed: string[] = [];
  for (let call = 0; call < count; call += 1)
    client.send(request).then(
      () => answered.push(true),
      (error: Error) => failed.push(error.message),
    );
  return { answered, failed };
};

afterEach(() => {
  client.close();
  for (const session of server.sessions) session.destroy();
  server.http2.close();
});

describe('the load client of the gRPC benchmarks', () => {
  it('opens no more calls at a time than the server has announced, and the others as places come free', async () => {
    await start();
    const { answered, failed } = send(3 * maxConcurrentStreams);

    await eventually(() => {
      server.answerAll();
      expect(answered).toHaveLength(3 * maxConcurrentStreams);
    });
    expect(failed).toEqual([]);
    expect(server.atMost()).toBe(maxConcurrentStreams);
    expect(server.sessions).toHaveLength(1);
    expect(client.reconnects).toBe(0);
  });

  it('gives up a call that finds no place for too long, and says that it was not sent', async () => {
    await start(1);
    const { answered, failed } = send(maxConcurrentStreams + 2);

    await eventually(() => expect(failed).toEqual(['not sent', 'not sent']));
    await eventually(() => expect(server.streams).toHaveLength(maxConcurrentStreams));
    server.answerAll();
    await eventually(() => expect(answered).toHaveLength(maxConcurrentStreams));
  });

  it('says which calls were lost with their connection, and makes the others over a new one', async () => {
    await start();
    const { answered, failed } = send(maxConcurrentStreams + 2);
    await eventually(() => expect(server.streams).toHaveLength(maxConcurrentStreams));

    server.streams.splice(0);
    server.sockets[0]?.destroy();

    await eventually(() => expect(server.streams).toHaveLength(2));
    server.answerAll();
    await eventually(() => expect(answered).toHaveLength(2));
    expect(failed).toEqual(Array.from({ length: maxConcurrentStreams }, () => 'lost'));
    expect(server.sessions).toHaveLength(2);
    expect(client.reconnects).toBe(1);
  });

  it('opens no call over a connection that the server takes no more of, and awaits those under way', async () => {
    await start();
    const before = send(1);
    await eventually(() => expect(server.streams).toHaveLength(1));

    server.sessions[0]?.close();
    await eventually(() => expect(server.sessions).toHaveLength(2));
    const after = send(1);
    await eventually(() => expect(server.streams).toHaveLength(2));
    server.answerAll();

    await eventually(() => expect([before.answered, after.answered]).toEqual([[true], [true]]));
    expect(server.sessions[0]?.destroyed).toBe(true);
  });

  it('tells an answer that says no from one that never came', async () => {
    await start();
    const { failed } = send(1);
    await eventually(() => expect(server.streams).toHaveLength(1));
    server.streams[0]?.respond({ ':status': 200, 'grpc-status': '8' }, { endStream: true });

    await eventually(() => expect(failed).toEqual(['a call was refused']));
  });
});
