import { once } from 'node:events';
import type { ServerHttp2Stream } from 'node:http2';
import { promisify } from 'node:util';
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { http2ServersOf } from '../../../gateway/grpc/http2-servers.ts';
import { detachStreamListeners } from '../../../gateway/grpc/server.ts';

const asIs = (bytes: Buffer): Buffer => bytes;
const method = (path: string) => ({
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
});

const server = new Server();
const streams: ServerHttp2Stream[] = [];
const held: ServerUnaryCall<Buffer, Buffer>[] = [];
let client: Client;
beforeAll(async () => {
  server.addService(
    { echo: method('/test.Test/Echo'), hold: method('/test.Test/Hold') },
    {
      echo: ({ request }: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) => answer(null, request),
      hold: (call: ServerUnaryCall<Buffer, Buffer>) => void held.push(call),
    },
  );
  const port = await promisify(server.bindAsync.bind(server))('127.0.0.1:0', ServerCredentials.createInsecure());
  detachStreamListeners(server);
  for (const http2 of http2ServersOf(server)) http2.on('stream', (stream) => void streams.push(stream));
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
});
afterAll(() => {
  client.close();
  server.forceShutdown();
});

const call = (path: string, answered: (error: unknown, answer?: Buffer) => void) =>
  client.makeUnaryRequest(path, asIs, asIs, Buffer.from('hello'), answered);

const listenersOf = async (stream: ServerHttp2Stream | undefined): Promise<readonly (string | symbol)[]> => {
  if (stream === undefined) throw new Error('there was no stream');
  if (!stream.closed || stream.listenerCount('close') > 0) await once(stream, 'close');
  return stream.eventNames();
};

it('has nothing listen to the stream of an answered call', async () => {
  const answer = await new Promise((resolve, reject) => {
    call('/test.Test/Echo', (error, echoed) => (error ? reject(error) : resolve(echoed)));
  });
  expect(answer).toEqual(Buffer.from('hello'));
  expect(await listenersOf(streams.at(-1))).toEqual(['error']);
});

it('tells a call that its caller has gone before it lets go', async () => {
  const { promise: refused, resolve } = Promise.withResolvers<unknown>();
  const underway = call('/test.Test/Hold', resolve);
  await expect.poll(() => held.length).toBe(1);
  const [waiting] = held;
  if (waiting === undefined) throw new Error('the call did not come');
  const cancelled = once(waiting, 'cancelled');
  underway.cancel();
  await cancelled;
  expect(await refused).toMatchObject({ code: 1 });
  expect(await listenersOf(streams.at(-1))).toEqual(['error']);
});
