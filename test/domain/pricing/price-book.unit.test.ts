import { describe, expect, it } from 'vitest';
import { priceBook } from '../../../domain/pricing/price-book.ts';
import type { RuleAction } from '../../../domain/pricing/rules/registry.ts';
import type { RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import { caller, noon, offer } from '../../support/offers.ts';
import { off, rule } from '../../support/pricing-rules.ts';

const at = (hours: number): Date => new Date(noon.getTime() + hours * 3_600_000);

describe('a price book', () => {
  it('tells the stretches between the instants at which rules begin or end, in any order of asking', () => {
    const book = priceBook({
      rules: [rule('a', off('1'), { validFrom: at(1), validUntil: at(3) }), rule('b', off('1'), { validFrom: at(3) })],
      rates: [],
    });
    const asked = [0, 1, 2, 3, 4, 2, 0, 4];
    expect(asked.map((hour) => book.rulePeriodAt(at(hour)))).toEqual([0, 1, 1, 2, 2, 1, 0, 2]);
    expect(book.rulePeriodAt(new Date(at(1).getTime() - 1))).toBe(0);
  });

  it('gives only the rules of the caller, the zone and the item, in the order in which they apply', () => {
    const rules = [
      rule('z-everybody', off('1')),
      rule('other-group', off('1'), { scope: { groups: ['rivals-club'] } }),
      rule('a-group', off('1'), { scope: { groups: ['buyers-club'] } }),
      rule('own', off('1'), { scope: { customers: ['acme'] } }),
      rule('offer', off('1'), { scope: { offers: ['ofr_1'] } }),
      rule('other-offer', off('1'), { scope: { offers: ['ofr_2'] } }),
      rule('other-zone', off('1'), { scope: { zones: ['US'] } }),
      rule('other-maker', off('1'), { scope: { manufacturers: ['Vishay'] } }),
      rule('disabled', off('1'), { enabled: false }),
      rule('caller-only', off('1'), { condition: 'customer.id == "globex"' }),
    ];
    const found = priceBook({ rules, rates: [] }).candidates(caller, 'EU', offer([]));
    expect(found.map(({ rule: { id } }) => id)).toEqual(['own', 'a-group', 'offer', 'z-everybody']);
  });

  it.each([
    { condition: undefined, looksAtDate: false },
    { condition: 'quantity > 10 && zone == "EU"', looksAtDate: false },
    { condition: 'quantity > 10 && date > timestamp("2026-03-01T13:00:00Z")', looksAtDate: true },
  ])('knows whether a rule looks at the date: $condition', ({ condition, looksAtDate }) => {
    const rules = [rule('plain', off('1')), rule('own', off('1'), { condition })];
    expect(priceBook({ rules, rates: [] }).looksAtDate).toBe(looksAtDate);
  });

  it('leaves out a stored rule that it does not understand, and names it', () => {
    const strange = rule('strange', { kind: 'percent_discount', percent: 'much' });
    const book = priceBook({ rules: [strange, rule('good', off('1'))], rates: [] });
    expect(book.unreadable).toEqual(['strange']);
    expect(book.candidates(caller, 'EU', offer([]))).toHaveLength(1);
  });

  it('survives a kind of rule that a later version of the service has written', () => {
    const future: RuleDraft = { ...rule('future', off('1')), action: { kind: 'teleport' } as unknown as RuleAction };
    expect(priceBook({ rules: [future], rates: [] }).unreadable).toEqual(['future']);
  });

  it('has the import duties of each destination, and another period from the instant at which one begins or ends', () => {
    const [begin, end] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')];
    const duty = { destination: 'US', htsPrefix: '8542', origin: undefined, rate: '0.25' };
    const dutyRates = [{ ...duty, id: 'spring', validFrom: begin, validUntil: end }];
    const book = priceBook({ rules: [], rates: [], dutyRates });
    const justBefore = (at: Date) => new Date(at.getTime() - 1);
    const periods = [justBefore(begin), begin, justBefore(end), end].map(book.rulePeriodAt);
    expect(periods).toEqual([0, 1, 1, 2]);
    const goods = { htsCode: '8542390001', origin: undefined };
    expect(book.duties.get('US')?.dutyOn(goods, begin)).toMatchObject({ kind: 'rate', rate: '0.25' });
    expect(book.duties.get('US')?.dutyOn(goods, end)).toEqual({ kind: 'unknown', missing: 'rate' });
    expect([...book.duties.keys()]).toEqual(['US']);
  });
});
