import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outbox } from '../../domain/outbox/ports.ts';
import type { EventLog } from '../support/event-log.ts';
import { untraced, updated } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';

/** What the suite needs: a store, its outbox, and the outbox as another process sees it. */
export interface OutboxUnderTest {
  readonly store: EventLog;
  readonly outbox: Outbox;
  readonly other: Outbox;
  readonly close: () => Promise<void>;
}

/** What every outbox must do. */
export const outboxContract = (open: () => Promise<OutboxUnderTest>): void => {
  describe('outbox', () => {
    let store: EventLog;
    let outbox: Outbox;
    let other: Outbox;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ store, outbox, other, close } = await open());
    });
    afterAll(() => close());

    beforeEach(async () => {
      const left = await outbox.pending(1_000);
      await outbox.published(left.map(({ position }) => position));
    });

    const append = async (productId: string, field = 'a') => {
      await store.append([updated(productId, field)], 'any', untraced);
    };
    const pendingIds = async () => (await outbox.pending(100)).map(({ aggregateId }) => aggregateId);
    const first = async () => {
      const [event] = await outbox.pending(1);
      if (event === undefined) throw new Error('nothing is pending');
      return event;
    };

    test('what was appended is pending, whole and in order, up to the limit, until it is published', async () => {
      for (const id of ['prd_1', 'prd_2', 'prd_1']) await append(id);
      expect(await pendingIds()).toEqual(['prd_1', 'prd_2', 'prd_1']);
      const [oldest, second] = await outbox.pending(2);
      expect([oldest]).toEqual((await store.read('product', 'prd_1')).slice(0, 1));

      await outbox.published([oldest, second].flatMap((event) => event?.position ?? []));
      expect(await pendingIds()).toEqual(['prd_1']);
    });

    test('an event that failed holds back its aggregate and no other, and comes again later', async () => {
      for (const id of ['prd_failing', 'prd_failing', 'prd_sound']) await append(id);
      expect(await outbox.failed((await first()).position, 'refused')).toEqual({ parked: false });
      expect(await pendingIds()).toEqual(['prd_sound']);
      await eventually(async () => (await pendingIds()).length === 3);
      expect(await pendingIds()).toEqual(['prd_failing', 'prd_failing', 'prd_sound']);
    });

    test('after five failures an event is parked, counted, and holds back nothing any more', async () => {
      const before = await outbox.stats();
      await append('prd_parked', 'a');
      await append('prd_parked', 'b');
      const { position } = await first();
      const answers = [];
      for (let failure = 1; failure <= 5; failure += 1) answers.push(await outbox.failed(position, 'refused'));
      expect(answers.map(({ parked }) => parked)).toEqual([false, false, false, false, true]);
      expect((await outbox.pending(10)).map(({ event }) => event)).toEqual([updated('prd_parked', 'b')]);
      expect(await outbox.stats()).toMatchObject({ unpublished: 1, parked: before.parked + 1 });
    });

    test('the statistics tell how many wait and how old the oldest is', async () => {
      expect(await outbox.stats()).toMatchObject({ unpublished: 0, oldestAgeSeconds: 0 });
      await append('prd_old');
      await append('prd_old');
      await eventually(async () => (await outbox.stats()).oldestAgeSeconds > 0.05);
      expect(await outbox.stats()).toMatchObject({ unpublished: 2 });
    });

    test('one at a time holds the right to publish, and keeps it until it lets go', async () => {
      expect(await outbox.hold()).toBe(true);
      expect(await outbox.hold()).toBe(true);
      expect(await other.hold()).toBe(false);
      await outbox.release();
      await eventually(() => other.hold());
      expect(await outbox.hold()).toBe(false);
      await other.release();
    });

    test('an append by anybody calls the listener soon, until it is stopped', async () => {
      let calls = 0;
      const stop = await other.onAppend(() => {
        calls += 1;
      });
      await eventually(() => calls > 0);
      const before = calls;
      await append('prd_heard');
      await eventually(() => calls > before);
      await stop();
    });
  });
};
