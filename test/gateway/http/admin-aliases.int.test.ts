import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { matchingWorld } from '../../support/matching-world.ts';
import { borealis, observation, offerOf, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let edge: TestEdge;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const send = async (method: string, path: string, body?: unknown, key = adminKey) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/${path}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const add = (...aliases: readonly { alias: string; manufacturer: string }[]) =>
  send('POST', 'manufacturer-aliases', { aliases });

const spellings = async (query: string): Promise<readonly string[]> => {
  const { body } = await send('GET', `manufacturer-aliases?${query}`);
  return body.items.map(({ alias }: { alias: string }) => alias);
};

describe('spellings of manufacturers', () => {
  it('are added with the operator as their source, and listed by any of them', async () => {
    const { status, body } = await add(
      { alias: 'Elb', manufacturer: 'Elbonian Semiconductor' },
      { alias: 'Elbonian', manufacturer: 'Elb' },
    );
    expect(status).toBe(200);
    expect(body.aliases).toEqual([
      { alias: 'Elb', manufacturer: 'Elbonian Semiconductor' },
      { alias: 'Elbonian', manufacturer: 'Elb' },
    ]);
    const { body: page } = await send('GET', 'manufacturer-aliases?manufacturer=ELBONIAN%20Inc.');
    expect(page).toEqual({
      items: ['Elb', 'Elbonian', 'Elbonian Semiconductor'].map((alias) => ({
        alias,
        manufacturer: 'Elbonian Semiconductor',
        source: 'operator key_admin',
      })),
    });
  });

  it('are never taken from the manufacturer that they name, which is named', async () => {
    await add({ alias: 'Shared', manufacturer: 'First Maker' });
    const { status, body } = await add({ alias: 'SHARED', manufacturer: 'Second Maker' });
    expect(status).toBe(200);
    expect(body.aliases).toEqual([{ alias: 'SHARED', manufacturer: 'Second Maker', conflicts_with: 'First Maker' }]);
    expect(await spellings('manufacturer=First%20Maker')).toEqual(['First Maker', 'Shared']);
  });

  it('are found by a piece of them, and none by the name of a manufacturer that nobody knows', async () => {
    await add({ alias: 'Elbonian', manufacturer: 'Elbonian Semiconductor' });
    expect(await spellings('q=bonian')).toEqual(['Elbonian', 'Elbonian Semiconductor']);
    expect(await spellings('manufacturer=Nobody')).toEqual([]);
  });

  it('are listed page by page, each once, while others are added', async () => {
    await add(...Array.from({ length: 7 }, (_, at) => ({ alias: `Pager ${at}`, manufacturer: 'Pager Devices' })));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await send('GET', `manufacturer-aliases?q=pager&limit=3&cursor=${cursor}`);
      seen.push(...body.items.map(({ alias }: { alias: string }) => alias));
      cursor = body.next_cursor ?? '';
      await add({ alias: `Apager ${seen.length}`, manufacturer: 'Pager Devices' });
    } while (cursor !== '');
    const pager = seen.filter((alias) => alias.startsWith('Pager'));
    expect(pager).toEqual([...Array.from({ length: 7 }, (_, at) => `Pager ${at}`), 'Pager Devices']);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('have the offers that bear them decided again', async () => {
    const suppliers = createSupplierStore(database.pool.sql, testSealer());
    await putBorealis(suppliers);
    await suppliers.putSupplier({ ...borealis, createsProducts: false }, byTest);
    await createCatalogStore(database.pool.sql).upsert(
      [{ profileId: defaultProfile.id, manufacturer: 'Again Devices', mpn: 'AG-1000' }],
      new Date(),
      untraced,
    );
    await createObservationStore(database.pool.sql).apply(
      [observation('AGAIN', { description: { manufacturer: 'Zweitname', mpn: 'AG-1000' } })],
      untraced,
    );
    const world = matchingWorld(database);
    await world.settle();
    const confidence = async () => (await send('GET', `offers/${offerOf('AGAIN')}/match`)).body.match_confidence;
    expect(await confidence()).not.toBe('exact');
    await add({ alias: 'Zweitname', manufacturer: 'Again Devices' });
    await world.settle();
    expect(await confidence()).toBe('exact');
  });

  it.each([
    ['no rows', 'POST', '', { aliases: [] }],
    ['a row without manufacturer', 'POST', '', { aliases: [{ alias: 'A' }] }],
    ['a spelling without letter or digit', 'POST', '', { aliases: [{ alias: '--', manufacturer: 'A' }] }],
    ['a cursor of another list', 'GET', '?cursor=abc', undefined],
    ['a limit that is no number', 'GET', '?limit=x', undefined],
  ])('with %s are refused', async (_, method, query, body) => {
    expect((await send(method, `manufacturer-aliases${query}`, body)).status).toBe(400);
  });

  it('name the field that is refused', async () => {
    const { body } = await add({ alias: 'A', manufacturer: 'B' }, { alias: '--', manufacturer: 'B' });
    expect(body.violations).toEqual([{ field: 'aliases.1.alias', description: 'must have a letter or a digit' }]);
  });

  it('are for operators only', async () => {
    expect((await send('GET', 'manufacturer-aliases', undefined, fullKey)).status).toBe(403);
  });
});
