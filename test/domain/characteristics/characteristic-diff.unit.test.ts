import { describe, expect, it } from 'vitest';
import { settleCharacteristics } from '../../../domain/characteristics/characteristic-diff.ts';
import { type DescribedOffer, statementsOf } from '../../../domain/characteristics/offer-statements.ts';
import { type CharacteristicStatement, valueEqualityFor } from '../../../domain/characteristics/statement.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';

const day = (at: number): Date => new Date(Date.UTC(2026, 0, at));
const isSame = valueEqualityFor(defaultProfile);

const offer = (id: string, changes: Partial<DescribedOffer> = {}): DescribedOffer => ({
  id,
  supplierId: `supplier of ${id}`,
  credentialScope: 'system',
  description: undefined,
  describedAt: day(1),
  attributes: {},
  attributesAt: day(1),
  ...changes,
});

const saidBy = (...offers: readonly DescribedOffer[]): readonly CharacteristicStatement[] =>
  offers.flatMap((each) => statementsOf(each, defaultProfile).statements);

const known = (characteristics: Readonly<Record<string, string>> = {}) => ({
  productId: 'prd',
  characteristics,
  kept: [],
  observedAt: day(1),
});

const modelSaid = (name: string, text: string): CharacteristicStatement => ({
  name,
  text,
  source: { kind: 'language_model', model: 'm', statedAt: day(9) },
});

describe('the statements of an offer', () => {
  it('are its attributes under the names of the profile, and what its description says', () => {
    const { statements } = statementsOf(
      offer('a', { attributes: { 'Voltage - Rated': '50 V', Farbe: 'rot' }, description: 'CAP CER 0,1µF 0603' }),
      defaultProfile,
    );
    expect(
      statements.map(({ name, text, source }) => [name, text, source.kind === 'supplier' && source.field]),
    ).toEqual([
      ['voltage_rating', '50 V', { kind: 'attribute', name: 'Voltage - Rated' }],
      ['capacitance', '100 nF', { kind: 'description' }],
      ['package', '0603', { kind: 'description' }],
    ]);
  });

  it('leave out what is no quantity of its kind, and count it', () => {
    const { statements, rejected } = statementsOf(
      offer('a', { attributes: { Capacitance: '50 V', Tolerance: '±0.1pF', Resistance: '-', Case: 'x'.repeat(300) } }),
      defaultProfile,
    );
    expect(statements.map(({ name, text }) => [name, text])).toEqual([['tolerance', '±0.1pF']]);
    expect(rejected).toBe(2);
  });
});

describe('settled characteristics', () => {
  it('serve what a field of a supplier says before what a description does, and that before a language model', () => {
    const described = offer('a', { description: 'CAP 1uF 50V', describedAt: day(5) });
    const listed = offer('b', { attributes: { Capacitance: '2.2 µF' } });
    const model = [modelSaid('capacitance', '3.3 μF'), modelSaid('dielectric', 'X7R')];
    const settled = settleCharacteristics(known(), [...model, ...saidBy(described, listed)], isSame);
    expect(settled.characteristics).toEqual({ capacitance: '2.2 µF', voltage_rating: '50 V', dielectric: 'X7R' });
    expect(settled.changes.find(({ name }) => name === 'capacitance')).toMatchObject({
      kind: 'added',
      before: undefined,
      served: { text: '2.2 µF', source: { offerId: 'b' } },
      contradicting: [
        { text: '1 μF', source: { offerId: 'a' } },
        { text: '3.3 μF', source: { kind: 'language_model' } },
      ],
    });
  });

  it('keep every statement, and mark the one that is served', () => {
    const offers = [
      offer('a', { attributes: { Resistance: '1k' } }),
      offer('b', { attributes: { Resistance: '2k' }, attributesAt: day(3) }),
    ];
    const { statements } = settleCharacteristics(known(), saidBy(...offers), isSame);
    expect(statements.map(({ text, isServed }) => [text, isServed])).toEqual([
      ['1k', false],
      ['2k', true],
    ]);
  });

  it("serve what the system's credentials see before what a customer's does, however new", () => {
    const system = offer('a', { attributes: { Resistance: '1k' } });
    const own = offer('b', { attributes: { Resistance: '2k' }, attributesAt: day(9), credentialScope: 'customer' });
    expect(settleCharacteristics(known(), saidBy(own, system), isSame).characteristics).toEqual({ resistance: '1k' });
  });

  it('never replace what the catalogue was given, and tell that a supplier contradicts it', () => {
    const settled = settleCharacteristics(
      known({ resistance: '4k7', colour: 'red' }),
      saidBy(offer('a', { description: 'RES 10K OHM 1%' })),
      isSame,
    );
    expect(settled.characteristics).toEqual({ resistance: '4k7', colour: 'red', tolerance: '±1%' });
    expect(settled.changes.map(({ kind, name }) => [kind, name]).toSorted()).toEqual([
      ['added', 'tolerance'],
      ['kept', 'resistance'],
    ]);
  });

  it('change with their source, and stay when a source falls silent', () => {
    const first = settleCharacteristics(known(), saidBy(offer('a', { description: 'RES 10K OHM 1% 0603' })), isSame);
    const later = { ...known(first.characteristics), kept: first.statements };
    const second = settleCharacteristics(
      later,
      saidBy(offer('a', { description: 'RES 22K OHM 1%', describedAt: day(2) })),
      isSame,
    );
    expect(second.characteristics).toEqual({ resistance: '22 kΩ', tolerance: '±1%', package: '0603' });
    expect(second.changes.map(({ kind, name, before }) => [kind, name, before])).toEqual([
      ['changed', 'resistance', '10 kΩ'],
    ]);
  });

  it('do not change when they are settled again', () => {
    const heard = saidBy(
      offer('a', { description: 'RES 10K OHM 1% 0603' }),
      offer('b', { attributes: { Resistance: '9k' } }),
    );
    const first = settleCharacteristics(known(), heard, isSame);
    const again = settleCharacteristics({ ...known(first.characteristics), kept: first.statements }, heard, isSame);
    expect(again.characteristics).toEqual(first.characteristics);
    expect(again.statements).toEqual(first.statements);
  });

  it('take spellings of one value for one', () => {
    for (const [name, a, b] of [
      ['resistance', '4k7', '4.7 kOhms'],
      ['package', '0603 (1608 Metric)', '0603'],
      ['package', '1411 (3528 Metric), 1210', '1411'],
      ['package', 'SC-76, SOD-323', 'SOD-323'],
      ['dielectric', 'C0G, NP0', 'C0G'],
      ['power_rating', '63 mW', '1/16W'],
      ['pin_count', '8', '8 pins'],
      ['mounting', 'Surface  Mount', 'surface mount'],
    ] as const)
      expect(isSame(name, a, b), `${a} and ${b}`).toBe(true);
    expect(isSame('frequency', '12 MHz', '12.05 MHz')).toBe(false);
    expect(isSame('voltage_rating', '50 V', '≥ 50 V')).toBe(false);
  });
});
