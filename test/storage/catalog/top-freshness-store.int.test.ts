import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { statementDigests } from '../../../domain/ingestion/statement-digest.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createProductDemand } from '../../../storage/catalog/product-demand.ts';
import { createTopFreshness } from '../../../storage/catalog/top-freshness-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferConfirmations } from '../../../storage/offers/offer-confirmations.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, offerOf, priceOf, putBorealis, stockOf } from '../../support/observations.ts';
import { hoursBefore, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('offers of wanted products count by their youngest price and stock, and what was never observed counts nowhere', async () => {
  const { sql } = database.pool;
  const freshness = createTopFreshness(sql);
  const nothing = { offers: 0, stale: 0, oldestSeconds: undefined };
  expect(await freshness.measure(10, noon)).toEqual([
    { data: 'price', ...nothing },
    { data: 'stock', ...nothing },
  ]);

  await putBorealis(createSupplierStore(sql, testSealer()));
  await createCatalogStore(sql).upsert(
    ['A1', 'A2', 'A3'].map((mpn) => ({ profileId: defaultProfile.id, manufacturer: 'Acme', mpn })),
    noon,
    untraced,
  );
  const price = priceOf('1.00');
  await createObservationStore(sql, { priceJumpFactor: 5 }).apply(
    [
      observation('A1', { observedAt: hoursBefore(7), price }),
      observation('A1', { observedAt: hoursBefore(5), price, credentialId: 'crd_acme' }),
      observation('A2', { observedAt: hoursBefore(9), price, stock: stockOf(3) }),
      observation('A3', { observedAt: hoursBefore(99), price }),
    ],
    untraced,
  );
  for (const sku of ['A1', 'A2', 'A3']) {
    await sql`update offer set product_id = (select id from product where mpn = ${sku}) where id = ${offerOf(sku)}`;
  }
  const wanted = await sql<{ id: string }[]>`select id from product where mpn in ('A1', 'A2')`;
  await createProductDemand(sql).add(new Map(wanted.map(({ id }) => [id, 1])), noon);

  const both = [
    { data: 'price', offers: 2, stale: 1, oldestSeconds: 9 * 3_600 },
    { data: 'stock', offers: 1, stale: 1, oldestSeconds: 9 * 3_600 },
  ];
  expect(await freshness.measure(10, noon)).toEqual(both);
  const bySupplier = await freshness.bySupplier(10, noon);
  expect(bySupplier).toEqual(both.map((each) => ({ supplierId: 'borealis', ...each })));

  // What was seen again just so is as young as that.
  const again = observation('A2', { observedAt: hoursBefore(8), price });
  await createOfferConfirmations(sql).confirm('crd_system', hoursBefore(8), [
    { offerId: offerOf('A2'), ...statementDigests(again, again.observedAt) },
  ]);
  expect((await freshness.measure(10, noon)).map(({ oldestSeconds }) => oldestSeconds)).toEqual([8 * 3_600, 9 * 3_600]);

  // What no credential can see any more grows old for ever, and nobody can do anything about it.
  await sql`update offer_view set withdrawn_at = ${noon} where offer_id = ${offerOf('A2')}`;
  expect(await freshness.measure(10, noon)).toEqual([
    { data: 'price', offers: 1, stale: 0, oldestSeconds: 5 * 3_600 },
    { data: 'stock', ...nothing },
  ]);
  expect(await freshness.bySupplier(10, noon)).toEqual([
    { supplierId: 'borealis', data: 'price', offers: 1, stale: 0, oldestSeconds: 5 * 3_600 },
  ]);
});
