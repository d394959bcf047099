import { describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { seedOfRun } from '../support/random.ts';
import { testKey } from '../support/sealer.ts';
import { startService } from '../support/service.ts';
import { asker, diceOf, fillWorld, others, type WorldSeeds } from './two-worlds.ts';
import { askEverything, doSomething, withoutChance } from './what-one-sees.ts';

/**
 * What acme is told in a world in which all that is not acme's follows from the one seed, and all
 * that is from the other.
 */
const toldIn = async (seeds: WorldSeeds, base: Date): Promise<readonly string[]> => {
  const database: TestDatabase = await testDatabase();
  try {
    await fillWorld(database.pool.sql, seeds, base);
    const since = new Date();
    const service = await startService({
      DATABASE_URL: database.url,
      BUS: 'embedded',
      ROLES: 'gateway,worker',
      HOST: '127.0.0.1',
      SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
      KEY_REQUESTS_PER_SECOND: '1000000',
      KEY_REQUESTS_PER_DAY: '1000000000',
      // It is a supplier's, whoever asks: that somebody has is told, and nothing of what came of
      // it.
      SUPPLIER_REFRESH_COOLDOWN_MS: '0',
    });
    try {
      for (const { id, key } of others) await doSomething({ service, key }, diceOf(seeds.others, id));
      const told = await askEverything({ service, key: asker.key }, diceOf(seeds.common, 'asked'), base);
      return withoutChance(told, since);
    } finally {
      await service.stop();
    }
  } finally {
    await database.close();
  }
};

/** Registers the test for so many pairs of worlds. */
export const otherWorldsSuite = (pairs: number): void => {
  describe('what a customer is told by every operation', () => {
    const seed = seedOfRun();
    it.each(Array.from({ length: pairs }, (_, at) => seed + at))(
      'is the same whatever all others own, have seen and ask for (SEED=%i)',
      async (common) => {
        const base = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
        // One in which others have seen hardly anything, and one in which they have seen most.
        const [one, other] = await Promise.all([
          toldIn({ common, others: common + 1_000_003, share: 0.03 }, base),
          toldIn({ common, others: common + 2_000_003, share: 0.6 }, base),
        ]);
        expect(other.filter((told, at) => told !== one[at])).toEqual(one.filter((told, at) => told !== other[at]));
        expect(other).toHaveLength(one.length);
      },
    );
  });
};
