import { beforeEach, describe, expect, test } from 'vitest';
import type { ConnectorLeases, LeaseToken, TickStore } from '../../domain/ingestion/ports.ts';
import { abandon, advance, openTick, type Phase, type Tick } from '../../domain/ingestion/tick.ts';
import type { EventLog } from '../support/event-log.ts';
import { untraced } from '../support/event-samples.ts';
import { hoursBefore, noon } from '../support/offers.ts';

/** The store, and the events that it writes. */
export interface TickStoreFixture {
  readonly store: TickStore;
  readonly events: EventLog;
  readonly leases: ConnectorLeases;
}

const phases: readonly Phase[] = ['catalogue', 'prices'];
const page = (nextCursor: string | undefined) => ({
  counts: { items: 3, prices: 2, stocks: 1, warehouses: 4 },
  nextCursor,
});
const opened = (runId: string, credentialId: string, startedAt = noon): Tick =>
  openTick({ runId, supplierId: 'borealis', credentialId, kind: 'catalogue' }, phases, startedAt);
const next = (tick: Tick, cursor?: string): Tick => advance(tick, page(cursor), phases, hoursBefore(-1));
const finished = (tick: Tick): Tick => next(next(tick));

/**
 * What every tick store must do. `open` gives one with Borealis and its credentials and no ticks.
 */
export const tickStoreContract = (open: () => Promise<TickStoreFixture>): void => {
  describe('tick store', () => {
    let fixture: TickStoreFixture;
    const tokens = new Map<string, LeaseToken>();
    beforeEach(async () => {
      fixture = await open();
      tokens.clear();
    });
    const leaseOn = async (credentialId: string): Promise<LeaseToken> => {
      const token = tokens.get(credentialId) ?? (await fixture.leases.acquire(credentialId, 'the test', 60_000)) ?? 0n;
      tokens.set(credentialId, token);
      return token;
    };
    const save = async (tick: Tick) => fixture.store.save(tick, await leaseOn(tick.credentialId), untraced);
    const eventsOf = async (runId: string) =>
      (await fixture.events.read('ingestion_run', runId)).map(({ event }) => event);

    test('a credential that never ticked has no tick', async () => {
      expect(await fixture.store.unfinished('crd_group')).toBeUndefined();
      expect(await fixture.store.latest('crd_group')).toBeUndefined();
    });

    test('a tick comes back with the rows that were left out of it', async () => {
      const rows = { read: 2, skipped: [{ sku: undefined, reason: 'no SKU', row: 3, sample: ';X' }] };
      const seen = advance(opened('run_rows', 'crd_acme', hoursBefore(48)), { ...page('2'), rows }, phases, noon);
      await save(seen);
      expect(await fixture.store.unfinished('crd_acme')).toEqual(seen);
      await save(finished(seen));
    });

    test('what went wrong is kept by the holder of the lease alone', async () => {
      const tick = opened('run_error', 'crd_group', hoursBefore(48));
      await save(tick);
      const error = { at: noon, phase: 'catalogue', page: 1, message: 'no answer' } as const;
      await fixture.store.noteError(tick, error, await leaseOn('crd_group'));
      await expect(fixture.store.noteError(tick, error, 0n)).rejects.toMatchObject({ kind: 'conflict' });
      await save(finished(tick));
    });

    test('a tick comes back as it was saved last, page by page, until it has finished', async () => {
      const first = opened('run_pages', 'crd_system');
      const second = next(first, 'cursor-2');
      const third = next(second);
      for (const step of [first, second, third]) {
        await save(step);
        expect(await fixture.store.unfinished('crd_system')).toEqual(step);
        expect(await fixture.store.latest('crd_system')).toEqual(step);
      }
      const end = next(third);
      await save(end);
      expect(await fixture.store.unfinished('crd_system')).toBeUndefined();
      expect(await fixture.store.latest('crd_system')).toEqual(end);
    });

    test('success and failure each write one event, however often the end is saved', async () => {
      const done = finished(opened('run_done', 'crd_acme'));
      const failed = abandon(next(opened('run_failed', 'crd_acme')), 'no session', noon);
      for (const tick of [done, done, failed, failed]) await save(tick);
      expect(await eventsOf('run_done')).toEqual([
        {
          type: 'ingestion_run.completed',
          runId: 'run_done',
          supplierId: 'borealis',
          credentialId: 'crd_acme',
          items: 6,
          prices: 4,
          stocks: 2,
          pages: 2,
        },
      ]);
      expect(await eventsOf('run_failed')).toEqual([
        {
          type: 'ingestion_run.failed',
          runId: 'run_failed',
          supplierId: 'borealis',
          credentialId: 'crd_acme',
          reason: 'no session',
          pages: 1,
        },
      ]);
    });

    test('a checkpoint that comes late does not undo a later one', async () => {
      const first = opened('run_late', 'crd_group');
      const second = next(first, 'cursor-2');
      const third = next(second);
      for (const step of [first, second, third]) await save(step);
      await expect(save(second)).rejects.toMatchObject({ kind: 'conflict' });
      expect(await fixture.store.unfinished('crd_group')).toEqual(third);
      await save(next(third));
    });

    test('a finished tick never runs again', async () => {
      const tick = opened('run_over', 'crd_acme');
      await save(finished(tick));
      await expect(save(next(tick))).rejects.toMatchObject({ kind: 'conflict' });
      await save(abandon(tick, 'too late', noon));
      expect(await fixture.store.latest('crd_acme')).toEqual(finished(tick));
      expect(await eventsOf('run_over')).toHaveLength(1);
    });

    test('a credential has one unfinished tick at most', async () => {
      const first = opened('run_one', 'crd_group', hoursBefore(1));
      const second = opened('run_two', 'crd_group');
      await save(first);
      await expect(save(second)).rejects.toMatchObject({ kind: 'conflict' });
      await save(abandon(first, 'given up', noon));
      await save(second);
      expect(await fixture.store.unfinished('crd_group')).toEqual(second);
    });

    test('the latest tick is the one that started last', async () => {
      const latest = finished(opened('run_new', 'crd_system', hoursBefore(-2)));
      await save(latest);
      await save(finished(opened('run_old', 'crd_system', hoursBefore(2))));
      expect(await fixture.store.latest('crd_system')).toEqual(latest);
    });

    test('an unknown credential is named', async () => {
      const expected = { kind: 'not_found', message: expect.stringContaining('crd_nobody') };
      await expect(save(opened('run_stray', 'crd_nobody'))).rejects.toMatchObject(expected);
      await expect(fixture.store.plan('crd_nobody', noon)).rejects.toMatchObject(expected);
    });
  });
};
