import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool);
});

afterAll(async () => {
  await edge.stop();
  await database.close();
});

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const answerOf = (raw: string): Answer => {
  const end = raw.indexOf('\r\n\r\n');
  const [line = '', ...lines] = raw.slice(0, end).split('\r\n');
  const headers = lines.map((each) => [
    each.slice(0, each.indexOf(':')).toLowerCase(),
    each.slice(each.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(line.split(' ')[1]),
    headers: new Map(headers as [string, string][]),
    body: raw.slice(end + 4),
  };
};

/** Sends bytes as they are, and reads until the server closes the connection. */
const exchange = async (bytes: string): Promise<Answer> => {
  const socket = connect(edge.port, '127.0.0.1');
  socket.write(bytes);
  const answer = answerOf(await text(socket));
  socket.destroy();
  return answer;
};

const host = `Host: x\r\nX-Api-Key: ${fullKey}\r\n`;

it.each([
  ['a request line that is none', 'rubbish\r\n\r\n', 400, 'bad-request'],
  ['a method that there is not', `FETCH /v1/products HTTP/1.1\r\n${host}\r\n`, 400, 'bad-request'],
  ['another protocol', `\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n`, 400, 'bad-request'],
  ['a header without a name', `GET /healthz HTTP/1.1\r\n${host}: x\r\n\r\n`, 400, 'bad-request'],
  ['a NUL in a header', `GET /healthz HTTP/1.1\r\n${host}a: \u0000\r\n\r\n`, 400, 'bad-request'],
  [
    'two lengths of the body',
    `POST /v1/pricing HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    400,
    'bad-request',
  ],
  [
    'headers without end',
    `GET /healthz HTTP/1.1\r\n${host}${`a: ${'x'.repeat(4_000)}\r\n`.repeat(20)}\r\n`,
    431,
    'headers-too-large',
  ],
  [
    'a query without end',
    `GET /v1/products?q=${'x'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
    431,
    'headers-too-large',
  ],
])('%s is refused with a problem document, and the connection is closed', async (_, bytes, status, slug) => {
  const answer = await exchange(bytes);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('connection')).toBe('close');
  expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(answer.body));
  expect(JSON.parse(answer.body)).toMatchObject({
    type: `/problems/${slug}`,
    status,
    correlation_id: answer.headers.get('x-correlation-id'),
  });
});

it.each([
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'an expectation that nobody meets',
    `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\nExpect: more\r\n\r\n`,
    417,
  ],
])('a request with %s is refused with a problem document', async (_, bytes, status) => {
  const answer = await exchange(bytes);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(JSON.parse(answer.body)).toMatchObject({ status, correlation_id: answer.headers.get('x-correlation-id') });
});

it('a body in bad chunks is answered and the connection closed, after which the server serves others', async () => {
  const answer = await exchange(
    `POST /v1/pricing HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  );
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ status: 400 });
  expect((await edge.send('/healthz')).status).toBe(200);
});
