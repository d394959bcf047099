import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { observation, offerOf, priceOf } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** Prices that jump from the ones before, and so do not count. */

let database: TestDatabase;
let edge: TestEdge;

/** What a run sees of a SKU, so many hours before noon. */
const see = (sku: string, price: string, hours: number, credentialId = 'crd_system') =>
  createObservationStore(database.pool.sql).apply(
    [
      observation(sku, {
        credentialId,
        price: priceOf(price),
        observedAt: hoursBefore(hours),
        runId: `run_${hours}`,
        description: { mpn: `MPN-${sku}`, manufacturer: 'Acme' },
      }),
    ],
    untraced,
  );

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
});
beforeEach(async () => {
  await borealisAnew(database);
  for (const sku of ['A', 'B', 'C', 'STEADY']) await see(sku, '1', 9);
  await see('A', '1', 9, 'crd_acme');
  await see('A', '90', 8);
  await see('A', '70', 7, 'crd_acme');
  await see('B', '80', 6);
  await see('C', '0.01', 5);
  await see('STEADY', '1.1', 5);
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const page = async (query = '') => {
  const answer = await edge.send(`/v1/admin/held-prices?${query}`, { headers: { 'x-api-key': adminKey } });
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const all = async (): Promise<readonly string[]> => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await page(`limit=1&cursor=${cursor}`);
    for (const { supplier_sku: sku, credential_id: credential } of body.items) seen.push(`${sku} ${credential}`);
    cursor = body.next_cursor ?? '';
  } while (cursor !== '');
  return seen;
};

it('are listed page by page, the latest hold first, one for each credential that sees one', async () => {
  expect(await all()).toEqual(['C crd_system', 'B crd_system', 'A crd_acme', 'A crd_system']);
});

it('are told beside the price that counts meanwhile', async () => {
  const { body } = await page('limit=1');
  expect(body.items).toEqual([
    {
      offer_id: offerOf('C'),
      supplier_id: 'borealis',
      supplier_sku: 'C',
      manufacturer: 'Acme',
      mpn: 'MPN-C',
      credential_id: 'crd_system',
      credential_label: 'house account',
      since: hoursBefore(5).toISOString(),
      jump: 'ratio',
      held: { on_request: false, currency: 'EUR', breaks: [{ quantity: 1, price: '0.01' }] },
      counting: { on_request: false, currency: 'EUR', breaks: [{ quantity: 1, price: '1' }] },
      counting_seen_at: hoursBefore(9).toISOString(),
    },
  ]);
});

it('keep their place while they are seen to jump further, and are gone when a second look has settled them', async () => {
  await see('C', '500', 4);
  expect(await all()).toEqual(['C crd_system', 'B crd_system', 'A crd_acme', 'A crd_system']);
  expect((await page('limit=1')).body.items[0].held.breaks).toEqual([{ quantity: 1, price: '500' }]);
  // B is confirmed, and that of A dismissed for one of the two who see it.
  await see('B', '80', 3);
  await see('A', '1', 3);
  expect(await all()).toEqual(['C crd_system', 'A crd_acme']);
});

it('are gone with what a supplier has withdrawn', async () => {
  await database.pool.sql`update offer_view set withdrawn_at = now() where offer_id = ${offerOf('C')}`;
  expect(await all()).toEqual(['B crd_system', 'A crd_acme', 'A crd_system']);
});

it('a cursor of nobody is refused with its field', async () => {
  const { status, body } = await page('cursor=abc');
  expect([status, JSON.stringify(body).includes('"cursor"')]).toEqual([400, true]);
});
