import { beforeEach, describe, expect, test } from 'vitest';
import { type Health, sound } from '../../domain/ingestion/credential-health.ts';
import type { ConnectorLeases, CredentialStates, LeaseToken } from '../../domain/ingestion/ports.ts';
import type { SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import { bindingTo, plainBinding } from '../../domain/secret-binding.ts';
import type { EventLog } from '../support/event-log.ts';
import { untraced } from '../support/event-samples.ts';
import { borealis } from '../support/observations.ts';
import { hoursBefore, noon } from '../support/offers.ts';

/** The states, and what they show in. */
export interface CredentialStatesFixture {
  readonly states: CredentialStates;
  readonly suppliers: SupplierStore;
  readonly leases: ConnectorLeases;
  readonly events: EventLog;
}

const boundTo = plainBinding(borealis);

const failing: Health = {
  kind: 'failing',
  reason: 'throttled',
  since: hoursBefore(1),
  probes: 2,
  probeAt: noon,
};

/**
 * What every store of credentials' states must do. `open` gives one with Borealis and its
 * credentials, all sound.
 */
export const credentialStatesContract = (open: () => Promise<CredentialStatesFixture>): void => {
  describe('credential states', () => {
    let fixture: CredentialStatesFixture;
    let token: LeaseToken;
    beforeEach(async () => {
      fixture = await open();
      token = (await fixture.leases.acquire('crd_system', 'the test', 60_000)) ?? 0n;
    });
    const keep = (health: Health, change: 'failed' | 'recovered' | undefined, lease = token) =>
      fixture.states.saveHealth(
        { credentialId: 'crd_system', supplierId: 'borealis', health, change },
        lease,
        untraced,
      );
    const events = async () => (await fixture.events.read('credential', 'crd_system')).map(({ event }) => event);
    const failingSince = async () =>
      (await fixture.suppliers.credentials(borealis)).find(({ id }) => id === 'crd_system')?.failingSince;

    test('a credential of which nothing is kept is sound and has no session', async () => {
      expect(await fixture.states.health('crd_system')).toEqual(sound);
      expect(await fixture.states.session('crd_system', boundTo)).toBeUndefined();
    });

    test('a failure comes back as it was kept, and whoever reads the credential sees since when', async () => {
      await keep(failing, 'failed');
      expect(await fixture.states.health('crd_system')).toEqual(failing);
      expect(await failingSince()).toEqual(hoursBefore(1));
      const event = { credentialId: 'crd_system', supplierId: 'borealis' };
      expect(await events()).toEqual([{ type: 'credential.failing', ...event, reason: 'throttled' }]);
    });

    test('a further probe is kept without another event', async () => {
      await keep(failing, 'failed');
      await keep({ ...failing, probes: 3 }, undefined);
      expect(await fixture.states.health('crd_system')).toEqual({ ...failing, probes: 3 });
      expect(await events()).toHaveLength(1);
    });

    test('a recovery leaves nothing of the failure but its event', async () => {
      await keep(failing, 'failed');
      await keep(sound, 'recovered');
      expect(await fixture.states.health('crd_system')).toEqual(sound);
      expect(await failingSince()).toBeUndefined();
      expect((await events()).map(({ type }) => type)).toEqual(['credential.failing', 'credential.recovered']);
    });

    test.each([
      { token: 'session-token', expiresAt: noon, refreshToken: 'refresh-token' },
      { token: undefined, expiresAt: hoursBefore(1), refreshToken: 'refresh-token' },
      { token: 'session-token', expiresAt: noon, refreshToken: undefined },
      undefined,
    ])('a session comes back as it was kept: %o', async (session) => {
      await fixture.states.saveSession('crd_system', session, token, boundTo);
      expect(await fixture.states.session('crd_system', boundTo)).toEqual(session);
    });

    test('a session is not found for another origin or plug-in than it was kept for', async () => {
      const session = { token: 'session-token', expiresAt: noon, refreshToken: undefined };
      await fixture.states.saveSession('crd_system', session, token, boundTo);
      for (const other of [bindingTo('demo-bulk', 'http://127.0.0.1:2'), bindingTo('generic', borealis.baseUrl)])
        expect(await fixture.states.session('crd_system', other)).toBeUndefined();
      expect(await fixture.states.session('crd_system', boundTo)).toEqual(session);
    });

    test('who does not hold the lease changes nothing', async () => {
      await expect(keep(failing, 'failed', token + 1n)).rejects.toMatchObject({ kind: 'conflict' });
      const session = { token: 'stray', expiresAt: noon, refreshToken: undefined };
      await expect(fixture.states.saveSession('crd_system', session, 0n, boundTo)).rejects.toMatchObject({
        kind: 'conflict',
      });
      expect(await fixture.states.health('crd_system')).toEqual(sound);
      expect(await fixture.states.session('crd_system', boundTo)).toBeUndefined();
      expect(await events()).toEqual([]);
    });
  });
};
