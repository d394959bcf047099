import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { testAudit } from '../../support/audit.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type MatchingWorld, matchingWorld } from '../../support/matching-world.ts';
import { observation, offerOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** Offers that have a product with a confidence below strong. */

let database: TestDatabase;
let edge: TestEdge;
let world: MatchingWorld;

const skus = ['R1', 'R2', 'R3', 'R4', 'R5'];
const productOf = (sku: string): string => productId(defaultProfile.id, 'YAGEO', `RC0603FR${sku}`);

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  world = matchingWorld(database);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database), audit: testAudit(database).desk });
});
beforeEach(async () => {
  await borealisAnew(database);
  const draft = { profileId: defaultProfile.id, manufacturer: 'Yageo', description: 'Chip resistor' };
  await createCatalogStore(database.pool.sql).upsert(
    [...skus, 'SURE'].map((sku) => ({ ...draft, mpn: `RC0603FR-${sku}` })),
    new Date(),
    untraced,
  );
  await createObservationStore(database.pool.sql).apply(
    [
      // A number that one product only has, from offers that name no maker.
      ...skus.map((sku) => observation(sku, { description: { mpn: `RC0603FR-${sku}`, text: `resistor ${sku}` } })),
      observation('SURE', { description: { mpn: 'RC0603FR-SURE', manufacturer: 'Yageo' } }),
      observation('ORPHAN', { description: { mpn: 'NOBODY-KNOWS' } }),
    ],
    untraced,
  );
  await world.settle();
  const minutes = skus.map((sku, at) => [offerOf(sku), new Date(Date.UTC(2026, 2, 2, 10, at))] as const);
  for (const [id, at] of minutes) await database.pool.sql`update offer set matched_at = ${at} where id = ${id}`;
  await database.pool.sql`
    update offer set match_confidence = 'weak', match_strategy = 'ml' where id = any(${[offerOf('R2'), offerOf('R4')]})`;
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const ask = async (method: string, path: string, body?: unknown) => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/${path}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const pagesOf = async (query: string): Promise<readonly string[]> => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await ask('GET', `matching/doubtful?limit=2&cursor=${cursor}${query}`);
    seen.push(...body.items.map((each: { supplier_sku: string }) => each.supplier_sku));
    cursor = body.next_cursor ?? '';
  } while (cursor !== '');
  return seen;
};

it('are listed page by page, the newest decision first, each once, and nothing that is sure or has no product', async () => {
  expect(await pagesOf('')).toEqual(['R5', 'R4', 'R3', 'R2', 'R1']);
  expect(await pagesOf('&confidence=weak')).toEqual(['R4', 'R2']);
  expect(await pagesOf('&confidence=probable')).toEqual(['R5', 'R3', 'R1']);
});

it('are told with what the supplier says, the product that they are taken for, and why', async () => {
  const { body } = await ask('GET', 'matching/doubtful?limit=1');
  expect(body.items).toEqual([
    {
      offer_id: offerOf('R5'),
      supplier_id: 'borealis',
      supplier_sku: 'R5',
      mpn: 'RC0603FR-R5',
      description: 'resistor R5',
      product: { id: productOf('R5'), manufacturer: 'Yageo', mpn: 'RC0603FR-R5', description: 'Chip resistor' },
      match_confidence: 'probable',
      match_strategy: 'deterministic',
      match_rule: 'mpn_only',
      evidence: expect.any(Object),
      matched_at: '2026-03-02T10:04:00.000Z',
    },
  ]);
});

it('are counted', async () => {
  expect((await ask('GET', 'matching')).body).toMatchObject({ doubtful: 5, orphans: 1 });
});

it.each([
  ['a confidence that is not in doubt', 'confidence', 'confidence=strong'],
  ['a cursor of another list', 'cursor', 'cursor=abc'],
])('%s is refused with its field', async (_, field, query) => {
  const { status, body } = await ask('GET', `matching/doubtful?${query}`);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(`"${field}"`);
});

it('a cursor leads on in the list that it was given for, and in no other', async () => {
  const { body } = await ask('GET', 'matching/doubtful?limit=1');
  expect((await ask('GET', `matching/doubtful?confidence=weak&cursor=${body.next_cursor}`)).status).toBe(400);
});

it('leave the list when a human has said so; what is rejected is an orphan, and never that product again', async () => {
  const path = (sku: string): string => `offers/${offerOf(sku)}/match`;
  await ask('POST', path('R5'), { decision: 'confirm', product_id: productOf('R5') });
  const rejected = await ask('POST', path('R4'), { decision: 'reject', product_id: productOf('R4') });
  expect(rejected.body).toMatchObject({ match_confidence: 'unmatched' });
  expect(await pagesOf('')).toEqual(['R3', 'R2', 'R1']);
  const orphans = await ask('GET', 'matching/orphans');
  expect(orphans.body.items.map((each: { supplier_sku: string }) => each.supplier_sku)).toContain('R4');
  await ask('POST', 'matching/rematch');
  await world.settle();
  expect((await ask('GET', path('R4'))).body.product_id).toBeUndefined();
  const decision = rejected.body.last_decision.id;
  const undone = await ask('POST', `${path('R4')}/undo`, { decision_id: decision });
  expect(undone.body).toMatchObject({ product_id: productOf('R4'), match_confidence: 'probable', verdicts: [] });
  expect((await pagesOf(''))[0]).toBe('R4');
});
