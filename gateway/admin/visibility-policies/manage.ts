import type { Caller } from '../../../domain/callers/caller.ts';
import type { CatalogStore } from '../../../domain/catalog/ports.ts';
import { Failure, notFound } from '../../../domain/errors.ts';
import type { CredentialScope, Offer } from '../../../domain/offers/offer.ts';
import type { OfferStore } from '../../../domain/offers/ports.ts';
import { isVisible } from '../../../domain/pricing/source-selection.ts';
import type { ReadOptions } from '../../../domain/store-context.ts';
import { type CallerPolicies, callerPoliciesOf, type OnUndecided } from '../../../domain/visibility/caller-policies.ts';
import { compileCondition, compilePolicies } from '../../../domain/visibility/compile.ts';
import { evaluateOffer } from '../../../domain/visibility/offers.ts';
import {
  isPolicyAsked,
  type MaskedField,
  maskableFields,
  type PolicyDraft,
  type PolicyQuery,
  type VisibilityPolicy,
} from '../../../domain/visibility/policy.ts';
import type { VisibilityPolicyStore } from '../../../domain/visibility/ports.ts';
import { productValues } from '../../../domain/visibility/vocabulary.ts';
import { checkId, type Finding, throwIfAny } from '../../request/check.ts';
import type { UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

/** Names a visibility policy. */
export interface OfPolicy {
  readonly policyId: string;
}

/**
 * Names the version of a visibility policy that is to be changed; when it is another one by now,
 * that is a conflict.
 */
export interface OfPolicyVersion extends OfPolicy {
  readonly expectedVersion: number;
}

/** A visibility policy as it is to become. */
export interface UpdatePolicy extends OfPolicyVersion {
  readonly draft: PolicyDraft;
}

/** For whom and of what a draft is to be tried. It counts as enabled and in force. */
export interface TryPolicy {
  readonly draft: PolicyDraft;
  /** The policy that the draft would take the place of. */
  readonly replaces: string | undefined;
  readonly caller: Caller;
  readonly productIds: readonly string[];
  readonly offerIds: readonly string[];
}

/** What a caller sees of a product or an offer. */
export interface SeenTarget {
  readonly isVisible: boolean;
  /** The policy that hides it. */
  readonly hiddenBy: string | undefined;
  readonly masked: readonly MaskedField[];
  /** Of an offer: its price from each source that is open to the caller. */
  readonly prices: readonly {
    readonly scope: CredentialScope;
    readonly credentialLabel: string;
    readonly isVisible: boolean;
    readonly masked: readonly MaskedField[];
  }[];
}

/** One target of a trial. */
export type TargetBeforeAndAfter = { readonly kind: 'product' | 'offer'; readonly id: string } & (
  | { readonly isKnown: false }
  | {
      readonly isKnown: true;
      readonly before: SeenTarget;
      /** With the draft in force. */
      readonly after: SeenTarget;
      /** Policies, the draft included, that could not be evaluated for the target. */
      readonly undecided: readonly string[];
    }
);

/** What became of each target: products in the order given, then offers. */
export interface PolicyTrial {
  readonly targets: readonly TargetBeforeAndAfter[];
}

/** What operators do to visibility policies. */
export interface PolicyCases {
  readonly listPolicies: UseCase<PolicyQuery, readonly VisibilityPolicy[]>;
  readonly getPolicy: UseCase<OfPolicy, VisibilityPolicy>;
  readonly createPolicy: UseCase<PolicyDraft, VisibilityPolicy>;
  readonly updatePolicy: UseCase<UpdatePolicy, VisibilityPolicy>;
  readonly removePolicy: UseCase<OfPolicyVersion, OfPolicy>;
  /** Changes nothing. */
  readonly tryPolicy: UseCase<TryPolicy, PolicyTrial>;
}

/** What it is made of. */
interface Dependencies {
  readonly policies: VisibilityPolicyStore;
  /** Puts a stored change of the policies in force. */
  readonly onPolicyChange: () => Promise<void>;
  readonly newPolicyId: () => string;
  readonly catalog: Pick<CatalogStore, 'addAliases' | 'products'>;
  readonly offers: Pick<OfferStore, 'byIds' | 'ofProduct'>;
}

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
type Look<Target> = (callerPolicies: CallerPolicies, target: Target) => SeenTarget;

const seenOffer =
  (products: ReadonlyMap<string, Parameters<typeof productValues>[0]>, caller: Caller): Look<Offer> =>
  (callerPolicies, offer) => {
    const verdict = evaluateOffer(callerPolicies, offer, products.get(offer.productId ?? ''));
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

const seenProduct: Look<NonNullable<Parameters<typeof productValues>[0]>> = (callerPolicies, product) => {
  const verdict = callerPolicies.evaluate('product', { product: productValues(product) });
  return verdict.kind === 'hidden'
    ? { isVisible: false, hiddenBy: verdict.by, masked: [], prices: [] }
    : { isVisible: true, hiddenBy: undefined, masked: [...verdict.masked], prices: [] };
};

const tryPolicy =
  ({ policies, catalog, offers }: Dependencies): PolicyCases['tryPolicy'] =>
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
    const compiled = compilePolicies(stored);
    const bothPolicies = {
      before: callerPoliciesOf(compiled, caller, now(), onUndecided),
      after: callerPoliciesOf(
        compilePolicies(withDraft(stored, draft, replaces), compiled),
        caller,
        now(),
        onUndecided,
      ),
    };
    const compared = <Target>(
      kind: TargetBeforeAndAfter['kind'],
      id: string,
      target: Target | undefined,
      look: Look<Target>,
    ): TargetBeforeAndAfter => {
      if (target === undefined) return { kind, id, isKnown: false };
      const before = look(bothPolicies.before, target);
      undecided = new Set();
      const after = look(bothPolicies.after, target);
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
export const visibilityPolicies = (deps: Dependencies): PolicyCases => {
  const { policies, onPolicyChange, newPolicyId } = deps;
  const one = async (id: string, read: ReadOptions): Promise<VisibilityPolicy> => {
    const policy = (await policies.all(read)).policies.find((each) => each.id === id);
    if (policy === undefined) throw notFound('visibility policy', id);
    return policy;
  };
  return {
    listPolicies: async (query, { signal }) => {
      const all = await policies.all({ signal });
      return all.policies.filter((policy) => isPolicyAsked(policy, query));
    },

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
