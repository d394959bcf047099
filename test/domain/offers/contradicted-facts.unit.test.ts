import { describe, expect, it } from 'vitest';
import type { StatedFact } from '../../../domain/catalog/ports.ts';
import { contradictedFacts } from '../../../domain/offers/contradicted-facts.ts';
import { servedText } from '../../../domain/pricing/duties/tariff-goods.ts';

/** That each of these, in their order, says this of a fact. */
const said = (fact: StatedFact['fact'], ...values: readonly string[]): readonly StatedFact[] =>
  values.map((value, at) => ({
    fact,
    offerId: `ofr_${at}`,
    vote: {
      value,
      since: new Date(Date.UTC(2026, 2, at + 1)),
      source: { by: `supplier-${at}`, kind: 'supplier', isTenants: false },
    },
  }));

const factsOf = (...stated: readonly StatedFact[]): readonly string[] =>
  contradictedFacts(stated, servedText).map(({ fact }) => fact);

describe('what sources say of a part', () => {
  it.each([
    ['the same', said('rohs', 'Compliant', 'Compliant')],
    ['the same in other letters and marks', said('package', 'SOT-23', 'sot 23')],
    ['the same package with its name in other units', said('package', '0603', '0603 (1608 Metric)')],
    ['the same country by its code and its name', said('country_of_origin', 'China', 'CN')],
    ['a tariff number and its first digits', said('hts_code', '8541.21', '8541.21.0095')],
    ['a category and a wider one', said('category', 'Resistors', 'Resistors > Chip resistors')],
    ['the same part as its replacement', said('replacedByMpn', 'AB-12', 'AB12')],
    ['descriptions in their own words', said('description', 'Chip resistor', 'RES 10K')],
    ['links of their own', said('datasheet_url', 'https://a.example/x.pdf', 'https://b.example/y.pdf')],
    ['something nobody else speaks of', said('eccn', 'EAR99')],
  ])('contradicts nothing where it is %s', (_, stated) => {
    expect(contradictedFacts(stated, servedText)).toEqual([]);
  });

  it.each([
    ['lifecycle', 'active', 'discontinued'],
    ['country_of_origin', 'China', 'JP'],
    ['hts_code', '8541.21.0095', '8541.29.0095'],
    ['category', 'Resistors > Chip resistors', 'Capacitors'],
    ['package', '0603', '0805'],
  ] as const)('contradicts itself where of %s it is both %s and %s', (fact, one, other) => {
    expect(factsOf(...said(fact, one, other), ...said('rohs', 'yes', 'Yes'))).toEqual([fact]);
  });

  it('believes the origin that duties count, whoever spoke last', () => {
    const believed = (...stated: readonly StatedFact[]) =>
      contradictedFacts(stated, servedText).map(({ values }) => values.map((each) => [each.value, each.isBelieved]));
    const told = [
      ['CN', true],
      ['DE', false],
    ];
    expect(believed(...said('country_of_origin', 'CN', 'DE'))).toEqual([told]);
    const [first, second] = said('country_of_origin', 'CN', 'DE');
    const later = { ...first, vote: { ...first?.vote, since: new Date('2026-05-01') } } as StatedFact;
    expect(believed(second as StatedFact, later)).toEqual([told]);
  });

  it('is told with who says each value since when, the believed one first', () => {
    expect(contradictedFacts(said('lifecycle', 'active', 'discontinued', 'discontinued'), servedText)).toEqual([
      {
        fact: 'lifecycle',
        values: [
          {
            value: 'discontinued',
            isBelieved: true,
            sayings: [
              { by: 'supplier-1', offerId: 'ofr_1', since: new Date('2026-03-02') },
              { by: 'supplier-2', offerId: 'ofr_2', since: new Date('2026-03-03') },
            ],
          },
          {
            value: 'active',
            isBelieved: false,
            sayings: [{ by: 'supplier-0', offerId: 'ofr_0', since: new Date('2026-03-01') }],
          },
        ],
      },
    ]);
  });

  it('is kept within a bound however many contradict each other', () => {
    const [fact] = contradictedFacts(said('package', ...Array.from({ length: 500 }, (_, at) => `P${at}`)), servedText);
    expect(fact?.values).toHaveLength(20);
    expect(fact?.values[0]?.isBelieved).toBe(true);
  });
});
