import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import {
  canonicalCharacteristics,
  lacksCharacteristics,
  quantitiesOf,
  sharedNames,
} from '../../../domain/identity/read-characteristics.ts';
import { namedUnit } from '../../../domain/quantities/units.ts';

describe('characteristics of a product', () => {
  it.each([
    'resistance',
    'Resistance',
    'RESISTANCE',
    'Resistance (Ohms)',
    'resistance-ohms',
    'Widerstand',
    'Сопротивление',
  ])('%s is a name of resistance', (name) => {
    expect(canonicalCharacteristics({ [name]: '10 kOhm' }, defaultProfile)).toEqual({ resistance: '10 kOhm' });
  });

  it('a name that the profile does not know stays as it is, and so do all without a profile', () => {
    expect(canonicalCharacteristics({ 'Shelf Life': '60 Months' }, defaultProfile)).toEqual({
      'Shelf Life': '60 Months',
    });
    expect(canonicalCharacteristics({ Widerstand: '1' }, undefined)).toEqual({ Widerstand: '1' });
  });

  it('of two names for one characteristic the canonical one counts, then the first', () => {
    expect(
      canonicalCharacteristics({ Widerstand: 'a', resistance: 'b', 'Resistance Value': 'c' }, defaultProfile),
    ).toEqual({
      resistance: 'b',
    });
    expect(canonicalCharacteristics({ Widerstand: 'a', 'Resistance Value': 'c' }, defaultProfile)).toEqual({
      resistance: 'a',
    });
  });

  it('quantities are numbers in base units, ranges two of them, and text stays text', () => {
    const given = {
      resistance: '4k7',
      tolerance: '±1%',
      operating_temperature: '-55°C ~ 155°C',
      package: '0603',
      pin_count: '2',
      'Forward Voltage': '700 mV',
      Colour: 'Black',
      Rows: '2',
    };
    expect(quantitiesOf(given, defaultProfile)).toEqual({
      resistance: 4700,
      tolerance: 0.01,
      operating_temperature_min: 218.15,
      operating_temperature_max: 428.15,
      pin_count: 2,
      'Forward Voltage': 0.7,
    });
  });

  it('a figure of another kind than the profile says is unknown, and so is one that can be read in two ways', () => {
    expect(quantitiesOf({ resistance: '10 V', height: '1.000' }, defaultProfile)).toEqual({});
    expect(quantitiesOf({ height: '1.000' }, { ...defaultProfile, decimalSeparator: '.' })).toEqual({ height: 0.001 });
  });

  it('no more numbers are kept than an index can bear', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`v${at}`, `${at} V`]));
    expect(Object.keys(quantitiesOf({ [`${'n'.repeat(101)}`]: '1 V', ...many }, defaultProfile))).toHaveLength(64);
  });

  it('a required characteristic that is missing or blank is lacked', () => {
    const requiring = {
      ...defaultProfile,
      characteristics: [{ name: 'resistance', unit: 'Ω', synonyms: [], isRequired: true }],
    };
    expect(lacksCharacteristics({ resistance: ' ' }, requiring)).toBe(true);
    expect(lacksCharacteristics({ resistance: '1' }, requiring)).toBe(false);
    expect(lacksCharacteristics({}, undefined)).toBe(false);
  });
});

describe('the built-in profile', () => {
  it('gives no name to two characteristics, and every unit is known', () => {
    expect(sharedNames(defaultProfile.characteristics)).toEqual([]);
    const units = defaultProfile.characteristics.flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
    expect(units.filter((unit) => namedUnit(unit) === undefined)).toEqual([]);
  });
});
