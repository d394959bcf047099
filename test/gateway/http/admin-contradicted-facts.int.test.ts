import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StatedFacts } from '../../../domain/catalog/part-facts.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { mountConsole } from '../../../gateway/console/mount-console.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createProductStatements } from '../../../storage/catalog/product-statements.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { observation, offerOf } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** Facts of parts of which sources say what cannot be true at once. */

let database: TestDatabase;
let edge: TestEdge;

const idOf = (mpn: string): string => productId(defaultProfile.id, 'ACME', mpn);

/** An offer of a part states facts, so many hours before noon. */
const state = async (sku: string, mpn: string, facts: StatedFacts, hours: number) => {
  const { sql } = database.pool;
  const description = { mpn, manufacturer: 'Acme', facts };
  await createObservationStore(sql).apply(
    [observation(sku, { observedAt: hoursBefore(hours), description })],
    untraced,
  );
  await sql`update offer set product_id = ${idOf(mpn)}, match_confidence = 'exact', matched_at = now()
    where id = ${offerOf(sku)}`;
  await sql`insert into product_statement_due (product_id) values (${idOf(mpn)}) on conflict do nothing`;
  await createProductStatements(sql).follow(100, untraced);
};

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, {
    admin: testAdmin(database),
    serveConsole: (app, given) =>
      mountConsole(app, given, { secret: new Uint8Array(32), showsComponents: false, pagesSharedForMs: 0 }),
  });
});
beforeEach(async () => {
  await borealisAnew(database);
  const draft = { profileId: defaultProfile.id, manufacturer: 'Acme', lifecycle: 'active' } as const;
  await createCatalogStore(database.pool.sql).upsert(
    ['P1', 'P2', 'P3'].map((mpn) => ({ ...draft, mpn })),
    hoursBefore(99),
    untraced,
  );
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const page = async (query = '') => {
  const answer = await edge.send(`/v1/admin/contradicted-facts?${query}`, { headers: { 'x-api-key': adminKey } });
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const all = async (): Promise<readonly string[]> => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await page(`limit=1&cursor=${cursor}`);
    seen.push(...body.items.map(({ mpn }: { mpn: string }) => mpn));
    cursor = body.next_cursor ?? '';
  } while (cursor !== '');
  return seen;
};

it('are listed part by part while they last, the latest first, with who says what since when', async () => {
  await state('A', 'P1', { eccn: 'EAR99', package: 'SOT-23' }, 9);
  await state('B', 'P1', { eccn: 'EAR99', package: 'sot23' }, 8);
  await state('C', 'P2', { eccn: 'EAR99' }, 7);
  expect(await all()).toEqual([]);

  await state('D', 'P2', { eccn: '3A001' }, 6);
  await state('E', 'P1', { package: 'SOT-323' }, 5);
  await database.pool.sql`update contradicted_product set since = since - interval '1 minute'
    where product_id = ${idOf('P2')}`;
  expect(await all()).toEqual(['P1', 'P2']);
  const { body } = await page('limit=2');
  expect(body.items[1]).toEqual({
    product_id: idOf('P2'),
    manufacturer: 'Acme',
    mpn: 'P2',
    since: expect.any(String),
    facts: [
      {
        name: 'eccn',
        values: [
          {
            value: '3A001',
            is_served: true,
            sources: [{ supplier_id: 'borealis', offer_id: offerOf('D'), stated_at: hoursBefore(6).toISOString() }],
          },
          {
            value: 'EAR99',
            is_served: false,
            sources: [{ supplier_id: 'borealis', offer_id: offerOf('C'), stated_at: hoursBefore(7).toISOString() }],
          },
        ],
      },
    ],
  });

  await state('D', 'P2', { eccn: 'EAR99' }, 4);
  expect(await all()).toEqual(['P1']);
});

it('are shown in Review as text, with the one that is believed', async () => {
  await state('F', 'P3', { package: '<img src=x onerror=alert(1)>' }, 3);
  await state('G', 'P3', { package: '0603' }, 2);
  const signedIn = await fetch(`${edge.url}/console/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ credential: adminKey }),
    headers: { origin: edge.url },
    redirect: 'manual',
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const html = await (await fetch(`${edge.url}/console/review/facts`, { headers: { cookie } })).text();
  expect(html).toMatch(/0603\s*<span class="badge good">believed/);
  expect(html).toMatch(/&lt;img src=x onerror=alert\(1\)&gt;\s*<span class="badge warn">contradicts/);
  expect(html).not.toContain('<img src=x');
});

it('a cursor of nobody is refused with its field', async () => {
  const { status, body } = await page('cursor=abc');
  expect([status, JSON.stringify(body).includes('"cursor"')]).toEqual([400, true]);
});
