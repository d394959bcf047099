import { describe, expect, it } from 'vitest';
import { amount } from '../../../domain/money.ts';
import { calculatePrice } from '../../../domain/pricing/calculate.ts';
import { effectiveLadder, exactPrice } from '../../../domain/pricing/effective-ladder.ts';
import { orderAmounts } from '../../../domain/pricing/order-amounts.ts';
import { priceBook } from '../../../domain/pricing/price-book.ts';
import type { RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import { caller, hoursBefore, ladder, noon, offer, view } from '../../support/offers.ts';
import { fridaysRates, plus, rule } from '../../support/pricing-rules.ts';

const perOrder = (id: string, text: string, given = {}, currency = 'EUR') =>
  rule(id, { kind: 'fixed_markup', amount: { amount: text, currency }, per: 'order' }, given);
const zone = rule('zone', { kind: 'zone_surcharge', basis: { by: 'order', amount: { amount: '5', currency: 'EUR' } } });
const vat = rule('vat', { kind: 'tax', percent: '20' });
const sold = offer([
  view({
    price: {
      value: { kind: 'ladder', ladder: ladder([[1, '1']], { orderFee: amount('7'), orderFeePieces: 100 }) },
      observedAt: hoursBefore(1),
    },
  }),
]);

const bookOf = (rules: readonly RuleDraft[]) => priceBook({ rules, rates: fridaysRates });
const ofOrder = (rules: readonly RuleDraft[], currency = 'EUR') =>
  orderAmounts({ book: bookOf(rules), caller, zone: '', supplierId: sold.supplierId, currency, at: noon });
const ladderOf = (rules: readonly RuleDraft[], quantities: readonly number[] = []) =>
  effectiveLadder({ caller, at: noon, places: 6, offer: sold, quantities, book: bookOf(rules) });

describe('what rules add to an order', () => {
  it('is nothing where no rule has an amount for one', () => {
    expect(ofOrder([vat, rule('margin', plus('10'))])).toBeUndefined();
  });

  it('is the amount of each, with the tax on them', () => {
    // 5 and 2, and 20 % of 7.
    expect(ofOrder([zone, perOrder('handling', '2'), vat])?.charges).toEqual([
      { ruleId: 'handling', label: 'handling: +2 EUR', amount: '2' },
      { ruleId: 'zone', label: 'zone: +5 EUR', amount: '5' },
      { ruleId: 'vat', label: 'vat: +20 %', amount: '1.4' },
    ]);
  });

  it('is in the currency of the answer, rounded to its coins', () => {
    // 5 EUR at 1.25 USD.
    expect(ofOrder([zone], 'USD')?.charges).toMatchObject([{ amount: '6.25' }]);
  });

  it('leaves out rules that look at what is bought, which are paid for each purchase', () => {
    const narrow = [
      perOrder('maker', '2', { scope: { manufacturers: ['Yageo'] } }),
      perOrder('many', '2', { condition: 'quantity > 10' }),
      perOrder('off', '2', { enabled: false }),
    ];
    expect(ofOrder(narrow)).toBeUndefined();
    expect(ofOrder([perOrder('supplier', '2', { condition: `supplier.id == "${sold.supplierId}"` })])).toMatchObject({
      charges: [{ amount: '2' }],
    });
    expect(ofOrder([perOrder('other', '2', { scope: { suppliers: ['nobody'] } })])).toBeUndefined();
  });

  it('tells discounts apart', () => {
    const off = rule('off', { kind: 'fixed_discount', amount: { amount: '3', currency: 'EUR' }, per: 'order' });
    // 5 and 20 % of it; 3 and 20 % of it.
    expect(ofOrder([zone, off, vat])).toMatchObject({
      charges: [{ amount: '5' }, { amount: '1' }],
      discounts: [{ amount: '-3' }, { amount: '-0.6' }],
    });
  });

  it('keeps to rules of which one alone applies', () => {
    const first = perOrder('a', '2', { stacking: 'exclusive', priority: 2 });
    expect(ofOrder([first, perOrder('b', '3')])?.charges).toMatchObject([{ ruleId: 'a', amount: '2' }]);
  });
});

describe('a ladder', () => {
  it('has the fee of a reel beside the price of a piece, with the tax on both', () => {
    // 1.20 a piece and 8.40 for each reel of 100.
    expect(ladderOf([vat])).toEqual({
      kind: 'ladder',
      currency: 'EUR',
      steps: [{ minQuantity: 1, unitPrice: 1_200_000, reelFee: 8_400_000 }],
      reelPieces: 100,
    });
  });

  it('has amounts of rules for some orders beside it, and none of those for all', () => {
    // 20 % on top of 2 for orders of the offer; the 5 for any order are not here.
    const given = [zone, perOrder('own', '2', { scope: { offers: [sold.id] } }), vat];
    expect(ladderOf(given)).toMatchObject({
      steps: [{ minQuantity: 1, unitPrice: 1_200_000, reelFee: 8_400_000, fee: 2_400_000 }],
    });
    // 250 at 1.20, three reels at 8.40 and 2.40.
    const asked = { caller, at: noon, offer: sold, quantity: 250, book: bookOf(given) };
    expect(exactPrice(asked)).toBe('327.6');
  });

  it('has what a discount of the break makes of the fee', () => {
    const tiers = rule('tiers', { kind: 'quantity_tiers', tiers: [{ from: 200, percent: '50' }] });
    expect(ladderOf([tiers])).toMatchObject({
      steps: [
        { minQuantity: 1, unitPrice: 1_000_000, reelFee: 7_000_000 },
        { minQuantity: 200, unitPrice: 500_000, reelFee: 3_500_000 },
      ],
    });
  });
});

const off = rule('off', { kind: 'fixed_discount', amount: { amount: '5', currency: 'EUR' }, per: 'order' });
const floor = (percent: string, given = {}) => rule('floor', { kind: 'margin_floor', percent }, given);
const perPiece = (given = {}) =>
  rule('piece', { kind: 'fixed_markup', amount: { amount: '0.1', currency: 'EUR' }, per: 'piece' }, given);
const exclusive = { stacking: 'exclusive' } as const;
const noFee = offer([
  view({ price: { value: { kind: 'ladder', ladder: ladder([[1, '1']]) }, observedAt: hoursBefore(1) } }),
]);

describe('ten pieces at 1 EUR in an order of their own', () => {
  const asked = (rules: readonly RuleDraft[]) => ({
    caller,
    at: noon,
    offer: noFee,
    quantity: 10,
    book: bookOf(rules),
  });
  const charged = (rules: readonly RuleDraft[]) => {
    const { charges = [], discounts = [] } = ofOrder(rules) ?? {};
    return [...charges, ...discounts].map(({ amount: each }) => each);
  };
  const priced = (rules: readonly RuleDraft[]) => {
    const answer = calculatePrice(asked(rules));
    return answer.mode === 'fixed' ? answer.finalPrice : answer.mode;
  };

  it.each<readonly [string, readonly RuleDraft[], string]>([
    // 10 less 5 is raised to 11.
    ['a discount below a margin floor', [off, floor('10')], '11'],
    // 10 and 5 are 15, which the floor is as well.
    ['a charge that reaches a margin floor', [perOrder('order', '5'), floor('50')], '15'],
    ['a margin floor of other products', [off, floor('10', { scope: { offers: ['another'] } })], '5'],
    [
      'an exclusive markup by the piece before',
      [perPiece({ ...exclusive, priority: 10 }), perOrder('order', '5')],
      '11',
    ],
    [
      'a markup by the piece before an exclusive one',
      [perPiece({ priority: 10 }), perOrder('order', '5', exclusive)],
      '11',
    ],
    [
      'an exclusive markup of the maker before',
      [
        rule('maker', plus('10'), { ...exclusive, priority: 10, scope: { offers: [noFee.id] } }),
        perOrder('order', '5'),
      ],
      '11',
    ],
  ])('%s: the price has all of it', (_, rules, price) => {
    expect(priced(rules)).toBe(price);
    expect(exactPrice(asked(rules))).toBe(price);
    expect(charged(rules)).toEqual([]);
  });

  it('has amounts of rules beside it again once the floor is over', () => {
    const rules = [off, floor('10', { validUntil: hoursBefore(1) })];
    expect(exactPrice(asked(rules))).toBe('10');
    expect(charged(rules)).toEqual(['-5']);
  });

  it('has them in its ladder as its own, where they are not beside it', () => {
    // Of a fee of 5 the floor of 20 % takes 0.20 a piece: 10 and 5 are more than 12.
    const given = { caller, at: noon, places: 6, offer: noFee, quantities: [10] };
    const ladderWith = (rules: readonly RuleDraft[]) => effectiveLadder({ ...given, book: bookOf(rules) });
    expect(ladderWith([perOrder('order', '5'), floor('20')])).toMatchObject({
      steps: [
        { minQuantity: 1, unitPrice: 1_200_000, fee: 4_800_000 },
        { minQuantity: 10, unitPrice: 1_200_000, fee: 3_000_000 },
      ],
    });
  });
});
