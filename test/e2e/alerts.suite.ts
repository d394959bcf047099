import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { Episode } from './alerts.episodes.ts';
import { type AlertWorld, alertWorld } from './alerts.world.ts';

/** Gauges of what all share are read every ten seconds, and windows are up to twenty seconds. */
const turnMs = 90_000;

/** Each of the episodes brings its alerts about in a running service, and its end ends them. */
export const alertsSuite = (episodes: readonly Episode[]): void => {
  describe('alerts of a running service', () => {
    let world: AlertWorld;
    beforeAll(async () => {
      world = await alertWorld();
    }, 240_000);
    afterAll(() => world?.close(), 60_000);

    it.each(episodes.map((episode) => [episode.cause, episode] as const))(
      '%s',
      async (_, { alerts, withinMs = turnMs, begin }) => {
        const firing = async () => {
          const now = await world.prometheus.firing();
          return alerts.filter((alert) => now.has(alert));
        };
        await eventually(async () => expect(await firing()).toEqual([]), turnMs);
        const end = await begin(world);
        try {
          await eventually(async () => expect(await firing()).toEqual(alerts), withinMs);
        } finally {
          await end();
        }
        await eventually(async () => expect(await firing()).toEqual([]), turnMs);
      },
      6 * turnMs,
    );
  });
};
