/**
 * The pricing rules that prices are measured under: two hundred active ones by group, by supplier
 * with a condition, by maker and by zone, as a distributor's price list may have. To a member of a
 * group who buys into the EU, three or more of them apply.
 */
import { priceBook } from '../domain/pricing/price-book.ts';
import type { RuleAction } from '../domain/pricing/rules/registry.ts';
import { everything, type RuleDraft, type RuleScope } from '../domain/pricing/rules/rule.ts';

const zones = ['EU', 'US', 'UK', 'CN', 'ROW'];

const many = (count: number, make: (at: number) => Omit<Parameters<typeof ruleOf>[0], 'id'>, prefix: string) =>
  Array.from({ length: count }, (_, at) => ruleOf({ id: `${prefix}-${at}`, ...make(at) }));

const ruleOf = (given: {
  id: string;
  scope: Partial<RuleScope>;
  action: RuleAction;
  condition?: string;
}): RuleDraft => ({
  id: given.id,
  name: given.id,
  enabled: true,
  priority: 0,
  stacking: 'stack',
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validUntil: undefined,
  scope: { ...everything, ...given.scope },
  condition: given.condition,
  action: given.action,
});

const rules: readonly RuleDraft[] = [
  ...many(
    80,
    (at) => ({ scope: { groups: [`group-${at}`] }, action: { kind: 'percent_discount', percent: '2.5' } }),
    'group',
  ),
  ...many(
    40,
    (at) => ({
      scope: { suppliers: [`supplier-${at}`] },
      action: { kind: 'percent_markup', percent: '12' },
      condition: 'quantity >= 100',
    }),
    'supplier',
  ),
  ...many(
    70,
    (at) => ({
      scope: { manufacturers: [`Maker ${at}`], groups: [`group-${at % 10}`] },
      action: { kind: 'fixed_markup', amount: { amount: '0.001', currency: 'EUR' }, per: 'piece' },
    }),
    'maker',
  ),
  ...many(
    5,
    (at) => ({
      scope: { zones: [zones[at] ?? ''] },
      action: { kind: 'zone_surcharge', basis: { by: 'percent', percent: '1.5' } },
    }),
    'zone',
  ),
  ...many(5, (at) => ({ scope: { zones: [zones[at] ?? ''] }, action: { kind: 'tax', percent: '19' } }), 'tax'),
];

/** So many rules, those above and others that apply to nobody who asks. */
export const bookOf = (count: number) =>
  priceBook({
    rules: [
      ...rules.slice(0, count),
      ...many(
        Math.max(0, count - rules.length),
        (at) => ({ scope: { groups: [`other-${at}`] }, action: { kind: 'percent_discount', percent: '2.5' } }),
        'other',
      ),
    ],
    rates: [{ currency: 'USD', day: '2026-02-27', rate: '1.0823' }],
  });

/** How many there are. */
export const ruleCount = rules.length;

/** The rules with a rate from dollars into euros. */
export const rulesBook = bookOf(rules.length);
