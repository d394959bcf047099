import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import { PartMatch } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import {
  fullKey,
  refusingUseCases,
  scopelessKey,
  startTestEdge,
  storeKeys,
  type TestEdge,
} from '../../support/http-edge.ts';
import { fillMarket, marketUseCases, resistor, resistorId } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const path = '/v1/parts/match';
const json = { 'content-type': 'application/json' };
const lines = { ...json, accept: 'application/x-ndjson' };

describe('matching of parts over HTTP', () => {
  let database: TestDatabase;
  let edge: TestEdge;
  beforeAll(async () => {
    database = await testDatabase();
    await storeKeys(database.pool);
    await fillMarket(database.pool);
    edge = await startTestEdge(database.pool, { useCases: marketUseCases(database.pool), maxBodyBytes: 200_000 });
  });
  afterAll(async () => {
    await edge.stop();
    await database.close();
  });

  const post = (body: unknown, headers: Readonly<Record<string, string>> = json) =>
    edge.send(path, { method: 'POST', headers }, JSON.stringify(body));

  it('answers one document with the items in their order', async () => {
    const { status, headers, body } = await post({
      items: [
        { mpn: 5 },
        { mpn: resistor(1), reference: 'b' },
        'R',
        { mpn: resistor(0), colour: 'red' },
        { mpn: 'NOBODY-1' },
      ],
      include_best_price: true,
    });
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    const { items } = JSON.parse(body);
    expect(items).toMatchObject([
      { index: 0, status: 'error', item_error: { code: 'INVALID_ARGUMENT', field: 'items[0].mpn' } },
      { index: 1, status: 'matched', reference: 'b', product: { id: resistorId(1) }, confidence: 'probable' },
      { index: 2, status: 'error', item_error: { field: 'items[2]' } },
      { index: 3, status: 'error', item_error: { field: 'items[3].colour' } },
      { index: 4, status: 'unresolved', unresolved_reason: 'not_found' },
    ]);
  });

  it('answers lines to who accepts them', async () => {
    const { status, headers, body } = await post({ items: [{ mpn: resistor(0) }, {}] }, lines);
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const answers = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.toSorted((a, b) => a.index - b.index)).toMatchObject([
      { index: 0, product: { id: resistorId(0) } },
      { index: 1, item_error: { field: 'items[1].mpn' } },
    ]);
  });

  it.each([
    [{ items: [] }, 'items'],
    [{}, 'items'],
    [{ items: [{ mpn: 'A1' }], live: 'watch' }, 'live'],
    [{ items: [{ mpn: 'A1' }], deadline_seconds: 100 }, 'deadline_seconds'],
    [{ items: [{ mpn: 'A1' }], colour: 'red' }, 'colour'],
  ])('refuses %j with the field that is wrong', async (body, field) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).violations).toMatchObject([{ field }]);
  });

  it('is for keys that may read the catalogue', async () => {
    const answer = await post({ items: [{ mpn: 'A1' }] }, { ...json, 'x-api-key': scopelessKey });
    expect(answer.status).toBe(403);
  });

  const edgeWith = (matchParts: NonNullable<UseCases['matchParts']>): Promise<TestEdge> =>
    startTestEdge(database.pool, { useCases: { ...refusingUseCases, matchParts } });
  const match = (index: number, reference = ''): PartMatch =>
    PartMatch.fromPartial({ index, reference, status: 'unresolved' });
  const body = JSON.stringify({ items: [{ mpn: 'A1' }] });

  it('ends lines that fail with a line that says why, and a document with a problem', async () => {
    const other = await edgeWith(async function* () {
      yield match(0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Failure('unavailable', 'the catalogue does not answer');
    });
    const streamed = await other.send(path, { method: 'POST', headers: lines }, body);
    const [first, last] = streamed.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([streamed.status, first.index, last.problem.status]).toEqual([200, 0, 503]);
    expect((await other.send(path, { method: 'POST', headers: json }, body)).status).toBe(503);
    await other.stop();
  });

  it('makes lines no faster than they are read, and stops when their reader has gone', async () => {
    let made = 0;
    let isStopped = false;
    const other = await edgeWith(async function* () {
      try {
        for (;;) {
          made += 1;
          yield match(made, 'r'.repeat(1_000));
        }
      } finally {
        isStopped = true;
      }
    });
    const sent = request({
      host: '127.0.0.1',
      port: other.port,
      path,
      method: 'POST',
      headers: { ...lines, 'x-api-key': fullKey },
    });
    sent.on('error', () => undefined);
    sent.on('response', (answer) => answer.pause());
    sent.end(body);
    let before = -1;
    await eventually(async () => {
      const stands = made > 0 && made === before;
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return stands;
    });
    // What the socket's buffers take, and a little more.
    expect(made).toBeLessThan(20_000);
    sent.destroy();
    await eventually(() => isStopped);
    await other.stop();
  });
});
