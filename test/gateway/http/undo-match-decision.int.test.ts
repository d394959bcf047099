import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { testAudit } from '../../support/audit.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type MatchingWorld, matchingWorld } from '../../support/matching-world.ts';
import { borealis, observation, offerOf, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let edge: TestEdge;
let world: MatchingWorld;

const yageo = productId(defaultProfile.id, 'YAGEO', 'RC0603FR0710KL');
const vishay = productId(defaultProfile.id, 'VISHAY', 'RC0603FR0710KL');
const skus = ['JUDGED', 'NEWER', 'TAKEN-BACK', 'REDONE', 'UNDECIDED'];

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  await putBorealis(suppliers);
  // What it offers makes no product known by itself.
  await suppliers.putSupplier({ ...borealis, createsProducts: false }, byTest);
  const draft = { profileId: defaultProfile.id, mpn: 'RC0603FR-0710KL' };
  await createCatalogStore(database.pool.sql).upsert(
    [
      { ...draft, manufacturer: 'Yageo' },
      { ...draft, manufacturer: 'Vishay' },
    ],
    new Date(),
    untraced,
  );
  await createObservationStore(database.pool.sql).apply(
    [
      ...skus.map((sku) => observation(sku, { description: { mpn: 'RC0603FR-0710KL' } })),
      observation('WHOLE', { description: { manufacturer: 'Elbonia Parts', mpn: 'EP-77', text: 'a rare part' } }),
      observation('NAMELESS', { description: { text: 'some part' } }),
    ],
    untraced,
  );
  world = matchingWorld(database);
  await world.settle();
  edge = await startTestEdge(database.pool, { admin: testAdmin(database), audit: testAudit(database).desk });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const send = async (method: string, sku: string, path: string, body?: unknown, key = adminKey) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const url = `/v1/admin/offers/${offerOf(sku)}/${path}`;
  const answer = await edge.send(url, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const judge = (sku: string, decision: 'confirm' | 'reject', product_id: string, note = 'seen') =>
  send('POST', sku, 'match', { decision, product_id, note });

const undo = (sku: string, decision_id: string) => send('POST', sku, 'match/undo', { decision_id });

const eventTypes = async (sku: string): Promise<readonly string[]> => {
  const rows = await database.pool.sql<{ type: string }[]>`
    select type from event where aggregate_id = ${offerOf(sku)} and type like 'offer.match%' order by position`;
  return rows.map(({ type }) => type);
};

describe('taking a decision back', () => {
  it('has what was said before in force again, with its note, who said it, and when', async () => {
    const first = await judge('JUDGED', 'confirm', vishay, 'the first');
    expect(first.body.last_decision).toMatchObject({ kind: 'judged', by: 'key:key_admin', id: expect.any(String) });
    const second = await judge('JUDGED', 'confirm', yageo, 'a mistake');
    expect(second.body).toMatchObject({ product_id: yageo, verdicts: [{ note: 'a mistake' }] });
    const undone = await undo('JUDGED', second.body.last_decision.id);
    expect(undone.status).toBe(200);
    expect(undone.body).toMatchObject({
      product_id: vishay,
      match_rule: 'confirmed',
      last_decision: { kind: 'undone' },
    });
    expect(undone.body.verdicts).toEqual(first.body.verdicts);
    expect((await eventTypes('JUDGED')).slice(-3)).toEqual([
      'offer.match_verdict_withdrawn',
      'offer.match_confirmed',
      'offer.matched',
    ]);
  });

  it('to nothing said leaves the offer to the strategies, whatever run comes after', async () => {
    const { body } = await judge('TAKEN-BACK', 'reject', yageo);
    expect(body.product_id).toBe(vishay);
    const undone = await undo('TAKEN-BACK', body.last_decision.id);
    expect(undone.body).toMatchObject({ match_confidence: 'unmatched', verdicts: [] });
    await world.settle();
    expect((await send('GET', 'TAKEN-BACK', 'match')).body).toMatchObject({ match_confidence: 'unmatched' });
  });

  it('is done once however often it is asked for, and taken back like any other decision', async () => {
    const { body } = await judge('REDONE', 'reject', yageo);
    const undone = await undo('REDONE', body.last_decision.id);
    const events = await eventTypes('REDONE');
    const again = await undo('REDONE', body.last_decision.id);
    expect([again.status, again.body.verdicts, again.body.product_id]).toEqual([200, [], undefined]);
    expect(await eventTypes('REDONE')).toEqual(events);
    expect(undone.body.verdicts).toEqual([]);
    const redone = await undo('REDONE', again.body.last_decision.id);
    expect(redone.status).toBe(200);
  });

  it('is refused, with what came between, when something newer was decided', async () => {
    const older = await judge('NEWER', 'reject', vishay);
    const newer = await judge('NEWER', 'confirm', yageo);
    const refused = await undo('NEWER', older.body.last_decision.id);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain(`something newer was decided of offer "${offerOf('NEWER')}"`);
    expect(refused.body.detail).toContain(newer.body.last_decision.id);
    expect((await send('GET', 'NEWER', 'match')).body.verdicts).toHaveLength(2);
  });

  it('of what nobody decided, of no decision, and by a customer is refused', async () => {
    expect((await undo('UNDECIDED', '1')).status).toBe(409);
    expect((await undo('NEWER', 'the last one')).status).toBe(400);
    expect((await undo('UNKNOWN', '1')).status).toBe(404);
    expect((await send('POST', 'NEWER', 'match/undo', { decision_id: '1' }, fullKey)).status).toBe(403);
  });
});

describe('the product of an offer', () => {
  const elbonia = productId(defaultProfile.id, 'ELBONIAPARTS', 'EP77');

  it('is made of what the offer says, and is what the offer is, however often it is asked for', async () => {
    expect((await send('GET', 'WHOLE', 'match')).body).toMatchObject({ match_confidence: 'unmatched' });
    const { status, body } = await send('POST', 'WHOLE', 'product', {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ match_strategy: 'human', last_decision: { kind: 'product_created' } });
    const [product] = await database.pool.sql`select mpn, description from product where id = ${body.product_id}`;
    expect(product).toEqual({ mpn: 'EP-77', description: 'a rare part' });
    const again = await send('POST', 'WHOLE', 'product', {});
    expect(again.body.product_id).toBe(body.product_id);
    expect(again.body.verdicts).toHaveLength(1);
    const created = await database.pool.sql`
      select from event where type = 'product.created' and aggregate_id = ${body.product_id}`;
    expect(created).toHaveLength(1);
  });

  it('stays when its creation is taken back, and the offer is without a product again', async () => {
    const { body } = await send('POST', 'NAMELESS', 'product', { manufacturer: 'Elbonia Parts', mpn: 'EP-88' });
    expect(body.match_confidence).toBe('exact');
    const undone = await undo('NAMELESS', body.last_decision.id);
    expect(undone.body).toMatchObject({ match_confidence: 'unmatched' });
    expect(undone.body.verdicts).toMatchObject([{ product_id: body.product_id, decision: 'reject' }]);
    const kept = await database.pool.sql`select from product where id = ${body.product_id}`;
    expect(kept).toHaveLength(1);
    expect(elbonia).not.toBe(body.product_id);
  });

  it('needs a maker and a number, from the offer or from who asks', async () => {
    const refused = await send('POST', 'NAMELESS', 'product', { mpn: '--' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toMatch(/manufacturer.*mpn/);
    expect((await send('POST', 'UNKNOWN', 'product', {})).status).toBe(404);
    expect((await send('POST', 'WHOLE', 'product', {}, fullKey)).status).toBe(403);
  });
});
