import { describe, expect, it } from 'vitest';
import { calculatePrice } from '../../../domain/pricing/calculate.ts';
import { callerPoliciesOf } from '../../../domain/visibility/caller-policies.ts';
import { compilePolicies } from '../../../domain/visibility/compile.ts';
import { evaluateOffer } from '../../../domain/visibility/offers.ts';
import type { VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { caller, credential, noon, offer, view } from '../../support/offers.ts';
import { policy } from '../../support/policies.ts';

const own = view({ credential: credential({ id: 'crd_acme', scope: 'customer', ownerId: 'acme', label: 'own' }) });
const system = view();
const both = offer([own, system], { productId: 'prd_1' });

const judged = (...policies: readonly VisibilityPolicy[]) =>
  evaluateOffer(
    callerPoliciesOf(compilePolicies(policies), caller, noon, () => undefined),
    both,
    undefined,
  );

const priced = (...policies: readonly VisibilityPolicy[]) => {
  const verdict = judged(...policies);
  if (verdict.kind === 'hidden') throw new Error(`hidden by ${verdict.by}`);
  return calculatePrice({ offer: verdict.offer, caller, quantity: 1, at: noon });
};

describe('an offer', () => {
  it('is the very one that was judged where nothing restricts it, and one of its own where anything does', () => {
    expect(judged(policy('a', { target: 'price', condition: 'source.scope == "group"' }))).toMatchObject({
      offer: both,
    });
    const verdicts = [
      judged(),
      judged(policy('a', { target: 'offer', effect: { kind: 'mask', fields: ['stock'] } })),
      judged(policy('a', { target: 'price', effect: { kind: 'mask', fields: ['amounts'] } })),
    ];
    expect(verdicts.map((verdict) => verdict.kind === 'visible' && verdict.offer === both)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['product', 'offer', 'supplier'] as const)('is hidden with its %s', (target) => {
    expect(judged(policy('a', { target }))).toEqual({ kind: 'hidden', by: 'a' });
  });

  it('that is matched to no product is not hidden by a policy on products', () => {
    const callerPolicies = callerPoliciesOf(compilePolicies([policy('a')]), caller, noon, () => undefined);
    expect(evaluateOffer(callerPolicies, offer([system]), undefined).kind).toBe('visible');
  });
});

describe('a price', () => {
  it('comes from the next source when that of the best one is hidden, and says so', () => {
    const answer = priced(policy('a', { target: 'price', condition: 'source.scope == "customer"' }));
    expect(answer).toMatchObject({
      mode: 'fixed',
      source: { view: { credential: { scope: 'system' } }, fallbackReason: 'not_visible' },
    });
    expect(answer.trail.map(({ outcome }) => outcome)).toEqual(['not_visible', 'chosen']);
  });

  it('has no source when those of all are hidden', () => {
    const answer = priced(policy('a', { target: 'price' }));
    expect(answer.source).toBeUndefined();
    expect(answer.trail.map(({ outcome }) => outcome)).toEqual(['not_visible', 'not_visible']);
  });

  it('is masked by what is said of its own source', () => {
    const condition = 'source.credential_label == "own"';
    const verdict = judged(
      policy('a', { target: 'price', condition, effect: { kind: 'mask', fields: ['breakdown'] } }),
    );
    const fieldsOf = (each: typeof own) => verdict.kind === 'visible' && [...verdict.maskedPrice(each)];
    expect([fieldsOf(own), fieldsOf(system)]).toEqual([['breakdown'], []]);
  });
});
