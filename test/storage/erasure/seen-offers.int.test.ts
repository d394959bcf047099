import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { eraseSeenOffers } from '../../../storage/erasure/seen-offers.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { observation, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

it('waits for an offer that is being written, and neither deadlocks with it nor is given up', async () => {
  const { sql } = database.pool;
  const apply = (mpn: string, credentialId: string) => {
    const observedAt = new Date(Date.UTC(2026, 4, 7, 0, Number(mpn)));
    const said = { credentialId, runId: mpn, observedAt, description: { mpn } };
    return createObservationStore(sql).apply([observation('erased', said)], untraced);
  };
  await apply('1', 'crd_acme');
  await apply('2', 'crd_system');
  await sql`update offer_view set described_at = last_observed_at`;
  const held = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  // Holds a writer up that has locked what one credential knows and will write what another does.
  const holder = sql.begin(async (transaction) => {
    await transaction`lock table product_statement_due in share mode`;
    held.resolve();
    await mayEnd.promise;
  });
  await held.promise;
  const writing = apply('3', 'crd_system');
  await eventually(async () => (await lockWaits(sql)) === 1);
  const erasing = eraseSeenOffers(sql, ['crd_acme', 'crd_system'], async () => undefined);
  await eventually(async () => (await lockWaits(sql)) === 2);
  mayEnd.resolve();
  expect((await Promise.allSettled([holder, writing, erasing])).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
