import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopelessKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, marketSize, marketUseCases, resistorId } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

describe('all products as lines', () => {
  let database: TestDatabase;
  let edge: TestEdge;
  beforeAll(async () => {
    database = await testDatabase();
    await storeKeys(database.pool);
    await fillMarket(database.pool);
    edge = await startTestEdge(database.pool, { useCases: marketUseCases(database.pool) });
  });
  afterAll(async () => {
    await edge.stop();
    await database.close();
  });

  const streamed = async (query = ''): Promise<readonly string[]> => {
    const { status, headers, body } = await edge.send(`/v1/products/stream${query}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const lines = body.split('\n').filter((line) => line !== '');
    return lines.map((line) => String(JSON.parse(line).id));
  };

  it('are streamed once each, in the order of their ids', async () => {
    const ids = await streamed();
    expect(ids).toHaveLength(marketSize);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it('are those that the filters of the list let pass', async () => {
    expect(await streamed('?manufacturer=YAGEO')).toHaveLength(marketSize);
    expect(await streamed('?manufacturer=Vishay')).toEqual([]);
    expect(await streamed('?in_stock=true')).toEqual([resistorId(0)]);
    expect(await streamed('?lifecycle_status=discontinued')).toEqual([]);
    expect(await streamed('?characteristic=package:0603')).toEqual([]);
    const listed = JSON.parse((await edge.send('/v1/products?q=RC0603FR&in_stock=true')).body);
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([resistorId(0)]);
  });

  it.each([
    ['?identity_profile_id=nothing', 'identity_profile_id'],
    ['?lifecycle_status=old', 'filter.lifecycle_status'],
    ['?range=colour:1k', 'filter.ranges.colour'],
    ['?in_stock=perhaps', 'in_stock'],
  ])('are refused with %s, which is named', async (query, field) => {
    const answer = await edge.send(`/v1/products/stream${query}`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).violations).toMatchObject([{ field }]);
  });

  it('are for keys that may read the catalogue', async () => {
    expect((await edge.send('/v1/products/stream', { headers: { 'x-api-key': scopelessKey } })).status).toBe(403);
  });
});
