import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { GetProductRequest, Product } from '../../../../proto/gen/svc/public/v1/catalog.ts';
import { CalculatePriceRequest, PricingResponse } from '../../../../proto/gen/svc/public/v1/pricing.ts';
import { endOfCall, framed, openCall, openRaw } from '../../../doors/raw-grpc.ts';
import { eventually } from '../../../support/eventually.ts';
import { catalogKey, fullKey, startTestEdge, type TestEdge } from '../test-edge.ts';

let edge: TestEdge;
let session: ClientHttp2Session;

afterEach(async () => {
  session.destroy();
  await edge.close();
});

const method = '/svc.public.v1.Catalog/GetProduct';
const bulk = '/svc.public.v1.Pricing/BulkCalculatePrice';
const withKey = { authorization: `Bearer ${catalogKey}` };
const withFullKey = { authorization: `Bearer ${fullKey}` };
const request = Buffer.from(GetProductRequest.encode({ id: 'prd_1' }).finish());
const priceRequest = Buffer.from(
  CalculatePriceRequest.encode(CalculatePriceRequest.fromPartial({ quantity: 1 })).finish(),
);

const start = async (options: Parameters<typeof startTestEdge>[1] = {}): Promise<void> => {
  edge = await startTestEdge(
    {
      getProduct: async ({ id }) => Product.fromPartial({ id }),
      bulkCalculatePrice: async function* (requests) {
        for await (const asked of requests)
          if (!(asked instanceof Error)) yield PricingResponse.fromPartial({ requestedQuantity: asked.quantity });
      },
    },
    options,
  );
  session = await openRaw(`127.0.0.1:${edge.server.port}`);
};

const send = async (path: string, headers: Readonly<Record<string, string>>, body: Buffer) => {
  const stream = openCall(session, path, headers);
  stream.end(body);
  return endOfCall(stream);
};

test.each(['gzip', 'deflate', 'br'])(
  'messages in encoding %s are refused, and the encoding that is taken is named',
  async (encoding) => {
    await start();
    const body = framed(gzipSync(request), { isCompressed: true });
    const { status: code, message, headers } = await send(method, { ...withKey, 'grpc-encoding': encoding }, body);
    expect(code).toBe(status.UNIMPLEMENTED);
    expect(message).toBe('compressed messages are not taken; send them with grpc-encoding: identity');
    expect(headers['grpc-accept-encoding']).toBe('identity');
  },
);

test('a message that says that it is compressed although its call does not is refused', async () => {
  await start();
  const { status: code } = await send(method, withKey, framed(gzipSync(request), { isCompressed: true }));
  expect(code).toBe(status.UNIMPLEMENTED);
});

test('an answer names the one encoding that is taken', async () => {
  await start();
  const { status: code, headers } = await send(method, { ...withKey, 'grpc-encoding': 'identity' }, framed(request));
  expect(code).toBe(status.OK);
  expect(headers['grpc-accept-encoding']).toBe('identity');
});

test('without a known key a call is answered from its headers, before anything else of it has come', async () => {
  await start();
  for (const headers of [{}, { 'x-api-key': 'os_unknownunknownunknownunknown' }]) {
    const { status: code, headers: answered } = await endOfCall(
      openCall(session, method, { ...headers, 'x-correlation-id': 'mine' }),
    );
    expect(code).toBe(status.UNAUTHENTICATED);
    expect(answered['x-correlation-id']).toBe('mine');
  }
  const { status: code } = await endOfCall(openCall(session, bulk, withKey));
  expect(code).toBe(status.PERMISSION_DENIED);
});

test('a call of no method and a request that is no call end at once, whatever else their sender keeps open', async () => {
  await start();
  expect(await endOfCall(openCall(session, '/no.Such/Method', withKey))).toMatchObject({
    status: status.UNIMPLEMENTED,
  });
  const { headers } = await endOfCall(openCall(session, method, { 'content-type': 'text/plain' }));
  expect(headers[':status']).toBe(415);
});

test('a length beyond what is accepted is refused when it is declared', async () => {
  await start();
  const stream = openCall(session, method, withKey);
  stream.write(framed(Buffer.alloc(0), { length: 2 ** 32 - 1 }));
  expect(await endOfCall(stream)).toMatchObject({ status: status.RESOURCE_EXHAUSTED });
});

test('headers without a message, a part of a message and a message without an end are refused when their time is over', async () => {
  await start({ requestMs: 100 });
  const parts = [Buffer.alloc(0), Buffer.alloc(3), framed(request).subarray(0, 8), framed(request)];
  const ends = parts.flatMap((part) =>
    [method, bulk].flatMap((path) => {
      // A whole message is all that a stream of them needs.
      if (path === bulk && part.length > 8) return [];
      const stream = openCall(session, path, withFullKey);
      if (part.length > 0) stream.write(part);
      return endOfCall(stream);
    }),
  );
  // A stream whose answer has begun can only be cut off.
  for (const { status: code } of await Promise.all(ends)) expect([status.DEADLINE_EXCEEDED, undefined]).toContain(code);
});

test('a stream of requests may be silent between two messages for longer than a message may take', async () => {
  await start({ requestMs: 500 });
  const stream = openCall(session, bulk, withFullKey);
  let answers = 0;
  stream.on('data', () => {
    answers += 1;
  });
  stream.write(framed(priceRequest));
  await eventually(() => answers === 1);
  // Another call that came later is refused: so the time has passed.
  expect(await endOfCall(openCall(session, method, withFullKey))).toMatchObject({ status: status.DEADLINE_EXCEEDED });
  stream.end(framed(priceRequest));
  expect(await endOfCall(stream)).toMatchObject({ status: status.OK });
  expect(answers).toBe(2);
});

test('a stream of requests takes no message as large as a request that comes alone', async () => {
  await start({ maxBodyBytes: 1_000_000 });
  const stream = openCall(session, bulk, withFullKey);
  stream.write(framed(Buffer.alloc(70_000)));
  const { status: code } = await endOfCall(stream);
  expect([status.RESOURCE_EXHAUSTED, undefined]).toContain(code);
});

test('what may be asked without a key is refused beyond its places, and again served when they are left', async () => {
  await start();
  const watch = () => {
    const stream = openCall(session, '/grpc.health.v1.Health/Watch');
    stream.end(framed(Buffer.alloc(0)));
    return stream;
  };
  const watches = Array.from({ length: 16 }, watch);
  await Promise.all(watches.map((stream) => once(stream, 'response')));
  expect(await endOfCall(watch())).toMatchObject({ status: status.RESOURCE_EXHAUSTED });
  for (const stream of watches) stream.close();
  await eventually(async () => {
    const stream = watch();
    const answered = new Promise<boolean>((resolve) => {
      stream.once('data', () => resolve(true));
      stream.once('close', () => resolve(false));
    });
    return answered;
  });
});

test('a health request with a name that no service can have is refused', async () => {
  await start();
  const { status: code } = await send('/grpc.health.v1.Health/Check', {}, framed(Buffer.alloc(600)));
  expect(code).toBe(status.RESOURCE_EXHAUSTED);
});

test('reflection that is off is no method', async () => {
  await start({ grpcReflection: false });
  for (const version of ['v1', 'v1alpha']) {
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
    expect(await endOfCall(openCall(session, path))).toMatchObject({ status: status.UNIMPLEMENTED });
  }
});
