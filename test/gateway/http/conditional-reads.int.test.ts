import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { GetOffersResponse } from '../../../proto/gen/svc/public/v1/offers.ts';
import { refusingUseCases, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const path = '/v1/products/prd_1';

let database: TestDatabase;
let edge: TestEdge;
let description = 'as it was';

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, {
    useCases: {
      ...refusingUseCases,
      getProduct: async ({ id }) => Product.create({ id, description }),
      getOffers: async () => GetOffersResponse.create({}),
    },
  });
});

afterAll(async () => {
  await edge.stop();
  await database.close();
});

const tagOf = async (of = path): Promise<string> => {
  const { etag } = (await edge.send(of)).headers;
  expect(etag).toMatch(/^W\/"[\w-]{16,}"$/);
  return String(etag);
};

const ifNoneMatch = (value: string, of = path) => edge.send(of, { headers: { 'if-none-match': value } });

describe('a product that is read again with its tag', () => {
  it('is not sent again while it is the same', async () => {
    const tag = await tagOf();
    for (const sent of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const answer = await ifNoneMatch(sent);
      expect(answer, sent).toMatchObject({ status: 304, body: '', headers: { etag: tag } });
      expect(answer.headers['x-correlation-id']).toBeDefined();
      expect(answer.headers['content-type']).toBeUndefined();
    }
  });

  it('is sent whole with another tag when it is another', async () => {
    const tag = await tagOf();
    expect(await ifNoneMatch('W/"other"')).toMatchObject({ status: 200 });
    expect(await ifNoneMatch(tag.toUpperCase())).toMatchObject({ status: 200 });
    description = 'as it is now';
    expect(await ifNoneMatch(tag)).toMatchObject({ status: 200, body: expect.stringContaining(description) });
    expect(await tagOf()).not.toBe(tag);
  });

  it('is kept by nobody but the caller, who must ask each time', async () => {
    expect((await edge.send(path)).headers['cache-control']).toBe('private, no-cache');
    expect((await ifNoneMatch(await tagOf())).headers['cache-control']).toBe('private, no-cache');
  });

  it('is refused like any other read to who may not read it', async () => {
    const tag = await tagOf();
    const answer = await edge.send(path, { headers: { 'if-none-match': tag, 'x-api-key': 'none' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.etag).toBeUndefined();
  });
});

it('the offers of a product have a tag as well', async () => {
  const offers = `${path}/offers`;
  expect((await ifNoneMatch(await tagOf(offers), offers)).status).toBe(304);
});

describe('a large answer', () => {
  const big = 'x'.repeat(20_000);

  it.each(['gzip', 'deflate, gzip;q=0.5', 'GZIP', '*'])(
    'is compressed for a client that takes gzip: %j',
    async (accepted) => {
      description = big;
      const answer = await fetch(`${edge.url}${path}`, {
        headers: { 'x-api-key': 'os_fullfullfullfullfullfullfullfull', 'accept-encoding': accepted },
      });
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('vary')).toContain('accept-encoding');
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(1_000);
      expect(await answer.json()).toMatchObject({ description: big });
    },
  );

  it.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0, deflate', '*;q=0'])(
    'is sent as it is to others: %j',
    async (accepted) => {
      description = big;
      const answer = await edge.send(path, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toContain('accept-encoding');
      expect(JSON.parse(answer.body)).toMatchObject({ description: big });
    },
  );

  it('has the same tag either way', async () => {
    description = big;
    const plain = await edge.send(path);
    const packed = await edge.send(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.etag).toBe(plain.headers.etag);
  });

  it('of the OpenAPI document is compressed too', async () => {
    const answer = await fetch(`${edge.url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0' });
  });
});

it('a small answer is sent as it is', async () => {
  description = 'small';
  const answer = await edge.send(path, { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(answer.body)).toMatchObject({ description });
});
