import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client, credentials } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { afterEach, expect, test } from 'vitest';
import { CatalogClient, Product } from '../../../../proto/gen/svc/public/v1/catalog.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  answerOf,
  catalogKey,
  codeOf,
  detailsOf,
  drainOf,
  headers,
  startTestEdge,
  type TestEdge,
} from '../test-edge.ts';

let edge: TestEdge;
/** In front of the edge, to count the connections of a client. */
let front: Server;
let connections: number;
const sockets = new Set<Socket>();
let catalog: CatalogClient;
let finish: () => void;

const { Watch: watch } = healthService as Required<typeof healthService>;

const start = async (graceMs: number): Promise<void> => {
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  edge = await startTestEdge(
    {
      getProduct: async ({ id }) => Product.fromPartial({ id }),
      streamProducts: async function* (_request, { signal }) {
        yield Product.fromPartial({ id: 'first' });
        await Promise.race([finished, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
        signal.throwIfAborted();
        yield Product.fromPartial({ id: 'last' });
      },
    },
    { grpcConnections: { ageMs: 300, graceMs } },
  );
  connections = 0;
  front = createServer((socket) => {
    connections += 1;
    const behind = connect(edge.server.port, '127.0.0.1');
    socket.pipe(behind).pipe(socket);
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  catalog = new CatalogClient(`127.0.0.1:${port}`, credentials.createInsecure());
};

afterEach(async () => {
  catalog.close();
  await edge.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => front.close(resolve));
});

const openStream = () => catalog.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(catalogKey));

const call = () => answerOf<Product>((done) => catalog.getProduct({ id: 'x' }, headers(catalogKey), done));

test('no call fails while connections end of age one after the other', async () => {
  await start(10_000);
  await eventually(async () => {
    expect((await call()).error).toBeUndefined();
    return connections >= 3;
  });
});

test('a stream may finish within the grace of its connection', async () => {
  await start(60_000);
  const stream = drainOf(openStream());
  await eventually(async () => {
    expect((await call()).error).toBeUndefined();
    return connections >= 2;
  });
  finish();
  const { items, error } = await stream;
  expect(error).toBeUndefined();
  expect(items.map(({ id }) => id)).toEqual(['first', 'last']);
});

test('what is open beyond the grace ends with UNAVAILABLE and when to come back, and may be opened again', async () => {
  // Its first message comes within it on any machine.
  await start(1_500);
  const client = new Client(`127.0.0.1:${edge.server.port}`, credentials.createInsecure());
  const watching = client.makeServerStreamRequest(
    '/grpc.health.v1.Health/Watch',
    watch?.requestSerialize as (value: object) => Buffer,
    watch?.responseDeserialize as (bytes: Buffer) => object,
    { service: '' },
  );
  const [stream, watched] = await Promise.all([drainOf(openStream()), drainOf(watching)]);
  for (const { items, error } of [stream, watched]) {
    expect(items).toHaveLength(1);
    expect(codeOf(error)).toBe('UNAVAILABLE');
    expect(detailsOf(error).RetryInfo).toBeDefined();
  }
  finish();
  expect((await drainOf(openStream())).items).toHaveLength(2);
  client.close();
});
