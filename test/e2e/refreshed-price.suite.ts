import { expect, it } from 'vitest';
import { runRefreshes } from './refreshed-price.scenario.ts';

/** What holds of any number of rounds. */
export const refreshedPriceSuite = (rounds: number, deadlineMs: number): void => {
  it(
    `a price is FRESH in the very next call after its refresh was watched to completed, ${rounds} times out of ${rounds}`,
    async () => {
      const { ends, verdicts, tookMs } = await runRefreshes(rounds);
      process.stdout.write(
        `refresh p50 ${tookMs[Math.floor(rounds / 2)]?.toFixed()} ms, max ${tookMs.at(-1)?.toFixed()} ms\n`,
      );
      expect(ends).toEqual(Array.from({ length: rounds }, () => 'completed'));
      expect(verdicts).toEqual(Array.from({ length: rounds }, () => 'FRESH'));
    },
    deadlineMs,
  );
};
