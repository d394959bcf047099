import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type MatchingWorld, matchingWorld } from '../../support/matching-world.ts';
import { observation, offerOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;
let world: MatchingWorld;

const yageo = productId(defaultProfile.id, 'YAGEO', 'RC0603FR0710KL');
const vishay = productId(defaultProfile.id, 'VISHAY', 'RC0603FR0710KL');

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  world = matchingWorld(database);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
});
beforeEach(async () => {
  await borealisAnew(database);
  await database.pool.sql`truncate rematch_run cascade`;
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
      observation('LONE', { description: { mpn: 'RC0603FR-0710KL' } }),
      ...['X', 'Y', 'Z'].map((sku) => observation(sku, { description: { text: `part ${sku}` } })),
    ],
    untraced,
  );
  await world.settle();
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
const matchPath = `offers/${offerOf('LONE')}/match`;

const eventsOf = async (sku: string): Promise<readonly unknown[]> => {
  const rows = await database.pool.sql<{ type: string; data: object }[]>`
    select type, data from event where aggregate_id = ${offerOf(sku)} and type like 'offer.match%' order by position`;
  return rows.map(({ type, data }) => ({ type, ...data }));
};

describe('the match of an offer', () => {
  it('is explained with its rule, its evidence and every candidate with its score as of now', async () => {
    const { status, body } = await send('GET', matchPath);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      offer_id: offerOf('LONE'),
      match_confidence: 'unmatched',
      match_rule: 'ambiguous_score',
    });
    expect(body.product_id).toBeUndefined();
    expect(body.candidates.map((each: { product_id: string }) => each.product_id).sort()).toEqual(
      [yageo, vishay].sort(),
    );
    expect(body.candidates[0].scores[0]).toMatchObject({
      strategy: 'heuristic',
      score: expect.any(Number),
      evidence: { part_number: 'same', manufacturer: 'not said' },
    });
  });

  it('is what a human confirms, at once, whatever runs come after', async () => {
    const verdict = { decision: 'confirm', product_id: vishay, note: 'seen on the reel' };
    const { status, body } = await send('POST', matchPath, verdict);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      product_id: vishay,
      match_confidence: 'exact',
      match_strategy: 'human',
      match_rule: 'confirmed',
      verdicts: [{ product_id: vishay, decision: 'confirm', note: 'seen on the reel', by: 'key_admin' }],
    });
    await send('POST', 'matching/rematch');
    await world.settle();
    expect((await send('GET', matchPath)).body.product_id).toBe(vishay);
    expect(await eventsOf('LONE')).toContainEqual({
      type: 'offer.match_confirmed',
      offerId: offerOf('LONE'),
      productId: vishay,
      by: 'key_admin',
    });
  });

  it('is one product: another confirmation takes the place of the first, and the event names the product before', async () => {
    await send('POST', matchPath, { decision: 'confirm', product_id: vishay });
    const { body } = await send('POST', matchPath, { decision: 'confirm', product_id: yageo });
    expect(body.verdicts).toHaveLength(1);
    expect(body.product_id).toBe(yageo);
    expect((await eventsOf('LONE')).at(-1)).toMatchObject({
      type: 'offer.matched',
      productId: yageo,
      previousProductId: vishay,
    });
  });

  it('is never again what a human has rejected, until that is taken back', async () => {
    const rejected = await send('POST', matchPath, { decision: 'reject', product_id: yageo });
    // One product of the number is left.
    expect(rejected.body).toMatchObject({ product_id: vishay, match_rule: 'mpn_only', match_confidence: 'probable' });
    await send('POST', 'matching/rematch');
    await world.settle();
    expect((await send('GET', matchPath)).body.product_id).toBe(vishay);
    const back = await send('DELETE', `${matchPath}?product_id=${yageo}`);
    expect(back.body).toMatchObject({ match_confidence: 'unmatched', verdicts: [] });
    expect((await eventsOf('LONE')).map((event) => (event as { type: string }).type)).toContain(
      'offer.match_verdict_withdrawn',
    );
  });

  it('that nobody judged stays when verdicts are taken back', async () => {
    const before = await eventsOf('X');
    expect((await send('DELETE', `offers/${offerOf('X')}/match`)).status).toBe(200);
    expect(await eventsOf('X')).toEqual(before);
  });

  it.each([
    ['an unknown offer', 404, 'GET', 'offers/ofr_x/match', undefined],
    ['an unknown offer to judge', 404, 'POST', 'offers/ofr_x/match', { decision: 'confirm', product_id: yageo }],
    ['an unknown product', 404, 'POST', matchPath, { decision: 'confirm', product_id: 'prd_x' }],
    ['an unknown offer to take back', 404, 'DELETE', 'offers/ofr_x/match', undefined],
    ['an unknown decision', 400, 'POST', matchPath, { decision: 'perhaps', product_id: yageo }],
    ['no product', 400, 'POST', matchPath, { decision: 'reject' }],
    ['a cursor of nobody', 400, 'GET', 'matching/orphans?cursor=abc', undefined],
    ['a limit that is no number', 400, 'GET', 'matching/orphans?limit=x', undefined],
  ])('%s is %i', async (_, status, method, path, body) => {
    expect((await send(method, path, body)).status).toBe(status);
  });

  it('is judged by operators only', async () => {
    expect((await send('POST', matchPath, { decision: 'confirm', product_id: yageo }, fullKey)).status).toBe(403);
  });
});

describe('the orphan pool', () => {
  it('is listed page by page, each orphan once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await send('GET', `matching/orphans?limit=2&cursor=${cursor}`);
      seen.push(...body.items.map((each: { supplier_sku: string }) => each.supplier_sku));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen.toSorted()).toEqual(['LONE', 'X', 'Y', 'Z']);
  });
});

describe('a run by hand', () => {
  it('is asked for once however often it is asked for, and shown with what it did', async () => {
    expect((await send('POST', 'matching/rematch')).body).toEqual({ requested: true });
    expect((await send('POST', 'matching/rematch')).body).toEqual({ requested: false });
    await world.settle();
    const { body } = await send('GET', 'matching');
    expect(body).toMatchObject({ backlog: 0, orphans: 4 });
    expect(body.runs[0]).toMatchObject({
      trigger: 'periodic',
      requested_by: 'key_admin',
      looked_at: 4,
      changed: 0,
      finished_at: expect.any(String),
    });
  });
});
