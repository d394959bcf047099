import { beforeEach, describe, expect, test } from 'vitest';
import type { StandingOrder } from '../../domain/ingestion/connector-control.ts';
import type { ConnectorOrders } from '../../domain/ingestion/ports.ts';
import type { EventLog } from '../support/event-log.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';

/** The orders, and the events that they write. */
export interface ConnectorOrdersFixture {
  readonly orders: ConnectorOrders;
  readonly events: EventLog;
}

const inMs = (ms: number): Date => new Date(Date.now() + ms);
const anHour = inMs(3_600_000);
const pause = (reason: string, until = anHour): StandingOrder => ({ kind: 'pause', reason, until });
const workers = (until = anHour): StandingOrder => ({ kind: 'workers', maxConcurrentPerCredential: 2, until });
const rates: StandingOrder = { kind: 'rates', limits: { parts: { rate: 3, periodMs: 60_000 } }, until: anHour };
const callLog: StandingOrder = { kind: 'call_log', until: anHour };

/** What every store of orders must do. `open` gives one with Borealis and no orders. */
export const connectorOrdersContract = (open: () => Promise<ConnectorOrdersFixture>): void => {
  describe('connector orders', () => {
    let fixture: ConnectorOrdersFixture;
    beforeEach(async () => {
      fixture = await open();
    });
    const give = (order: StandingOrder) => fixture.orders.give('borealis', order, 'key_1', untraced);
    const control = () => fixture.orders.control('borealis');
    const events = async () => (await fixture.events.read('connector', 'borealis')).map(({ event }) => event);

    test('orders of each kind hold beside each other as they were given, each with its event', async () => {
      expect(await control()).toEqual({});
      for (const order of [pause('maintenance'), workers(), rates, callLog]) await give(order);
      const given = { givenAt: expect.any(Date) };
      expect(await control()).toEqual({
        pause: { ...pause('maintenance'), ...given },
        workers: { ...workers(), ...given },
        rates: { ...rates, ...given },
        call_log: { ...callLog, ...given },
      });
      expect(await events()).toMatchObject(
        ['pause', 'workers', 'rates', 'call_log'].map((kind) => ({
          type: 'connector.ordered',
          supplierId: 'borealis',
          order: { kind },
          until: anHour.toISOString(),
          by: 'key_1',
        })),
      );
    });

    test('a later order takes the place of the earlier one of its kind', async () => {
      await give(pause('maintenance'));
      const before = (await control()).pause?.givenAt;
      await give(pause('inventory', inMs(7_200_000)));
      const after = (await control()).pause;
      expect(after).toMatchObject({ reason: 'inventory' });
      expect(after?.givenAt.getTime()).toBeGreaterThanOrEqual(before?.getTime() ?? Number.POSITIVE_INFINITY);
    });

    test('a withdrawn order ends with one event, however often it is withdrawn', async () => {
      for (const order of [pause('maintenance'), workers(), rates, callLog]) await give(order);
      const before = (await events()).length;
      expect(await fixture.orders.withdraw('borealis', 'pause', untraced)).toBe(true);
      expect(await fixture.orders.withdraw('borealis', 'pause', untraced)).toBe(false);
      expect(await control()).toMatchObject({ workers: workers(), rates, call_log: callLog });
      expect(await control()).not.toHaveProperty('pause');
      expect((await events()).slice(before)).toEqual([
        { type: 'connector.order_ended', supplierId: 'borealis', order: 'pause', how: 'withdrawn' },
      ]);
    });

    test('an order whose time is over holds no longer, and its end is told once by whoever tidies up', async () => {
      for (const order of [workers(), rates, callLog]) await give(order);
      const before = (await events()).length;
      const given = { givenAt: expect.any(Date) };
      await give(workers(inMs(-1)));
      expect(await control()).toEqual({ rates: { ...rates, ...given }, call_log: { ...callLog, ...given } });
      await Promise.all([1, 2, 3].map(() => fixture.orders.expire('borealis', untraced)));
      expect((await events()).slice(before + 1)).toEqual([
        { type: 'connector.order_ended', supplierId: 'borealis', order: 'workers', how: 'expired' },
      ]);
    });

    test('an order ends at its instant by itself', async () => {
      await give(pause('short', inMs(400)));
      expect((await control()).pause).toBeDefined();
      await eventually(async () => (await control()).pause === undefined);
    });

    test('an unknown supplier is named', async () => {
      await expect(fixture.orders.give('nobody', rates, 'key_1', untraced)).rejects.toMatchObject({
        kind: 'not_found',
        message: expect.stringContaining('nobody'),
      });
      expect(await fixture.orders.control('nobody')).toEqual({});
    });
  });
};
