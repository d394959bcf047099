import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemo, startDemoServers } from '../../../gateway/wire/demo.ts';
import { createTeardown } from '../../../gateway/wire/teardown.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createSupplierRetirement } from '../../../storage/connectors/retire-supplier.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createExchangeRateStore } from '../../../storage/pricing/exchange-rates-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

/** What a start of the service with the demo does, and which suppliers are in service then. */
const started = async (): Promise<readonly string[]> => {
  const { sql } = database.pool;
  const suppliers = createSupplierStore(sql, testSealer());
  const teardown = createTeardown();
  try {
    await startDemo(startDemoServers({ products: 10, seed: 1, file: undefined }, teardown), {
      suppliers,
      retirement: createSupplierRetirement(sql),
      catalog: createCatalogStore(sql),
      exchangeRates: createExchangeRateStore(sql),
      context: untraced,
      teardown,
      log: recordingLogger(),
      now: () => new Date(),
    });
  } finally {
    await teardown.run((_, error) => expect.unreachable(String(error)));
  }
  return (await suppliers.suppliers()).map(({ id }) => id);
};

it('a demo supplier that an operator has retired stays so at every start', async () => {
  expect(await started()).toEqual(['borealis', 'cobalt', 'meridian', 'tidewater']);
  await createSupplierRetirement(database.pool.sql).retire('cobalt', { by: 'key_1', context: untraced });
  expect(await started()).toEqual(['borealis', 'meridian', 'tidewater']);
  expect(await started()).toEqual(['borealis', 'meridian', 'tidewater']);
});
