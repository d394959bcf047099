import { expect, it } from 'vitest';
import { killWhileEstimating } from './killed-estimates.scenario.ts';

/** What holds of any number of kills. */
export const killedEstimatesSuite = (kills: number, seed: number, deadlineMs: number): void => {
  it(
    `after ${kills} kills at random moments every estimate ends, no version repeats or goes back, and watchers who connect again see the end`,
    async () => {
      const histories = await killWhileEstimating(kills, seed);
      expect(histories).toHaveLength(kills);
      for (const { id, shown, stored } of histories) {
        const end = shown.at(-1);
        // A kill is no fault of the estimate, and takes none of its time.
        expect({ status: end?.status, reason: end?.error_reason }, `the end of ${id}`).toEqual({ status: 'ready' });
        expect(stored, `events of ${id}`).toEqual([...new Set(stored)].toSorted((a, b) => a - b));
        // A watcher who connects again is shown the present version once more; another content
        // under it never.
        const byVersion = Map.groupBy(shown, ({ version }) => version);
        for (const [version, states] of byVersion)
          expect(new Set(states.map((state) => JSON.stringify(state))).size, `version ${version} of ${id}`).toBe(1);
        const versions = shown.map(({ version }) => version);
        expect(versions, `versions of ${id}`).toEqual(versions.toSorted((a, b) => a - b));
      }
    },
    deadlineMs,
  );
};
