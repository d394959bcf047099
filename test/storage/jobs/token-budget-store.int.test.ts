import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenBudget } from '../../../domain/enrichment/characteristic-ports.ts';
import { createTokenBudget } from '../../../storage/jobs/token-budget-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

describe('the tokens of a day', () => {
  let database: TestDatabase;
  let budget: TokenBudget;
  beforeAll(async () => {
    database = await testDatabase();
    budget = createTokenBudget(database.pool.sql);
  });
  afterAll(() => database.close());

  const spent = async (day: string): Promise<number | undefined> => {
    const [row] = await database.pool.sql<{ tokens: number }[]>`
      select tokens::int from language_model_budget where day = ${day}::date`;
    return row?.tokens;
  };

  it('are never set aside beyond the limit, however many ask at once', async () => {
    const now = new Date('2026-03-01T10:00:00Z');
    const answers = await Promise.all(Array.from({ length: 50 }, () => budget.reserve(30, 1_000, now)));
    expect(answers.filter((isGiven) => isGiven).length).toBe(33);
    expect(await spent('2026-03-01')).toBe(990);
    expect(await budget.reserve(10, 1_000, now)).toBe(true);
    expect(await budget.reserve(1, 1_000, now)).toBe(false);
  });

  it('are given back as far as they were not spent, to the day on which they were set aside', async () => {
    const late = new Date('2026-03-02T23:59:59Z');
    await budget.reserve(500, 1_000, late);
    await budget.reserve(100, 1_000, new Date('2026-03-03T00:00:01Z'));
    await budget.settle(500, 120, late);
    expect(await spent('2026-03-02')).toBe(120);
    expect(await spent('2026-03-03')).toBe(100);
    await budget.settle(500, 0, late);
    expect(await spent('2026-03-02')).toBe(0);
  });

  it('are not set aside for what alone is more than the limit', async () => {
    expect(await budget.reserve(1_001, 1_000, new Date('2026-03-04T00:00:00Z'))).toBe(false);
    expect(await spent('2026-03-04')).toBeUndefined();
  });
});
