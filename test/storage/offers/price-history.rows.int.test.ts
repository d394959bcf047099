import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountText } from '../../../domain/money.ts';
import { createPriceHistoryStore } from '../../../storage/offers/price-history.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows } from '../../support/stored-rows.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** So long ago that a migrated database has no months of that time. */
const begin = new Date('2020-03-01T12:00:00.000Z');
const fromBegin = (ms: number): Date => new Date(begin.getTime() + ms);

describe('the rows that a price history is read from', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.sql`
      create table of_then partition of observation_history for values from ('2020-02-01') to ('2020-05-01')`;
  });
  beforeEach(() => emptyTables(database.pool.sql, ['observation_history']));
  afterAll(() => database.close());

  interface Said {
    readonly price: string;
    /** Milliseconds after the begin of the period. */
    readonly observed: number;
    /** As well; left out: when it was observed. */
    readonly recorded?: number;
  }
  const said = (rows: Readonly<Record<string, Said>>) =>
    putRows(
      database.pool.sql,
      'observation_history',
      Object.entries(rows).map(([id, { price, observed, recorded = observed }]) => ({
        offer_id: 'ofr_1',
        observation_id: id,
        observed_at: fromBegin(observed),
        recorded_at: fromBegin(recorded),
        known: { price: { currency: 'EUR', breaks: [[1, price]] }, stated: [[id, ['price']]] },
      })),
    );
  /** What the history of a period of an hour has of the offer. */
  const history = async () =>
    createPriceHistoryStore(database.pool.sql).priceHistory({
      sources: [{ offerId: 'ofr_1', credentialId: 'crd_system' }],
      quantity: 1,
      period: { from: begin, to: fromBegin(hour) },
      limit: 9,
    });

  it.each<[string, Said, boolean]>([
    ['a day before the period', { price: '1', observed: 0, recorded: -day }, true],
    ['longer before it', { price: '1', observed: 0, recorded: -day - 1 }, false],
    ['nearly 31 days after the period', { price: '1', observed: 0, recorded: hour + 31 * day - 1 }, true],
    ['31 days after it', { price: '1', observed: 0, recorded: hour + 31 * day }, false],
  ])('are looked for where they were recorded at most %s', async (_, row, isFound) => {
    await said({ obs_1: row });
    expect(await history()).toHaveLength(isFound ? 1 : 0);
  });

  it('have as the last price what was observed last, whatever the ids of observations', async () => {
    // Both prices were said at the last instant, and the greatest id is of one before.
    await said({
      obs_9: { price: '5', observed: 0 },
      obs_1: { price: '5', observed: 1 },
      obs_5: { price: '4', observed: 1 },
    });
    expect((await history()).map(({ last, observations }) => [amountText(last), observations])).toEqual([['4', 3]]);
  });
});
