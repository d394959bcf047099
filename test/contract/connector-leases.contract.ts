import { beforeEach, describe, expect, test } from 'vitest';
import type { ConnectorLeases, LeaseToken, TickStore } from '../../domain/ingestion/ports.ts';
import { openTick } from '../../domain/ingestion/tick.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { noon } from '../support/offers.ts';

/** The leases, and a store whose writes name them. */
export interface ConnectorLeasesFixture {
  readonly leases: ConnectorLeases;
  readonly ticks: TickStore;
}

const longMs = 60_000;
const shortMs = 30;

/**
 * What all leases must do. `open` gives those on the credentials of Borealis, which nobody holds.
 */
export const connectorLeasesContract = (open: () => Promise<ConnectorLeasesFixture>): void => {
  describe('connector leases', () => {
    let fixture: ConnectorLeasesFixture;
    beforeEach(async () => {
      fixture = await open();
    });

    const acquired = async (credentialId: string, owner: string, ttlMs = longMs): Promise<LeaseToken> =>
      eventually(async () => (await fixture.leases.acquire(credentialId, owner, ttlMs)) ?? false);

    test('one owner has a credential at a time, whoever asks how often', async () => {
      const owners = Array.from({ length: 8 }, (_, at) => `owner ${at}`);
      const tokens = await Promise.all(owners.map((owner) => fixture.leases.acquire('crd_acme', owner, longMs)));
      expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
    });

    test('a lease that is given up is free at once, and the next holder has a greater token', async () => {
      const first = await acquired('crd_group', 'one');
      expect(await fixture.leases.acquire('crd_group', 'two', longMs)).toBeUndefined();
      await fixture.leases.release('crd_group', first);
      const second = await fixture.leases.acquire('crd_group', 'two', longMs);
      expect(second).toBeGreaterThan(first);
      expect(await fixture.leases.renew('crd_group', first, longMs)).toBe(false);
      await fixture.leases.release('crd_group', first);
      expect(await fixture.leases.acquire('crd_group', 'one', longMs)).toBeUndefined();
      expect(await fixture.leases.renew('crd_group', second ?? 0n, longMs)).toBe(true);
    });

    test('a renewal that comes after the lease was given up does not bring it back', async () => {
      const first = await acquired('crd_group', 'two');
      await fixture.leases.release('crd_group', first);
      expect(await fixture.leases.renew('crd_group', first, longMs)).toBe(false);
      expect(await fixture.leases.acquire('crd_group', 'one', longMs)).toBeGreaterThan(first);
    });

    test('a lease that is not kept passes on when its time is over; the late holder cannot write any more', async () => {
      const tick = (runId: string) =>
        openTick({ runId, supplierId: 'borealis', credentialId: 'crd_system', kind: 'prices' }, ['prices'], noon);
      const late = await acquired('crd_system', 'one', shortMs);
      await fixture.ticks.save(tick('run_kept'), late, untraced);
      const present = await acquired('crd_system', 'two');
      await expect(fixture.ticks.save(tick('run_kept'), late, untraced)).rejects.toMatchObject({ kind: 'conflict' });
      await fixture.ticks.save(tick('run_kept'), present, untraced);
    });

    test('the owner itself, back after a crash, need not wait; what its earlier life is late with is refused', async () => {
      const earlier = await acquired('crd_system', 'two');
      const later = await acquired('crd_system', 'two');
      expect(later).toBeGreaterThan(earlier);
      expect(await fixture.leases.renew('crd_system', earlier, longMs)).toBe(false);
    });

    test('a lease that is kept stays', async () => {
      const token = await acquired('crd_system', 'two', shortMs);
      expect(await fixture.leases.renew('crd_system', token, longMs)).toBe(true);
      expect(await fixture.leases.acquire('crd_system', 'three', longMs)).toBeUndefined();
    });

    test('an unknown credential is named', async () => {
      await expect(fixture.leases.acquire('crd_nobody', 'one', longMs)).rejects.toMatchObject({
        kind: 'not_found',
        message: expect.stringContaining('crd_nobody'),
      });
    });
  });
};
