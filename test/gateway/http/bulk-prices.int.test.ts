import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import { bulkCalculatePrice } from '../../../gateway/pricing/bulk-calculate-price.ts';
import { createKeyLimiter } from '../../../gateway/protection/key-limiter.ts';
import { eventually } from '../../support/eventually.ts';
import { fullKey, scopelessKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, hiddenOffer, marketUseCases, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const path = '/v1/pricing/bulk';
const ndjson = { 'content-type': 'application/x-ndjson' };

describe('prices of many offers over HTTP', () => {
  let database: TestDatabase;
  let edge: TestEdge;
  let useCases: UseCases;
  let priced = 0;
  beforeAll(async () => {
    database = await testDatabase();
    await storeKeys(database.pool);
    await fillMarket(database.pool);
    const market = marketUseCases(database.pool);
    const calculatePrice: UseCases['calculatePrice'] = (asked, context) => {
      priced += 1;
      return market.calculatePrice(asked, context);
    };
    useCases = { ...market, calculatePrice, bulkCalculatePrice: bulkCalculatePrice(calculatePrice, () => undefined) };
    edge = await startTestEdge(database.pool, { useCases, limits: { requestMs: 500, checkEveryMs: 50 } });
  });
  afterAll(async () => {
    await edge.stop();
    await database.close();
  });

  const asking = (quantity: number, offerId = sharedOffer): string => JSON.stringify({ offer_id: offerId, quantity });
  const post = (lines: readonly (string | Buffer)[], headers: Readonly<Record<string, string>> = ndjson) =>
    edge.send(
      path,
      { method: 'POST', headers },
      Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])),
    );
  const answers = (body: string) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown> & { item_error?: object });

  it('answers a line for each, in their order, as the price of each by itself', async () => {
    const quantities = Array.from({ length: 3_000 }, (_, at) => (at % 40) + 1);
    const { status, headers, body } = await post(quantities.map((quantity) => asking(quantity)));
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const told = answers(body);
    expect(told.map((each) => each.requested_quantity)).toEqual(quantities);
    const alone = await edge.send(
      '/v1/pricing',
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      asking(7),
    );
    expect({ ...told[6], freshness: undefined }).toEqual({ ...JSON.parse(alone.body), freshness: undefined });
  });

  it('answers a broken line with its number, and goes on', async () => {
    const { status, body } = await post([
      asking(1),
      '{"offer_id": "ofr',
      asking(2, hiddenOffer),
      '',
      `"${'x'.repeat(70_000)}"`,
      Buffer.from([0x22, 0xff, 0x22]),
      '{"offer_id": 5, "quantity": 1}',
      '{"offer_id": "a", "quantity": 0, "colour": "red"}',
      asking(0),
      asking(3),
    ]);
    expect(status).toBe(200);
    const told = answers(body);
    expect(told.map(({ item_error }) => item_error)).toMatchObject(
      [
        undefined,
        { line: 2, code: 'INVALID_ARGUMENT', field: 'line' },
        { line: 3, code: 'NOT_FOUND' },
        { line: 4, field: 'line' },
        { line: 5, field: 'line', message: 'line: must be at most 65536 bytes' },
        { line: 6, field: 'line', message: 'line: is not valid UTF-8' },
        { line: 7, field: 'offer_id' },
        { line: 8, field: 'colour' },
        { line: 9, field: 'quantity' },
        undefined,
      ].map((each) => each as object),
    );
    expect(told.at(-1)).toMatchObject({ requested_quantity: 3, pricing_mode: 'fixed' });
    expect(told[2]).toMatchObject({ offer_id: hiddenOffer, requested_quantity: 2 });
  });

  it('takes nothing but plain lines, of keys that may ask for prices', async () => {
    expect((await post([asking(1)], { 'content-type': 'application/json' })).status).toBe(415);
    expect((await post([asking(1)], { ...ndjson, 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await post([asking(1)], { ...ndjson, 'x-api-key': scopelessKey })).status).toBe(403);
    expect((await post([])).body).toBe('');
  });

  /** A request whose lines are sent by hand. */
  const open = (port = edge.port): { readonly sent: ClientRequest; readonly answered: Promise<IncomingMessage> } => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: { ...ndjson, 'x-api-key': fullKey },
    });
    sent.on('error', () => undefined);
    return { sent, answered: new Promise((resolve) => sent.once('response', resolve)) };
  };

  it('answers lines while others are still to come, for longer than a request may take to arrive', async () => {
    const { sent, answered } = open();
    const told: string[] = [];
    sent.write(`${asking(1)}\n`);
    const answer = await answered;
    createInterface({ input: answer }).on('line', (line) => told.push(line));
    for (let quantity = 2; quantity <= 5; quantity += 1) {
      await eventually(() => told.length === quantity - 1);
      await new Promise((resolve) => setTimeout(resolve, 250));
      sent.write(`${asking(quantity)}\n`);
    }
    sent.end();
    await eventually(() => told.length === 5);
  });

  it('is closed where the caller is not let in and never ends its body', async () => {
    const sent = request({ host: '127.0.0.1', port: edge.port, path, method: 'POST', headers: ndjson });
    let isClosed = false;
    sent.on('error', () => undefined);
    sent.on('close', () => {
      isClosed = true;
    });
    sent.on('response', (answer) => answer.resume());
    sent.write('{');
    await eventually(() => isClosed || sent.socket?.destroyed === true);
  });

  it('reads no faster than its answers are read, and stops when the caller has gone', async () => {
    const { sent, answered } = open();
    const block = `${asking(10)}\n`.repeat(500);
    priced = 0;
    const send = (): void => {
      while (!sent.destroyed && sent.write(block));
      sent.once('drain', send);
    };
    send();
    (await answered).pause();
    let before = -1;
    await eventually(async () => {
      const stands = priced > 0 && priced === before;
      before = priced;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return stands;
    });
    expect(priced).toBeLessThan(60_000);
    sent.destroy();
    await eventually(async () => {
      const after = priced;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(priced).toBe(after);
    });
  });

  it('counts its lines against the rate of the key', async () => {
    const limiter = createKeyLimiter({
      defaults: { requestsPerSecond: 10, burst: 2, requestsPerDay: undefined, streams: undefined },
      usage: { add: async () => new Map() },
      messagesPerRequest: 10,
      onRefused: () => undefined,
      now: () => new Date(),
    });
    const limited = await startTestEdge(database.pool, { useCases, limiter });
    const begunAt = performance.now();
    const { body } = await limited.send(path, { method: 'POST', headers: ndjson }, `${asking(1)}\n`.repeat(60));
    expect(answers(body)).toHaveLength(60);
    // Sixty lines are six requests, of which two may come at once.
    expect(performance.now() - begunAt).toBeGreaterThan(250);
    await limited.stop();
  });
});
