import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HeldPriceMark } from '../../../domain/offers/held-prices.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createHeldPrices } from '../../../storage/offers/held-prices.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, offerOf, priceOf, putBorealis } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;

const skus = ['S1', 'S2', 'S3'].toSorted((a, b) => (offerOf(a) < offerOf(b) ? -1 : 1)) as [string, string, string];
const [low, middle, high] = skus;

const see = (price: string, seen: readonly (readonly [sku: string, credentialId: string, hours: number])[]) =>
  createObservationStore(database.pool.sql).apply(
    seen.map(([sku, credentialId, hours]) =>
      observation(sku, { credentialId, price: priceOf(price), observedAt: hoursBefore(hours) }),
    ),
    untraced,
  );

/** What is held back, as `SKU credential`. */
const held = async (after?: HeldPriceMark, limit = 10): Promise<readonly string[]> =>
  (await createHeldPrices(database.pool.sql).list(after, limit)).map(
    ({ supplierSku, credentialId }) => `${supplierSku} ${credentialId}`,
  );

beforeEach(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
  await see('0.10', [...skus.map((sku) => [sku, 'crd_system', 9] as const), [low, 'crd_acme', 9]]);
  await see('90', [
    [low, 'crd_system', 3],
    [low, 'crd_acme', 3],
    [middle, 'crd_system', 3],
    [high, 'crd_system', 5],
  ]);
});
afterEach(() => database.close());

test('held prices are listed latest first, those of one instant by offer and credential backwards', async () => {
  expect(await held()).toEqual([`${middle} crd_system`, `${low} crd_system`, `${low} crd_acme`, `${high} crd_system`]);
  const [first, second, third] = await createHeldPrices(database.pool.sql).list(undefined, 3);
  expect(await held(first, 1)).toEqual([`${low} crd_system`]);
  expect(await held(second)).toEqual([`${low} crd_acme`, `${high} crd_system`]);
  expect(await held(third)).toEqual([`${high} crd_system`]);
});

test('a held price is told beside the one that counts', async () => {
  const [, , , told] = await createHeldPrices(database.pool.sql).list(undefined, 4);
  expect(told).toMatchObject({
    offerId: offerOf(high),
    supplierId: 'borealis',
    since: hoursBefore(5),
    held: priceOf('90'),
    counting: priceOf('0.10'),
    countingSeenAt: hoursBefore(9),
  });
});

test('neither a price of what is withdrawn is listed, nor one that is held no more', async () => {
  await database.pool.sql`update offer_view set withdrawn_at = now() where offer_id = ${offerOf(middle)}`;
  await see('0.11', [[low, 'crd_system', 1]]);
  expect(await held()).toEqual([`${low} crd_acme`, `${high} crd_system`]);
});
