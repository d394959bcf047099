import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { callerPoliciesOf, unrestricted, type Verdict } from '../../../domain/visibility/caller-policies.ts';
import { compilePolicies } from '../../../domain/visibility/compile.ts';
import type { Effect, PolicyDraft, VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { caller, noon } from '../../support/offers.ts';
import { policy } from '../../support/policies.ts';
import { expected } from '../../support/visibility-oracle.ts';

const acme: Caller = { ...caller, customerId: 'acme', groupIds: ['gold'], scopes: ['catalog'] };
const yageo = { product: { id: 'prd_1', manufacturer: 'Yageo', mpn: 'R1', characteristics: { case: '0603' } } };

const deny: Effect = { kind: 'deny' };
const allow: Effect = { kind: 'allow' };
const mask = (...fields: Extract<Effect, { kind: 'mask' }>['fields']): Effect => ({ kind: 'mask', fields });

const judged = (given: readonly Partial<PolicyDraft>[], at = noon, who = acme): Verdict =>
  callerPoliciesOf(
    compilePolicies(given.map((each, index) => policy(`vis_${index}`, each))),
    who,
    at,
    () => undefined,
  ).evaluate('product', yageo);

const hiddenBy = (by: string): Verdict => ({ kind: 'hidden', by });
const masked = (...fields: readonly string[]) => ({ kind: 'visible', masked: new Set(fields) });

describe('of the policies that apply', () => {
  it.each<[string, readonly Partial<PolicyDraft>[], unknown]>([
    ['none leaves everything visible', [], unrestricted],
    ['a deny hides', [{ effect: deny }], hiddenBy('vis_0')],
    ['an allow alone changes nothing', [{ effect: allow }], unrestricted],
    ['a deny beats an allow of its priority', [{ effect: allow }, { effect: deny }], hiddenBy('vis_1')],
    [
      'an allow of a greater priority is the exception to a deny',
      [{ effect: deny }, { effect: allow, priority: 1 }],
      unrestricted,
    ],
    [
      'a deny of a greater priority is not set aside by an allow',
      [{ effect: allow }, { effect: deny, priority: 1 }],
      hiddenBy('vis_1'),
    ],
    [
      'masks empty the fields of all of them',
      [{ effect: mask('description') }, { effect: mask('characteristics') }],
      masked('description', 'characteristics'),
    ],
    [
      'a mask beats an allow of its priority',
      [{ effect: allow }, { effect: mask('description') }],
      masked('description'),
    ],
    [
      'an allow sets masks of lower priority aside',
      [{ effect: mask('description') }, { effect: allow, priority: 1 }],
      unrestricted,
    ],
    [
      'a deny of lower priority hides what a mask left visible',
      [{ effect: mask('description'), priority: 1 }, { effect: deny }],
      hiddenBy('vis_1'),
    ],
    ['one that is disabled is not among them', [{ effect: deny, isEnabled: false }], unrestricted],
    ['one of another kind of target is not among them', [{ effect: deny, target: 'offer' }], unrestricted],
  ])('%s', (_, policies, verdict) => {
    expect(judged(policies)).toEqual(verdict);
  });

  it.each<[string, Partial<PolicyDraft>, boolean]>([
    ['before its first instant', { validFrom: new Date(noon.getTime() + 1) }, false],
    ['at its first instant', { validFrom: noon }, true],
    ['just before its end', { validUntil: new Date(noon.getTime() + 1) }, true],
    ['at its end', { validUntil: noon }, false],
  ])('a policy is or is not in force %s', (_, given, isInForce) => {
    expect(judged([given]).kind).toBe(isInForce ? 'hidden' : 'visible');
  });
});

describe('a condition', () => {
  it.each([
    ['caller.customer == "acme"', true],
    ['caller.customer == "globex"', false],
    ['"gold" in caller.groups', true],
    ['"catalog" in caller.scopes && product.manufacturer == "Yageo"', true],
    ['product.characteristics["case"] == "0603"', true],
    ['has(product.description)', false],
    ['!has(product.description) || product.description.contains("x")', true],
  ])('%s: %s', (condition, applies) => {
    expect(judged([{ condition }]).kind).toBe(applies ? 'hidden' : 'visible');
  });

  it('that cannot be told of a target hides, masks, and does not allow', () => {
    const condition = 'product.description.contains("secret")';
    expect(judged([{ condition }])).toEqual(hiddenBy('vis_0'));
    expect(judged([{ condition, effect: mask('description') }])).toEqual(masked('description'));
    expect(judged([{ effect: deny }, { condition, effect: allow, priority: 1 }])).toEqual(hiddenBy('vis_0'));
  });

  it('that is none restricts as if it always held, and is told', () => {
    const compiled = compilePolicies([policy('vis_0', { condition: 'product.colour == 1' })]);
    expect(compiled.broken).toMatchObject([{ policy: { id: 'vis_0' } }]);
    expect(callerPoliciesOf(compiled, acme, noon, () => undefined).evaluate('product', yageo)).toEqual(
      hiddenBy('vis_0'),
    );
  });
});

describe('the policies of a caller', () => {
  const policiesOf = (...policies: readonly VisibilityPolicy[]) =>
    callerPoliciesOf(compilePolicies(policies), acme, noon, () => undefined);

  it('is clear where the caller alone decides that nothing is restricted', () => {
    const condition = 'caller.customer == "globex" && product.manufacturer == "Yageo"';
    expect(policiesOf(policy('a', { condition }), policy('b', { effect: allow })).restrictsNothing).toBe(true);
    expect(policiesOf(policy('a', { condition: 'product.manufacturer == "Yageo"' })).restrictsNothing).toBe(false);
  });

  it('does not depend on a target where the caller alone decides', () => {
    const condition = 'caller.customer == "acme" || product.manufacturer == "Yageo"';
    expect(policiesOf(policy('a', { condition })).dependsOn('product', 'product')).toBe(false);
    expect(policiesOf(policy('a', { condition: 'product.mpn == "R1"' })).dependsOn('product', 'product')).toBe(true);
  });

  it('depends on a target where one policy does, whatever the others ask for', () => {
    const [of, none] = [policy('a', { condition: 'product.mpn == "R1"' }), policy('b', {})];
    expect(policiesOf(of, none).dependsOn('product', 'product')).toBe(true);
    expect(policiesOf(none).dependsOn('product', 'product')).toBe(false);
  });

  it('holds until the next policy begins or ends', () => {
    const soon = new Date(noon.getTime() + 1_000);
    const later = new Date(noon.getTime() + 2_000);
    expect(policiesOf(policy('a', { validUntil: later }), policy('b', { validFrom: soon })).until).toEqual(soon);
    expect(policiesOf(policy('a', { validFrom: new Date(noon.getTime() - 1) })).until).toBeUndefined();
  });
});

/** Conditions over a small world in which each part is sometimes unknown. */
const atoms = [
  'true',
  'false',
  'caller.customer == "acme"',
  '"gold" in caller.groups',
  'product.manufacturer == "Yageo"',
  'product.description.contains("x")',
  'has(product.description)',
  'product.lifecycle_status != "active"',
];
const atom = fc.constantFrom(...atoms);
const condition = fc.oneof(
  atom,
  fc.tuple(atom, fc.constantFrom('&&', '||'), atom).map(([a, operator, b]) => `${a} ${operator} ${b}`),
  fc.tuple(atom, atom, atom).map(([a, b, c]) => `${a} ? ${b} : !(${c})`),
);
const draft = fc.record({
  condition,
  effect: fc.constantFrom<Effect>(deny, allow, mask('description'), mask('characteristics')),
  priority: fc.integer({ min: 0, max: 2 }),
});
const product = fc.record({
  manufacturer: fc.constantFrom('Yageo', 'Vishay'),
  description: fc.constantFrom('x', 'y', undefined),
  lifecycle_status: fc.constantFrom('active', undefined),
});
const someone = fc.record({
  customerId: fc.constantFrom('acme', 'globex'),
  groupIds: fc.constantFrom<readonly string[]>([], ['gold']),
});

describe('for any policies, caller and product', () => {
  it('what is decided for the caller ahead is what would be decided for each product, in any order of storage', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 6 }), someone, product, (drafts, who, values) => {
        const policies = drafts.map((each, index) => policy(`vis_${index}`, each));
        const asking = { ...acme, ...who };
        const verdicts = [policies, policies.toReversed()].map((stored) =>
          callerPoliciesOf(compilePolicies(stored), asking, noon, () => undefined).evaluate('product', {
            product: values,
          }),
        );
        const seen = verdicts.map((verdict) => (verdict.kind === 'hidden' ? 'hidden' : verdict.masked));
        const right = expected(policies, 'product', asking, { product: values });
        expect(seen).toEqual([right, right]);
      }),
      { numRuns: 1_000 },
    );
  });
});
