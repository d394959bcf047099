import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPriceBooks } from '../../../gateway/pricing/price-books.ts';
import { startPriceBooks } from '../../../gateway/wire/price-basis.ts';
import { createTeardown } from '../../../gateway/wire/teardown.ts';
import { createDutyRateStore } from '../../../storage/pricing/duty-rates-store.ts';
import { createExchangeRateStore } from '../../../storage/pricing/exchange-rates-store.ts';
import { createPricingRevisions } from '../../../storage/pricing/pricing-revision.ts';
import { createPricingRuleStore } from '../../../storage/pricing/pricing-rules-store.ts';
import { connectJetStream } from '../../../streams/bus/jetstream/jetstream.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestNats, testNats } from '../../support/nats.ts';
import { caller, offer } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { off, rule } from '../../support/pricing-rules.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

let database: TestDatabase;
let nats: TestNats;
beforeAll(async () => {
  [database, nats] = await Promise.all([testDatabase(), testNats()]);
});
afterAll(async () => {
  await nats.close();
  await database.close();
});

const change = { by: 'key_1', context: untraced };

const storesOf = () => {
  const { sql } = database.pool;
  return {
    pricingRules: createPricingRuleStore(sql),
    exchangeRates: createExchangeRateStore(sql),
    dutyRates: createDutyRateStore(sql),
    pricingRevisions: createPricingRevisions(sql),
  };
};

/** The books of one process of several on one bus. */
const started = async () => {
  const teardown = createTeardown();
  const bus = await connectJetStream({ url: nats.url, replicas: 1, log: recordingLogger() });
  teardown.add('bus', bus.close);
  const log = recordingLogger();
  const { priceBooks: books, onPricingChange } = await startPriceBooks({
    stores: storesOf(),
    bus,
    log,
    now: () => new Date(),
    teardown,
  });
  const ids = () =>
    books
      .current()
      .candidates(caller, 'EU', offer([]))
      .map(({ rule: { id } }) => id);
  return { ids, onPricingChange, stop: () => teardown.run(() => undefined) };
};

describe('the price books of a process', () => {
  it('have what is stored when it starts, follow a change at once where it was told and by a signal elsewhere, and find a change that nobody told within seconds', async () => {
    const { pricingRules } = storesOf();
    await pricingRules.put(rule('stored', off('1')), 0, change);
    const one = await started();
    const other = await started();
    expect(one.ids()).toEqual(['stored']);
    await pricingRules.put(rule('told', off('1')), 0, change);
    await one.onPricingChange();
    expect(one.ids()).toContain('told');
    await eventually(() => other.ids().includes('told'));
    await pricingRules.put(rule('untold', off('1')), 0, change);
    await eventually(() => one.ids().includes('untold') && other.ids().includes('untold'));
    await one.stop();
    await other.stop();
  });

  it('go on with what they have while the store does not answer', async () => {
    const stores = storesOf();
    await stores.pricingRules.put(rule('kept', off('1')), 0, change);
    let isDown = false;
    const books = createPriceBooks({
      ...stores,
      now: () => new Date(),
      pricingRevisions: {
        revision: () => (isDown ? Promise.reject(new Error('down')) : stores.pricingRevisions.revision()),
      },
    });
    await books.refresh();
    const before = books.current();
    isDown = true;
    await expect(books.refresh()).rejects.toThrow('down');
    expect(books.current()).toBe(before);
    isDown = false;
    await stores.pricingRules.remove('kept', 1, change);
    await books.refresh();
    expect(books.current()).not.toBe(before);
  });

  it('share one look of many who want one, and look again for who came while it was under way', async () => {
    const stores = storesOf();
    let looks = 0;
    const books = createPriceBooks({
      ...stores,
      now: () => new Date(),
      pricingRevisions: {
        revision: () => {
          looks += 1;
          return stores.pricingRevisions.revision();
        },
      },
    });
    await Promise.all(Array.from({ length: 50 }, () => books.refresh()));
    expect(looks).toBe(2);
  });
});
