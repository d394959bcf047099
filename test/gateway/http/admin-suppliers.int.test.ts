import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket } from '../../support/market.ts';
import { borealis, observation, offerOf, priceOf, stockOf } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let edge: TestEdge;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const send = async (method: string, path: string, body?: unknown) => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/${path}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const viewsOf = async (sku: string): Promise<number | undefined> =>
  (await createOfferStore(database.pool.sql).byIds([offerOf(sku)]))[0]?.views.length;

const late = (sku: string) =>
  createObservationStore(database.pool.sql).apply(
    [observation(sku, { price: priceOf('0.20'), stock: stockOf(7), observedAt: hoursBefore(0) })],
    untraced,
  );

describe('the offers of a supplier', () => {
  it('are listed page by page, whoever may see them', async () => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await send('GET', `suppliers/borealis/offers?limit=1&cursor=${cursor}`);
      expect(status).toBe(200);
      seen.push(...body.items.map((item: { supplier_sku: string }) => item.supplier_sku));
      if (body.next_cursor === undefined) break;
      cursor = body.next_cursor;
    }
    expect(seen.toSorted()).toEqual(expect.arrayContaining(['HIDDEN', 'SHARED']));
    expect(new Set(seen).size).toBe(seen.length);
    expect((await send('GET', 'suppliers/nobody/offers')).status).toBe(404);
    expect((await send('GET', 'suppliers/borealis/offers?cursor=AAAA')).status).toBe(400);
  });
});

describe('a supplier that is retired', () => {
  it('is asked nothing and sells nothing any more, and comes back when it is put again', async () => {
    const { sql } = database.pool;
    expect(await viewsOf('SHARED')).toBe(2);
    expect(await send('DELETE', 'suppliers/borealis')).toMatchObject({
      status: 200,
      body: { id: 'borealis', applied: false },
    });
    expect(await viewsOf('SHARED')).toBe(0);
    expect((await send('GET', 'suppliers/borealis')).status).toBe(404);
    expect((await send('GET', 'connectors')).body.connectors).toEqual([]);
    const store = createSupplierStore(sql, testSealer());
    expect(await store.suppliers()).toEqual([]);
    expect(await store.credentials(borealis)).toEqual([]);
    const kept = await sql`select from credential where secret is not null or session is not null`;
    expect(kept).toHaveLength(0);
    const told = await sql`select from event where type = 'credential.disabled'`;
    expect(told.length).toBeGreaterThan(1);
    expect(
      (
        await send('POST', 'connectors/borealis/credentials', {
          scope: 'system',
          label: 'x',
          secret: { login: 'a', password: 'b' },
        })
      ).status,
    ).toBe(404);

    // What was under way when it was retired brings nothing back.
    expect(await late('SHARED')).toMatchObject({ applied: 0 });
    expect(await late('NEW')).toMatchObject({ applied: 0 });
    expect([await viewsOf('SHARED'), await viewsOf('NEW')]).toEqual([0, undefined]);
    expect((await send('GET', 'suppliers/borealis/offers')).body.items).toContainEqual(
      expect.objectContaining({ supplier_sku: 'SHARED', offer_id: offerOf('SHARED') }),
    );

    // Again completes what may have been broken off, and tells nothing twice.
    expect((await send('DELETE', 'suppliers/borealis')).status).toBe(200);
    expect(await sql`select from event where type = 'credential.disabled'`).toHaveLength(told.length);

    const again = { name: 'Borealis', plugin: 'generic', base_url: 'https://borealis.example' };
    const settings = {
      budget: { requests: 10, periodSeconds: 1 },
      feeds: { stocks: { path: '/s', format: { kind: 'json' }, fields: { sku: 's', stock: 'n' } } },
    };
    const { status, body } = await send('PUT', 'suppliers/borealis', { ...again, settings });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.connector.credentials.map(({ state }: { state: string }) => state)).toEqual(
      body.connector.credentials.map(() => 'disabled'),
    );
    expect(await late('SHARED')).toMatchObject({ applied: 1 });
    expect(await viewsOf('SHARED')).toBe(1);
  });

  it('must be known', async () => {
    expect((await send('DELETE', 'suppliers/nobody')).status).toBe(404);
  });
});
