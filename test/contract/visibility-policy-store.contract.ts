import { beforeEach, describe, expect, test } from 'vitest';
import type { VisibilityPolicyStore } from '../../domain/visibility/ports.ts';
import type { EventLog } from '../support/event-log.ts';
import { untraced } from '../support/event-samples.ts';
import { policyDraft } from '../support/policies.ts';

/** The store, and the events that it writes. */
export interface VisibilityPolicyStoreFixture {
  readonly policies: VisibilityPolicyStore;
  readonly events: EventLog;
}

const change = { by: 'key_1', context: untraced };

const full = policyDraft({
  label: 'Würth "hidden"',
  target: 'offer',
  effect: { kind: 'mask', fields: ['stock', 'packaging'] },
  condition: 'caller.customer == "acme"\n&& offer.supplier_sku.startsWith("A")',
  priority: -3,
  validFrom: new Date('2026-03-01T12:00:00.250Z'),
  validUntil: new Date('2027-03-01T12:00:00.000Z'),
  isEnabled: false,
});

/** What every store of visibility policies must do. `open` gives an empty one. */
export const visibilityPolicyStoreContract = (open: () => Promise<VisibilityPolicyStoreFixture>): void => {
  describe('visibility policies', () => {
    let fixture: VisibilityPolicyStoreFixture;
    beforeEach(async () => {
      fixture = await open();
    });
    const stored = async () => (await fixture.policies.all()).policies;

    test('come back as they were saved, in the order of their ids, at their latest version', async () => {
      const { policies } = fixture;
      await policies.create('vis_b', policyDraft(), change);
      await policies.create('vis_a', policyDraft(), change);
      expect(await policies.update('vis_a', 1, full, change)).toEqual({ ...full, id: 'vis_a', version: 2 });
      expect(await stored()).toEqual([
        { ...full, id: 'vis_a', version: 2 },
        { ...policyDraft(), id: 'vis_b', version: 1 },
      ]);
    });

    test('have an event for each change, by whom, under the version that the policy has since', async () => {
      const { policies, events } = fixture;
      await policies.create('vis_a', policyDraft(), change);
      await policies.update('vis_a', 1, full, change);
      await policies.remove('vis_a', 2, change);
      const written = await events.read('visibility_policy', 'vis_a');
      expect(written.map(({ event }) => event)).toEqual(
        (['created', 'updated', 'removed'] as const).map((how, at) => ({
          type: 'visibility_policy.changed',
          policyId: 'vis_a',
          version: at + 1,
          change: how,
          by: 'key_1',
        })),
      );
      expect(written.map(({ version }) => version)).toEqual([1, 2, 3]);
    });

    test('are gone when removed, and their id is not taken again', async () => {
      const { policies } = fixture;
      await policies.create('vis_a', policyDraft(), change);
      await policies.remove('vis_a', 1, change);
      expect(await stored()).toEqual([]);
      await expect(policies.create('vis_a', policyDraft(), change)).rejects.toMatchObject({ kind: 'conflict' });
      await expect(policies.update('vis_a', 2, full, change)).rejects.toMatchObject({ kind: 'not_found' });
      await expect(policies.remove('vis_a', 2, change)).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('are not changed by one who has read another version, nor by the loser of two at once', async () => {
      const { policies } = fixture;
      await policies.create('vis_a', policyDraft(), change);
      await expect(policies.update('vis_a', 2, full, change)).rejects.toMatchObject({ kind: 'conflict' });
      await expect(policies.remove('vis_a', 7, change)).rejects.toMatchObject({ kind: 'conflict' });
      const both = await Promise.allSettled([
        policies.update('vis_a', 1, full, change),
        policies.update('vis_a', 1, policyDraft({ label: 'other' }), change),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await stored()).toMatchObject([{ version: 2 }]);
    });

    test('have another revision after every change, and the same one without', async () => {
      const { policies } = fixture;
      const revisions = [await policies.revision()];
      const note = async () => revisions.push(await policies.revision());
      await policies.create('vis_a', policyDraft(), change).then(note);
      await policies.create('vis_b', policyDraft(), change).then(note);
      await policies.update('vis_a', 1, full, change).then(note);
      await policies.remove('vis_b', 1, change).then(note);
      expect(new Set(revisions).size).toBe(5);
      expect((await policies.all()).revision).toBe(await policies.revision());
    });
  });
};
