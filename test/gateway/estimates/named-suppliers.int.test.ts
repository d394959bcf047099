import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PolicyDraft } from '../../../domain/visibility/policy.ts';
import type { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { byTest } from '../../support/by-test.ts';
import { askedLines, callBy, type EstimateWorld, estimateWorld } from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { policyDraft } from '../../support/policies.ts';

describe('suppliers that a request for an estimate names', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
    const { suppliers } = world.stores;
    const [alpha] = await suppliers.suppliers();
    if (alpha === undefined) throw new Error('no supplier');
    await suppliers.putSupplier({ ...alpha, id: 'private', name: 'Private' }, byTest);
    const owned = { supplierId: 'private', scope: 'customer', ownerId: 'globex' } as const;
    await suppliers.putCredential({ id: 'crd_private', ...owned, label: 'own', secret: {} });
  });
  afterEach(async () => {
    await world.database.pool.sql`delete from visibility_policy`;
    await world.basis.onPolicyChange();
  });
  afterAll(async () => {
    await world?.close();
  });

  let policies = 0;
  const hide = async (draft: Partial<PolicyDraft>): Promise<void> => {
    await world.stores.policies.create(`vis_named_${policies++}`, policyDraft(draft), {
      by: 'key_1',
      context: untraced,
    });
    await world.basis.onPolicyChange();
  };
  const ask = async (
    orderCosts: Readonly<Record<string, string>>,
    maxLookupCost: Readonly<Record<string, number>> = {},
    customerId = 'acme',
  ): Promise<EstimateResponse> =>
    world.useCases.buildEstimate(askedLines(1, { orderCosts, maxLookupCost }), callBy(customerId));
  const refusalOf = (...fields: readonly string[]) => ({
    kind: 'invalid_argument',
    violations: fields.map((field) => ({ field, description: 'names no supplier' })),
  });

  it('are refused by field and name where there is none, and are taken where there is one', async () => {
    await expect(ask({ alpha: '1', alhpa: '2' }, { '*': 5, beat: 1 })).rejects.toMatchObject(
      refusalOf('order_costs.alhpa', 'max_lookup_cost.beat'),
    );
    await expect(ask({ '*': '1', 'seller acme': '2' })).rejects.toMatchObject(
      refusalOf('order_costs.*', 'order_costs.seller acme'),
    );
    await expect(ask({ '': '1', 'al\u0000pha': '1' })).rejects.toMatchObject(
      refusalOf('order_costs.', 'order_costs.al\u0000pha'),
    );
    await expect(ask({ alpha: '1', gamma: '0' }, { '*': 5, beta: 1 })).resolves.toMatchObject({ status: 'parsing' });
  });

  it('are refused where another customer alone buys from them', async () => {
    await expect(ask({ private: '1' })).rejects.toMatchObject(refusalOf('order_costs.private'));
    await expect(ask({ private: '1' }, {}, 'globex')).resolves.toMatchObject({ status: 'parsing' });
  });

  it.each<[string, Partial<PolicyDraft>]>([
    ['hides the supplier', { target: 'supplier', condition: 'supplier.id == "alpha"' }],
    [
      'masks who it is',
      {
        target: 'supplier',
        condition: 'supplier.id == "alpha"',
        effect: { kind: 'mask', fields: ['supplier_id'] },
      },
    ],
    ['hides all its offers', { target: 'offer', condition: 'supplier.id == "alpha"' }],
  ])('are refused as unknown ones are where a policy %s', async (_, draft) => {
    await hide(draft);
    await expect(ask({ alpha: '1', nobody: '1', beta: '1' }, { alpha: 1 })).rejects.toMatchObject(
      refusalOf('order_costs.alpha', 'order_costs.nobody', 'max_lookup_cost.alpha'),
    );
  });

  it('are all taken, known or not, where a policy decides of each offer whether it names its supplier', async () => {
    await hide({ target: 'offer', condition: 'product.mpn == "X" && supplier.id == "alpha"' });
    await expect(ask({ alpha: '1', nobody: '1' }, { nobody: 1 })).resolves.toMatchObject({ status: 'parsing' });
  });
});
