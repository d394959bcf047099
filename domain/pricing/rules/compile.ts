import { manufacturerKey } from '../../catalog/identity.ts';
import type { FieldViolation } from '../../errors.ts';
import type { Condition } from '../../expressions/condition.ts';
import type { Effect, KindDefinition, RuleBasis } from './effect.ts';
import { type RuleAction, ruleKinds } from './registry.ts';
import type { RuleDraft, RuleScope } from './rule.ts';
import { type Step, steps } from './steps.ts';
import { compilePricingCondition, orderVariables } from './variables.ts';

/** A rule that is ready to be applied. */
export interface CompiledRule {
  readonly id: string;
  /** Undefined for a draft. */
  readonly version: number | undefined;
  readonly name: string;
  readonly step: Step;
  readonly isExclusive: boolean;
  /** Milliseconds since 1970; without bound infinite. */
  readonly validFromMs: number;
  readonly validUntilMs: number;
  readonly scope: CompiledScope;
  /** Undefined: always holds. */
  readonly condition: Condition | undefined;
  readonly effect: Effect;
  /** The numbers of pieces at which its effect changes, ascending. */
  readonly thresholds: readonly number[];
  /** What its amount is counted by. */
  readonly basis: RuleBasis;
  /** Whether it applies to whatever is bought of a supplier, so that an order as such has it. */
  readonly isOfOrders: boolean;
}

/** What a rule is for; undefined where it names nothing. */
export type CompiledScope = { readonly [Part in keyof RuleScope]: ReadonlySet<string> | undefined };

/** A compiled rule, or everything that is wrong with it. */
export type RuleCompilation =
  | { readonly ok: true; readonly rule: CompiledRule }
  | { readonly ok: false; readonly violations: readonly FieldViolation[] };

const setOf = (names: readonly string[]): ReadonlySet<string> | undefined =>
  names.length === 0 ? undefined : new Set(names);

const compiledScope = (scope: RuleScope): CompiledScope => ({
  customers: setOf(scope.customers),
  groups: setOf(scope.groups),
  suppliers: setOf(scope.suppliers),
  manufacturers: setOf(scope.manufacturers.map(manufacturerKey)),
  products: setOf(scope.products),
  offers: setOf(scope.offers),
  zones: setOf(scope.zones),
});

/** The definition of an action's kind, for the action: the registry holds the two together. */
const definitionOf = <Action extends RuleAction>({ kind }: Action): KindDefinition<Action> =>
  ruleKinds[kind] as unknown as KindDefinition<Action>;

const conditionOf = (source: string | undefined): { condition?: Condition; violations: readonly FieldViolation[] } => {
  if (source === undefined) return { violations: [] };
  const compiled = compilePricingCondition(source);
  if (compiled.ok) return { condition: compiled.condition, violations: [] };
  const { message, line, column, start, end } = compiled.error;
  const description = `${message} (line ${line}, column ${column}; characters ${start} to ${end})`;
  return { violations: [{ field: 'condition', description }] };
};

const validityViolations = ({ validFrom, validUntil }: RuleDraft): readonly FieldViolation[] =>
  validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil
    ? [{ field: 'valid_until', description: 'must be later than valid_from' }]
    : [];

const manufacturerViolations = ({ manufacturers }: RuleScope): readonly FieldViolation[] =>
  manufacturers.flatMap((name, at) =>
    manufacturerKey(name) === ''
      ? [{ field: `applies_to.manufacturers.${at}`, description: 'must have a letter or a digit' }]
      : [],
  );

/** Whether neither the scope nor the condition looks at what is bought. */
const isOfOrders = ({ offers, products, manufacturers }: RuleScope, condition: Condition | undefined): boolean =>
  [offers, products, manufacturers].every(({ length }) => length === 0) &&
  (condition?.names.isSubsetOf(orderVariables) ?? true);

/** Checks a rule and makes it ready. Pure: the same rule always compiles to the same. */
export const compileRule = (draft: RuleDraft & { readonly version?: number }): RuleCompilation => {
  const { action, scope } = draft;
  // Stored by a later version of the service, perhaps.
  if (!Object.hasOwn(ruleKinds, action.kind))
    return { ok: false, violations: [{ field: 'action.kind', description: 'is not a kind of rule' }] };
  const definition = definitionOf(action);
  const { condition, violations: conditionViolations } = conditionOf(draft.condition);
  const violations = [
    ...validityViolations(draft),
    ...manufacturerViolations(scope),
    ...conditionViolations,
    ...definition.check(action),
  ];
  if (violations.length > 0) return { ok: false, violations };
  return {
    ok: true,
    rule: {
      id: draft.id,
      version: draft.version,
      name: draft.name,
      step: scope.customers.length > 0 ? definition.step.ofCustomers : definition.step.ofOthers,
      isExclusive: draft.stacking === 'exclusive',
      validFromMs: draft.validFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
      validUntilMs: draft.validUntil?.getTime() ?? Number.POSITIVE_INFINITY,
      scope: compiledScope(scope),
      condition,
      effect: definition.compile(action),
      thresholds: definition.thresholds?.(action) ?? [],
      basis: definition.basis?.(action) ?? 'pieces',
      isOfOrders: isOfOrders(scope, condition),
    },
  };
};

/** Whom a price list is for: named customers' come before groups', and these before everybody's. */
const audience = ({ customers, groups }: RuleScope): number => (customers.length > 0 ? 0 : groups.length > 0 ? 1 : 2);

const audienceInStep = ({ action, scope }: RuleDraft): number => (action.kind === 'price_list' ? audience(scope) : 0);

/**
 * The order in which rules that compile apply: by step, then by priority, the greater first, then
 * by id. It never depends on storage.
 */
export const inOrder = (a: RuleDraft, b: RuleDraft): number =>
  stepAt(a) - stepAt(b) ||
  audienceInStep(a) - audienceInStep(b) ||
  b.priority - a.priority ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const stepAt = ({ action, scope }: RuleDraft): number => {
  const { step } = definitionOf(action);
  return steps.indexOf(scope.customers.length > 0 ? step.ofCustomers : step.ofOthers);
};
