import { beforeEach, describe, expect, test } from 'vitest';
import { type Health, sound } from '../../domain/ingestion/credential-health.ts';
import type { ConnectorLeases, CredentialStates } from '../../domain/ingestion/ports.ts';
import type { CredentialAdministration, SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import { plainBinding } from '../../domain/secret-binding.ts';
import type { EventLog } from '../support/event-log.ts';
import { untraced } from '../support/event-samples.ts';
import { borealis, credentials } from '../support/observations.ts';
import { noon } from '../support/offers.ts';

/** What administers credentials, and everything that its changes show in. */
export interface CredentialAdministrationFixture {
  readonly administration: CredentialAdministration;
  readonly suppliers: SupplierStore;
  readonly states: CredentialStates;
  readonly leases: ConnectorLeases;
  readonly events: EventLog;
}

const change = { by: 'key_1', context: untraced };
const failing: Health = { kind: 'failing', reason: 'authentication', since: noon, probes: 1, probeAt: noon };
const boundTo = plainBinding(borealis);
const session = { token: 'a token', expiresAt: noon, refreshToken: 'another token' };

/**
 * What every administration of credentials must do. `open` gives one with Borealis and its
 * credentials.
 */
export const credentialAdministrationContract = (open: () => Promise<CredentialAdministrationFixture>): void => {
  describe('credential administration', () => {
    let fixture: CredentialAdministrationFixture;
    beforeEach(async () => {
      fixture = await open();
    });
    const inUse = async (id: string) =>
      (await fixture.suppliers.credentials(borealis)).find((credential) => credential.id === id);
    const events = async (id: string) => (await fixture.events.read('credential', id)).map(({ event }) => event.type);
    const of = (credentialId: string) => ({ supplierId: 'borealis', credentialId });
    const lease = async (id: string) => (await fixture.leases.acquire(id, 'one', 60_000)) ?? 0n;

    test('an added credential is in use, and its event says by whom', async () => {
      const added = {
        id: 'crd_new',
        supplierId: 'borealis',
        scope: 'customer',
        ownerId: 'acme',
        label: 'second account',
        secret: { login: 'second', password: 'the second secret' },
      } as const;
      await fixture.administration.add(added, change);
      expect(await inUse('crd_new')).toEqual({ ...added, failingSince: undefined });
      const [stored] = await fixture.events.read('credential', 'crd_new');
      expect(stored?.event).toEqual({
        type: 'credential.added',
        credentialId: 'crd_new',
        supplierId: 'borealis',
        by: 'key_1',
      });
      await expect(fixture.administration.add(added, change)).rejects.toMatchObject({ kind: 'conflict' });
      await expect(
        fixture.administration.add({ ...added, id: 'crd_x', supplierId: 'nobody' }, change),
      ).rejects.toMatchObject({ kind: 'not_found' });
      expect(await events('crd_new')).toEqual(['credential.added']);
    });

    test('a rotated one has the new secret, no session and no failure, and its connector must begin anew', async () => {
      const token = await lease('crd_system');
      const kept = { credentialId: 'crd_system', supplierId: 'borealis', health: failing, change: 'failed' } as const;
      await fixture.states.saveHealth(kept, token, untraced);
      await fixture.states.saveSession('crd_system', session, token, boundTo);
      await fixture.administration.rotate(of('crd_system'), { login: 'borealis', password: 'another' }, change);
      expect(await inUse('crd_system')).toMatchObject({
        failingSince: undefined,
        secret: { login: 'borealis', password: 'another' },
      });
      expect(await fixture.states.session('crd_system', boundTo)).toBeUndefined();
      expect(await fixture.states.health('crd_system')).toEqual(sound);
      expect(await events('crd_system')).toEqual(['credential.failing', 'credential.rotated']);
      await expect(fixture.states.saveHealth(kept, token, untraced)).rejects.toMatchObject({ kind: 'conflict' });
      await expect(fixture.states.saveSession('crd_system', session, token, boundTo)).rejects.toMatchObject({
        kind: 'conflict',
      });
      expect(await lease('crd_system')).toBeGreaterThan(token);
    });

    test('a disabled one is not used, by whoever held it neither, until it is enabled; each is told once', async () => {
      const token = await lease('crd_acme');
      for (const isDisabled of [true, true])
        await fixture.administration.setDisabled(of('crd_acme'), isDisabled, change);
      expect(await inUse('crd_acme')).toBeUndefined();
      expect(await fixture.leases.renew('crd_acme', token, 60_000)).toBe(false);
      expect(await fixture.leases.acquire('crd_acme', 'one', 60_000)).toBeUndefined();
      for (const isDisabled of [false, false])
        await fixture.administration.setDisabled(of('crd_acme'), isDisabled, change);
      expect(await inUse('crd_acme')).toBeDefined();
      expect(await events('crd_acme')).toEqual(['credential.disabled', 'credential.enabled']);
    });

    test.each(['crd_nobody', 'crd_acme'])(
      '%s of a supplier that has none such is not found, and stays as it was',
      async (id) => {
        const stranger = { supplierId: 'aurora', credentialId: id };
        const before = await fixture.suppliers.credentials(borealis);
        for (const attempt of [
          () => fixture.administration.rotate(stranger, { login: 'x' }, change),
          () => fixture.administration.setDisabled(stranger, true, change),
        ])
          await expect(attempt()).rejects.toMatchObject({ kind: 'not_found', message: expect.stringContaining(id) });
        expect(await fixture.suppliers.credentials(borealis)).toEqual(before);
      },
    );

    test('a change of the origin takes away secrets, sessions and leases, and tells who, from where and to where', async () => {
      const token = await lease('crd_group');
      await fixture.states.saveSession('crd_group', session, token, boundTo);
      const moved = { ...borealis, baseUrl: 'https://api.elsewhere.example/v1' };
      await fixture.suppliers.putSupplier(moved, change);
      expect(await fixture.suppliers.credentials(moved)).toEqual([]);
      expect(await fixture.states.session('crd_group', boundTo)).toBeUndefined();
      expect(await fixture.states.session('crd_group', plainBinding(moved))).toBeUndefined();
      await expect(fixture.states.saveSession('crd_group', session, token, boundTo)).rejects.toMatchObject({
        kind: 'conflict',
      });
      expect(await fixture.leases.acquire('crd_group', 'one', 60_000)).toBeUndefined();
      const [first] = await fixture.events.read('supplier', 'borealis');
      expect(first?.event).toEqual({
        type: 'supplier.origin_changed',
        supplierId: 'borealis',
        by: 'key_1',
        from: { plugin: 'demo-bulk', origins: ['http://127.0.0.1:1'] },
        to: { plugin: 'demo-bulk', origins: ['https://api.elsewhere.example'] },
        detached: 3,
      });

      await fixture.suppliers.putSupplier(borealis, change);
      for (const { id } of credentials)
        await fixture.administration.rotate(of(id), { login: 'borealis', password: 'again' }, change);
      expect(await inUse('crd_group')).toMatchObject({ secret: { password: 'again' } });
      expect(await lease('crd_group')).toBeGreaterThan(token);
      const all = await fixture.events.read('supplier', 'borealis');
      expect(all.map(({ event }) => event)).toMatchObject([{ detached: 3 }, { detached: 0 }]);
    });
  });
};
