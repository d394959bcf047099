import { beforeAll, describe, expect, test } from 'vitest';
import { aggregateOf } from '../../domain/events.ts';
import type { EventStore } from '../../domain/outbox/ports.ts';
import { eventSamples, untraced, updated } from '../support/event-samples.ts';

/**
 * What every event store must do. `open` gives a store whose aggregates `prd_*` and `off_*` are
 * empty.
 */
export const eventStoreContract = (open: () => Promise<EventStore>): void => {
  describe('event store', () => {
    let store: EventStore;
    beforeAll(async () => {
      store = await open();
    });

    test('an aggregate that has no events reads as none', async () => {
      expect(await store.read('product', 'prd_nobody')).toEqual([]);
    });

    test.each(Object.values(eventSamples))('$type comes back as it was appended, with its context', async (event) => {
      const aggregate = aggregateOf(event);
      const context = {
        correlationId: 'cor_7',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      };
      const before = await store.read(aggregate.type, aggregate.id);

      const { version } = await store.append([event], before.length, context);

      const [stored] = (await store.read(aggregate.type, aggregate.id)).slice(before.length);
      expect(stored).toEqual({
        position: expect.any(BigInt),
        aggregateType: aggregate.type,
        aggregateId: aggregate.id,
        version,
        event,
        recordedAt: expect.any(Date),
        ...context,
      });
    });

    test('versions count from 1 without gaps, and positions grow with them', async () => {
      await store.append([updated('prd_versions', 'a'), updated('prd_versions', 'b')], 0, untraced);
      expect(await store.append([updated('prd_versions', 'c')], 2, untraced)).toEqual({ version: 3 });

      const events = await store.read('product', 'prd_versions');
      expect(events.map(({ version }) => version)).toEqual([1, 2, 3]);
      expect(events.map(({ event }) => event)).toEqual(['a', 'b', 'c'].map((field) => updated('prd_versions', field)));
      const positions = events.map(({ position }) => position);
      expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
    });

    test('another version than expected is a conflict that names both, and writes nothing', async () => {
      await store.append([updated('prd_conflict', 'a')], 0, untraced);
      await expect(store.append([updated('prd_conflict', 'b')], 0, untraced)).rejects.toMatchObject({
        kind: 'conflict',
        internal: 'product prd_conflict is at version 1, expected 0',
      });
      await expect(store.append([updated('prd_absent', 'b')], 4, untraced)).rejects.toMatchObject({
        kind: 'conflict',
        internal: 'product prd_absent is at version 0, expected 4',
      });
      expect(await store.read('product', 'prd_conflict')).toHaveLength(1);
      expect(await store.read('product', 'prd_absent')).toEqual([]);
    });

    test('of many writers that expect one version exactly one wins', async () => {
      const attempts = Array.from({ length: 12 }, (_, writer) =>
        store.append([updated('prd_race', String(writer))], 0, untraced),
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await store.read('product', 'prd_race')).toHaveLength(1);
    });

    test('writers that expect any version all get in, each with a version of its own', async () => {
      const attempts = Array.from({ length: 12 }, (_, writer) =>
        store.append([updated('prd_any', String(writer))], 'any', untraced),
      );
      const versions = (await Promise.all(attempts)).map(({ version }) => version);
      expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    });

    test('one append cannot hold events of two aggregates', async () => {
      await expect(store.append([updated('prd_a'), updated('prd_b')], 'any', untraced)).rejects.toThrow(
        'an append to product prd_a holds an event of product prd_b',
      );
      expect(await store.read('product', 'prd_a')).toEqual([]);
    });
  });
};
