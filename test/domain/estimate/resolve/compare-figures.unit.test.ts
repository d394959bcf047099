import { describe, expect, it } from 'vitest';
import { contradicts, identifyPart, satisfies } from '../../../../domain/estimate/resolve/compare-figures.ts';
import { figuresOfLine, figuresOfProduct } from '../../../../domain/estimate/resolve/line-figures.ts';
import { lineOf, productOf } from '../../../support/line-samples.ts';

const wanted = (description: string, more: Parameters<typeof lineOf>[0] = {}) =>
  figuresOfLine(lineOf({ description, ...more }));

const capacitor = (characteristics: Readonly<Record<string, string>> = {}) =>
  figuresOfProduct(
    productOf('Maker', 'C-1', 'MLCC', {
      capacitance: '0.1 uF',
      voltage_rating: '50 V',
      tolerance: '10%',
      package: '0603 (1608 Metric)',
      dielectric: 'X7R',
      ...characteristics,
    }),
  );

const described = (description: string) => figuresOfProduct(productOf('Maker', 'P-1', description));

describe('a product that satisfies a line', () => {
  it.each([
    ['100nF 0603 X7R 50V', true],
    ['0.1uF 0603', true],
    ['100 nF 10% 0603', true],
    ['100nF 0603 25V', true],
    ['100nF 20% 0603', true],
    ['100nF 0603 100V', false],
    ['100nF 5% 0603', false],
    ['100nF 0402', false],
    ['100nF 0603 C0G', false],
    ['10nF 0603', false],
    ['100uF 0603', false],
    ['100nF 0603 tantalum', false],
    ['100nF feedthru filter 0603', false],
    ['100 ohm 0603', false],
  ])('%s: %s', (text, expected) => {
    expect(satisfies(capacitor(), wanted(text))).toBe(expected);
  });

  it('is none where what is wanted is not known of it', () => {
    const unknownVoltage = described('CAP CER 0.1UF X7R 0603');
    expect(satisfies(unknownVoltage, wanted('100nF 0603 X7R'))).toBe(true);
    expect(satisfies(unknownVoltage, wanted('100nF 0603 X7R 16V'))).toBe(false);
  });

  it.each([
    ['RES SMD 10K OHM 1% 1/10W 0603', true],
    ['THERMISTOR NTC 10KOHM 3380K 0603', false],
    ['RES ARRAY 4 RES 10K OHM 0603', false],
    ['TRIMMER 10K OHM 0603', false],
    ['RES SMD 10 OHM 1% 1/10W 0603', false],
    ['RES SMD 10M OHM 1% 1/10W 0603', false],
  ])('10k 0603 as a resistor against %s: %s', (description, expected) => {
    expect(satisfies(described(description), wanted('10k 1%', { package: 'R_0603_1608Metric' }))).toBe(expected);
  });

  it('a capacitor in the size of a chip is ceramic where nothing else is said', () => {
    const tantalum = described('CAP TANT 10UF 10% 10V 0805');
    expect(satisfies(tantalum, wanted('10uF 0805'))).toBe(false);
    expect(satisfies(tantalum, wanted('10uF tantalum 0805'))).toBe(true);
  });

  it('a designator of something else keeps figures from being a resistor', () => {
    expect(identifyPart(wanted('10k 0603', { references: ['R1'] }))).toBe(true);
    expect(identifyPart(wanted('10k 0603', { references: ['RT1'] }))).toBe(false);
  });
});

describe('figures that are enough', () => {
  it.each([
    ['100nF 0603', true],
    ['100nF 50V', true],
    ['100nF X7R', true],
    ['100nF', false],
    ['50V 0603', false],
    ['X7R 0603 50V', false],
  ])('%s: %s', (text, expected) => {
    expect(identifyPart(wanted(text))).toBe(expected);
  });
});

describe('contradiction', () => {
  it.each([
    ['SOD-323', 'DIODE GEN PURP 100V 200MA DO35', true],
    ['SOT-23', 'MOSFET N-CH 50V TO-236-3, SC-59, SOT-23-3', false],
    ['0603', 'RES SMD 10K OHM 0603', false],
    ['0402', 'RES SMD 10K OHM 0603', true],
    ['my own footprint', 'RES SMD 10K OHM 0603', false],
  ])('package %s and %s: %s', (outline, description, expected) => {
    expect(contradicts(figuresOfLine(lineOf({ package: outline })), described(description))).toBe(expected);
  });

  it('another main figure is another part', () => {
    expect(contradicts(wanted('100nF'), described('CAP CER 0.01UF 50V'))).toBe(true);
    expect(contradicts(wanted('100nF'), described('CAP CER 0.1UF 50V'))).toBe(false);
  });
});
