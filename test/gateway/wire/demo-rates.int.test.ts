import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeRates } from '../../../domain/pricing/exchange-rates.ts';
import { addDemoRates } from '../../../gateway/wire/demo.ts';
import { createExchangeRateStore } from '../../../storage/pricing/exchange-rates-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const all = { first: '2026-01-01', last: '2026-12-31' };

describe('the rates of the demo', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    await database?.close();
  });

  const store = () => createExchangeRateStore(database.pool.sql);
  const addAt = (instant: string) => addDemoRates({ exchangeRates: store(), now: () => new Date(instant) }, untraced);
  const known = (currency: string) =>
    store()
      .rates(all)
      .then((rates) => rates.filter((rate) => rate.currency === currency).map(({ day }) => day));

  it('leave those alone that somebody keeps up to date, and are never missing from then on', async () => {
    await store().add([{ currency: 'GBP', day: '2026-02-27', rate: '0.5' }], { by: 'key_1', context: untraced });
    const days = Array.from({ length: 30 }, (_, at) => new Date(Date.UTC(2026, 2, 1 + at, 15)));
    for (const day of days) {
      await addAt(day.toISOString());
      const rates = exchangeRates(await store().rates(all));
      expect(rates.between('USD', 'EUR', day), day.toISOString()).toBeDefined();
      expect(rates.between('USD', 'GBP', new Date(day.getTime() + 12 * 3_600_000))).toBeDefined();
    }
    expect(await known('USD')).toEqual(['2026-03-01', '2026-03-07', '2026-03-13', '2026-03-19', '2026-03-25']);
    expect((await known('GBP')).slice(0, 2)).toEqual(['2026-02-27', '2026-03-05']);
  });

  it('are added once, however often the service is started on a day', async () => {
    await addAt('2026-03-30T15:00:00Z');
    const before = await store().rates(all);
    expect(before).not.toEqual([]);
    await addAt('2026-03-30T16:00:00Z');
    await addAt('2026-03-30T23:59:00Z');
    expect(await store().rates(all)).toEqual(before);
  });
});
