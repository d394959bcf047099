import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BudgetStoreRequest } from '../../../domain/ingestion/ports.ts';
import {
  decisionClockPlace,
  decisionParameters,
  decisionText,
  grantParameters,
  grantText,
  shapeOf,
} from '../../../storage/connectors/decide-rate-budget.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** The instant of every decision here. */
const now = 1_000_000;

/** Rows as they may stand, decided over at an instant that the test says. */
describe('the row of a rate budget', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['rate_budget']));
  afterAll(() => database.close());

  const key = 'ratelimit:borealis:crd_system:parts';
  const put = (row: Row) =>
    putRows(database.pool.sql, 'rate_budget', [{ key, arrivals: [0], starts_at: 0, usage_at: now, ...row }]);
  /** One unit a second, 60 at once, unless a test says otherwise. */
  const asking = (given: Partial<BudgetStoreRequest>): BudgetStoreRequest => ({
    key,
    paces: [{ intervalMs: 1_000, burst: 60 }],
    cost: 1,
    want: 30,
    aheadMs: 0,
    sharers: 1,
    spentOutside: 0,
    limit: undefined,
    ...given,
  });
  const grant = async () => {
    const parameters = grantParameters(asking({}));
    const text = grantText(1, `$${parameters.length + 1}::float8`);
    return (await database.pool.sql.unsafe(text, [...parameters, now])).length > 0;
  };
  const decide = async (given: Partial<BudgetStoreRequest>): Promise<void> => {
    const asked = asking(given);
    const shape = shapeOf(asked);
    const text = decisionText(shape, `$${decisionClockPlace(shape)}::float8`);
    await database.pool.sql.unsafe(text, [...decisionParameters(asked), now]);
  };
  const usage = async () => {
    const [row] = await database.pool.sql<{ usage: number; at: number; over: number }[]>`
      select usage, usage_at as at, usage_window as over from rate_budget where key = ${key}`;
    return row;
  };

  it.each<[string, Row, boolean]>([
    ['that was asked long ago', {}, true],
    ['that gives again from now on', { not_before: now }, true],
    ['that gives again a moment later', { not_before: now + 1 }, false],
    ['that has just as much left', { arrivals: [now + 30_000] }, true],
    ['that has less left', { arrivals: [now + 30_001] }, false],
    ['that was told to slow down', { factor: 0.5 }, false],
  ])('grants all at once where it is one %s', async (_, row, isGranted) => {
    await put(row);
    expect(await grant()).toBe(isGranted);
  });

  // Sixty units a minute can be had, of which thirty are half.
  it.each<[string, Row, number]>([
    ['what nothing was used of', {}, 0.5],
    ['what was used of before', { usage: 0.25 }, 0.75],
  ])('adds what it grants to the use of %s', async (_, row, share) => {
    await put(row);
    await grant();
    expect(await usage()).toEqual({ usage: share, at: now, over: 60_000 });
  });

  const pace = (intervalMs: number, burst = 60) => ({ intervalMs, burst });
  const order = (intervalMs: number) => ({ ...pace(intervalMs), since: 1 });
  it.each<[string, Partial<BudgetStoreRequest>, Row, Row]>([
    ['of a minute', {}, {}, { usage: 0.75, over: 60_000 }],
    // Of a slow one at least 32 units are a whole.
    ['of what is had in a longer time', { paces: [pace(4_000)], want: 16 }, {}, { usage: 0.75, over: 128_000 }],
    ['of the slower of two', { paces: [pace(500), pace(1_000)] }, {}, { usage: 0.75, over: 60_000 }],
    ['of what is ordered', { paces: [pace(500)], limit: order(1_000) }, {}, { usage: 0.75, over: 60_000 }],
    ['of none that was refused', {}, { not_before: now + 1 }, { usage: 0.25, over: 60_000 }],
  ])('adds the share %s to its use when it decides', async (_, given, row, after) => {
    await put({ usage: 0.25, ...row });
    await decide(given);
    expect(await usage()).toEqual({ at: now, ...after });
  });
});
