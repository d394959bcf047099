import { describe, expect, it } from 'vitest';
import { kindOfReferences, kindOfText, technologyOf } from '../../../../domain/characteristics/component-kinds.ts';
import { readNumbers, readValue } from '../../../../domain/estimate/resolve/figures.ts';

describe('figures in a text', () => {
  it.each([
    ['100nF 0603 X7R 50V', { capacitance: 1e-7, voltage_rating: 50 }],
    ['CAP CER 0.1UF 50V X7R 0402', { capacitance: 1e-7, voltage_rating: 50 }],
    ['Cap,100nF,10%,16V,X7R,0402,YAGEO', { capacitance: 1e-7, tolerance: 0.1, voltage_rating: 16 }],
    ['100nF/50V', { capacitance: 1e-7, voltage_rating: 50 }],
    ['4,7µF 10V', { capacitance: 4.7e-6, voltage_rating: 10 }],
    ['100nF -20%,+80% 16V', { capacitance: 1e-7, tolerance: 0.8, voltage_rating: 16 }],
    ['RES 33.2K OHM 1% 1/20W 0201', { resistance: 33_200, tolerance: 0.01, power_rating: 0.05 }],
    ['RES,1K,+/-1%,1/16W,SMD0402', { resistance: 1_000, tolerance: 0.01, power_rating: 0.0625 }],
    ['10kΩ 0603电阻', { resistance: 10_000 }],
    ['резистор 10 кОм 5%', { resistance: 10_000, tolerance: 0.05 }],
    ['FIXED IND 2.2UH 1A', { inductance: 2.2e-6, current_rating: 1 }],
    ['0R02', { resistance: 0.02 }],
  ])('%s', (text, numbers) => {
    expect(readNumbers(text, kindOfText(text))).toEqual(numbers);
  });

  it('a milliohm in capitals could be a megohm and is not read', () => {
    expect(readNumbers('FIXED IND 1.9NH 80 MOHM', 'inductor')).toEqual({ inductance: 1.9e-9 });
  });

  it('of two main figures none counts', () => {
    expect(readNumbers('10k or 22k', 'resistor')).toEqual({});
  });

  it('a figure without its unit is of the kind of the part', () => {
    expect(readNumbers('100n', 'capacitor')).toEqual({ capacitance: 1e-7 });
    expect(readNumbers('2u2', 'capacitor')).toEqual({ capacitance: 2.2e-6 });
    expect(readNumbers('4u7', 'inductor')).toEqual({ inductance: 4.7e-6 });
    expect(readNumbers('100n', undefined)).toEqual({});
    expect(readNumbers('4k7', undefined)).toEqual({ resistance: 4_700 });
  });

  it('a bare number is ohms where a resistor has it as its value, and nothing elsewhere', () => {
    expect(readValue('470', 'resistor')).toEqual({ resistance: 470 });
    expect(readValue('470', 'capacitor')).toEqual({});
    expect(readValue('470', undefined)).toEqual({});
  });
});

describe('kinds of components', () => {
  it.each([
    ['CAP CER 0.1UF', 'capacitor'],
    ['Keramik Kondensator', 'capacitor'],
    ['Resistor_SMD:R_0603', 'resistor'],
    ['резистор', 'resistor'],
    ['电阻', 'resistor'],
    ['FIXED IND 2.2UH', 'inductor'],
    ['RES ARRAY 4 RES 1K OHM', 'other'],
    ['FERRITE BEAD 120 OHM 0603', 'other'],
    ['THERMISTOR NTC 10KOHM 0603', 'other'],
    ['CAP FEEDTHRU 0.1UF', 'other'],
    ['something', undefined],
  ] as const)('%s is %s', (text, kind) => {
    expect(kindOfText(text)).toBe(kind);
  });

  it('designators tell a kind where all begin alike', () => {
    expect(kindOfReferences(['C1', 'C22'])).toBe('capacitor');
    expect(kindOfReferences(['RN1'])).toBe('other');
    expect(kindOfReferences(['C1', 'R1'])).toBeUndefined();
    expect(kindOfReferences([])).toBeUndefined();
  });

  it('makes of capacitors are told apart', () => {
    expect(technologyOf('CAP TANT 10UF')).toBe('tantalum');
    expect(technologyOf('CAP ALUM POLY 22UF')).toBe('polymer');
    expect(technologyOf('CP_Elec_5x5.4')).toBe('aluminium');
    expect(technologyOf('CAP CER')).toBe('ceramic');
  });
});
