import type { Caller } from '../../../domain/callers/caller.ts';
import { Failure, notFound } from '../../../domain/errors.ts';
import type { Offer } from '../../../domain/offers/offer.ts';
import { isVisible } from '../../../domain/pricing/source-selection.ts';
import type { ReadOptions } from '../../../domain/store-context.ts';
import { type CallerPolicies, callerPoliciesOf, type OnUndecided } from '../../../domain/visibility/caller-policies.ts';
import { compileCondition, compilePolicies } from '../../../domain/visibility/compile.ts';
import { evaluateOffer } from '../../../domain/visibility/offers.ts';
import { maskableFields, type PolicyDraft, type VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { productValues } from '../../../domain/visibility/vocabulary.ts';
import { checkId, type Finding, throwIfAny } from '../../request/check.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { AdminUseCases, SeenTarget, TargetBeforeAndAfter } from '../use-cases.ts';

/** Policies that there may be; every one of them may be asked for every target. */
const maxPolicies = 500;

const checkEffect = ({ target, effect }: PolicyDraft): Finding => {
  if (effect.kind !== 'mask') return undefined;
  const known: readonly string[] = maskableFields[target];
  return effect.fields.length > 0 && effect.fields.every((field) => known.includes(field))
    ? undefined
    : { field: 'masked_fields', description: `must be one or more of ${known.join(', ')}` };
};

const checkCondition = (draft: PolicyDraft): Finding => {
  const compiled = compileCondition(draft);
  if (compiled.ok) return undefined;
  const { line, column, message } = compiled.error;
  return { field: 'condition', description: `line ${line}, column ${column}: ${message}` };
};

const checkValidity = ({ validFrom, validUntil }: PolicyDraft): Finding =>
  validFrom === undefined || validUntil === undefined || validFrom < validUntil
    ? undefined
    : { field: 'valid_until', description: 'must be later than valid_from' };

const refuseUnsound = (draft: PolicyDraft, prefix = ''): void => {
  const findings = [checkEffect(draft), checkCondition(draft), checkValidity(draft)];
  throwIfAny(findings.map((each) => each && { ...each, field: `${prefix}${each.field}` }));
};

/** The policies as they would be with the draft in force, in place of the one it replaces. */
const withDraft = (policies: readonly VisibilityPolicy[], draft: PolicyDraft, replaces: string | undefined) => [
  ...policies.filter(({ id }) => id !== replaces),
  { ...draft, isEnabled: true, validFrom: undefined, validUntil: undefined, id: replaces ?? 'draft', version: 0 },
];

/**
 * What the caller sees of a product or offer, with the policies of which that could not be told.
 */
type Look<Target> = (sight: CallerPolicies, target: Target) => SeenTarget;

const seenOffer =
  (products: ReadonlyMap<string, Parameters<typeof productValues>[0]>, caller: Caller): Look<Offer> =>
  (sight, offer) => {
    const verdict = evaluateOffer(sight, offer, products.get(offer.productId ?? ''));
    if (verdict.kind === 'hidden') return { isVisible: false, hiddenBy: verdict.by, masked: [], prices: [] };
    const views = verdict.offer.views.filter((view) => isVisible(view, caller));
    const prices = views.map((view) => ({
      scope: view.credential.scope,
      credentialLabel: view.credential.label,
      isVisible: view.isPriceHidden !== true,
      masked: [...verdict.maskedPrice(view)],
    }));
    return { isVisible: true, hiddenBy: undefined, masked: [...verdict.masked], prices };
  };

const seenProduct: Look<NonNullable<Parameters<typeof productValues>[0]>> = (sight, product) => {
  const verdict = sight.evaluate('product', { product: productValues(product) });
  return verdict.kind === 'hidden'
    ? { isVisible: false, hiddenBy: verdict.by, masked: [], prices: [] }
    : { isVisible: true, hiddenBy: undefined, masked: [...verdict.masked], prices: [] };
};

type Dependencies = Pick<AdminDependencies, 'policies' | 'onPolicyChange' | 'newPolicyId' | 'catalog' | 'offers'>;

const tryPolicy =
  ({ policies, catalog, offers }: Dependencies): AdminUseCases['tryPolicy'] =>
  async ({ draft, replaces, caller, productIds, offerIds }, { signal, now }) => {
    refuseUnsound(draft, 'policy.');
    const stored = (await policies.all({ signal })).policies;
    if (replaces !== undefined && !stored.some(({ id }) => id === replaces))
      throw notFound('visibility policy', replaces);
    const found = await offers.byIds(offerIds, { signal });
    const matched = found.flatMap(({ productId }) => productId ?? []);
    const products = await catalog.products([...new Set([...productIds, ...matched])], { signal });
    const byId = new Map(products.map((product) => [product.id, product]));

    let undecided = new Set<string>();
    const onUndecided: OnUndecided = (_, policyId) => undecided.add(policyId);
    const sights = {
      before: callerPoliciesOf(compilePolicies(stored), caller, now(), onUndecided),
      after: callerPoliciesOf(compilePolicies(withDraft(stored, draft, replaces)), caller, now(), onUndecided),
    };
    const compared = <Target>(
      kind: TargetBeforeAndAfter['kind'],
      id: string,
      target: Target | undefined,
      look: Look<Target>,
    ): TargetBeforeAndAfter => {
      if (target === undefined) return { kind, id, isKnown: false };
      const before = look(sights.before, target);
      undecided = new Set();
      const after = look(sights.after, target);
      return { kind, id, isKnown: true, before, after, undecided: [...undecided] };
    };
    const offersById = new Map(found.map((offer) => [offer.id, offer]));
    return {
      targets: [
        ...productIds.map((id) => compared('product', id, byId.get(id), seenProduct)),
        ...offerIds.map((id) => compared('offer', id, offersById.get(id), seenOffer(byId, caller))),
      ],
    };
  };

/** Lists, changes and tries out visibility policies. */
export const visibilityPolicies = (
  deps: Dependencies,
): Pick<
  AdminUseCases,
  'listPolicies' | 'getPolicy' | 'createPolicy' | 'updatePolicy' | 'removePolicy' | 'tryPolicy'
> => {
  const { policies, onPolicyChange, newPolicyId } = deps;
  const one = async (id: string, read: ReadOptions): Promise<VisibilityPolicy> => {
    const policy = (await policies.all(read)).policies.find((each) => each.id === id);
    if (policy === undefined) throw notFound('visibility policy', id);
    return policy;
  };
  const changeBy = (context: RequestContext) => ({ by: context.caller.keyId, context });
  return {
    listPolicies: async (_, { signal }) => (await policies.all({ signal })).policies,

    getPolicy: ({ policyId }, { signal }) => one(policyId, { signal }),

    createPolicy: async (draft, context) => {
      refuseUnsound(draft);
      const stored = await policies.all({ signal: context.signal });
      if (stored.policies.length >= maxPolicies)
        throw new Failure('failed_precondition', `there are ${maxPolicies} visibility policies already`);
      const created = await policies.create(newPolicyId(), draft, changeBy(context));
      await onPolicyChange();
      return created;
    },

    updatePolicy: async ({ policyId, expectedVersion, draft }, context) => {
      throwIfAny(checkId('id', policyId));
      refuseUnsound(draft);
      const updated = await policies.update(policyId, expectedVersion, draft, changeBy(context));
      await onPolicyChange();
      return updated;
    },

    removePolicy: async ({ policyId, expectedVersion }, context) => {
      throwIfAny(checkId('id', policyId));
      await policies.remove(policyId, expectedVersion, changeBy(context));
      await onPolicyChange();
      return { policyId };
    },

    tryPolicy: tryPolicy(deps),
  };
};
