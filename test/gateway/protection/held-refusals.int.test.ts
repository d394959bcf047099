import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startTestEdge as startHttpEdge, storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { holdAll } from '../../support/shedders.ts';
import { answerOf, codeOf, fullKey, headers, startTestEdge } from '../grpc/test-edge.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});
afterAll(() => database.close());

const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
const body = '{"offer_id":"ofr_1","quantity":1}';

const startHttp = async () => {
  const shedder = holdAll();
  const edge = await startHttpEdge(database.pool, { shedder });
  const isHeld = (count: number) => eventually(() => expect(shedder.held.count).toBe(count));
  return { shedder, edge, isHeld };
};

const startGrpc = async () => {
  const shedder = holdAll();
  const edge = await startTestEdge({}, { shedder });
  const isHeld = (count: number) => eventually(() => expect(shedder.held.count).toBe(count));
  const call = (options = {}) =>
    answerOf((done) => edge.catalog.getProduct({ id: 'prd_1' }, headers(fullKey), options, done));
  return { shedder, edge, isHeld, call };
};

test('over HTTP a refusal that is held is given once, with and without a body', async () => {
  const { shedder, edge, isHeld } = await startHttp();
  const answers = [edge.send('/v1/pricing', post, body), edge.send('/v1/products/x')];
  await isHeld(2);
  shedder.giveHeld();
  const given = await Promise.all(answers);
  expect(given.map(({ status }) => status)).toEqual([429, 429]);
  expect(given[0]?.headers['retry-after']).toBe('1');
  shedder.giveHeld();
  await edge.stop();
});

test('over one connection of HTTP/1.1 answers keep their order while refusals are held', async () => {
  const { shedder, edge, isHeld } = await startHttp();
  const socket = connect(edge.port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: h\r\n\r\n`;
  socket.write(get('/v1/products/x') + get('/healthz'));
  await isHeld(1);
  shedder.giveHeld();
  await eventually(() => expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 200']));
  socket.destroy();
  await edge.stop();
});

test('over HTTP the refusal of a caller who has gone is dropped, and the others have theirs', async () => {
  const { shedder, edge, isHeld } = await startHttp();
  const gone = connect(edge.port, '127.0.0.1');
  gone.write(`POST /v1/pricing HTTP/1.1\r\nhost: h\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await isHeld(1);
  const answer = edge.send('/v1/products/x');
  await isHeld(2);
  gone.resetAndDestroy();
  await once(gone, 'close');
  // Answered after the server has seen the end of the other.
  await edge.send('/healthz');
  shedder.giveHeld();
  expect((await answer).status).toBe(429);
  expect((await edge.send('/healthz')).status).toBe(200);
  await edge.stop();
});

test('what an HTTP caller sends while its refusal is held is taken and thrown away', async () => {
  const { shedder, edge, isHeld } = await startHttp();
  const large = 4 * 1024 * 1024;
  const socket = connect(edge.port, '127.0.0.1').setEncoding('utf8');
  const answered = once(socket, 'data');
  socket.write(`POST /v1/pricing HTTP/1.1\r\nhost: h\r\ncontent-length: ${large}\r\n\r\n`);
  await isHeld(1);
  await new Promise((resolve) => socket.write(Buffer.alloc(large), resolve));
  await eventually(() => expect(socket.writableLength).toBe(0));
  shedder.giveHeld();
  expect(String(await answered)).toContain('HTTP/1.1 429');
  socket.destroy();
  await edge.stop();
});

test('an HTTP edge that stops gives what is held first', async () => {
  const { edge, isHeld } = await startHttp();
  const answer = edge.send('/v1/products/x');
  await isHeld(1);
  await edge.stop(60_000);
  expect((await answer).status).toBe(429);
});

test('over gRPC a refusal that is held is given once, and the next call has its own', async () => {
  const { shedder, edge, isHeld, call } = await startGrpc();
  const first = [call(), call()];
  await isHeld(2);
  shedder.giveHeld();
  expect((await Promise.all(first)).map(({ error }) => codeOf(error))).toEqual(
    Array.from({ length: 2 }, () => 'RESOURCE_EXHAUSTED'),
  );
  const next = call();
  await isHeld(1);
  shedder.giveHeld();
  expect(codeOf((await next).error)).toBe('RESOURCE_EXHAUSTED');
  await edge.close();
});

test('over gRPC the refusal of a call that was cancelled is dropped, and its connection goes on', async () => {
  const { shedder, edge, isHeld, call } = await startGrpc();
  const cancelled = answerOf((done) => {
    const started = edge.catalog.getProduct({ id: 'prd_1' }, headers(fullKey), done);
    void isHeld(1).then(() => started.cancel());
    return started;
  });
  expect(codeOf((await cancelled).error)).toBe('CANCELLED');
  const other = call();
  // It came over the same connection, behind the reset.
  await isHeld(2);
  shedder.giveHeld();
  expect(codeOf((await other).error)).toBe('RESOURCE_EXHAUSTED');
  await edge.close();
});

test('over gRPC the refusals of a connection that has ended are dropped', async () => {
  const { shedder, edge, isHeld, call } = await startGrpc();
  const session = connectHttp2(`http://127.0.0.1:${edge.server.port}`);
  const path = '/svc.public.v1.Catalog/GetProduct';
  const lost = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' });
  const ended = once(lost, 'close');
  await isHeld(1);
  session.destroy();
  await ended;
  const other = call();
  await isHeld(2);
  shedder.giveHeld();
  expect(codeOf((await other).error)).toBe('RESOURCE_EXHAUSTED');
  await edge.close();
});

test('a call with little time hears of the overload at once, and not of its deadline', async () => {
  const { shedder, edge, call } = await startGrpc();
  expect(codeOf((await call({ deadline: Date.now() + 350 })).error)).toBe('RESOURCE_EXHAUSTED');
  expect(shedder.held.count).toBe(0);
  await edge.close();
});

test('a gRPC edge that stops gives what is held first', async () => {
  const { edge, isHeld, call } = await startGrpc();
  const held = call();
  await isHeld(1);
  await edge.server.stop(60_000);
  expect(codeOf((await held).error)).toBe('RESOURCE_EXHAUSTED');
  await edge.close();
});
