import { describe, expect, it } from 'vitest';
import { askedLine, isSupplier } from '../../../../domain/estimate/resolve/asked-line.ts';
import { lineNaming, lineOf } from '../../../support/line-samples.ts';

describe('the part numbers of a line', () => {
  it.each<[named: string, isNumber: boolean]>([
    ['NE555P', true],
    [' LM358 ', true],
    ['AB1', true],
    ['A1', false],
    ['header', false],
    ['100nF', false],
    ['0603', false],
    ['SOT-23', false],
    ['Resistor_SMD:R_0603_1608Metric', false],
    ['0603WAF1002T5E', true],
  ])('%s is one: %s', (named, isNumber) => {
    expect(askedLine(lineNaming(named)).numbers).toEqual(
      isNumber ? [{ number: named.trim(), manufacturer: undefined }] : [],
    );
  });

  it.each([
    ['TI', 'TI'],
    ['Any', undefined],
    ['any manufacturer', undefined],
    ['n/a', undefined],
    ['various', undefined],
    ['China', undefined],
    ['', undefined],
  ])('have the maker %j as %j', (named, manufacturer) => {
    expect(askedLine(lineNaming('NE555P', named)).numbers).toEqual([{ number: 'NE555P', manufacturer }]);
  });

  it('are told once of each maker', () => {
    const parts = [
      { partNumber: 'NE555P', manufacturer: 'TI' },
      { partNumber: 'ne-555p', manufacturer: 'ti' },
      { partNumber: 'NE555P', manufacturer: 'ST' },
      { manufacturer: 'TI' },
    ];
    expect(askedLine(lineOf({ parts })).numbers).toEqual([
      { number: 'NE555P', manufacturer: 'TI' },
      { number: 'NE555P', manufacturer: 'ST' },
    ]);
  });
});

describe('a number that stands as the value', () => {
  it('is one beside the maker that has no number of its own', () => {
    const ti = { manufacturer: 'TI' };
    expect(askedLine(lineOf({ value: 'LM358DR', parts: [ti] })).inValue).toEqual({ number: 'LM358DR', ...ti });
    const other = { partNumber: 'NE555P', manufacturer: 'ST' };
    expect(askedLine(lineOf({ value: 'LM358DR', parts: [other] })).inValue).toEqual({
      number: 'LM358DR',
      manufacturer: undefined,
    });
  });

  it('is none where the line names it as such, or where it says a figure', () => {
    expect(askedLine(lineNaming('LM358-DR', undefined, { value: 'LM358DR' })).inValue).toBeUndefined();
    expect(askedLine(lineOf({ value: '100nF-50V' })).inValue).toBeUndefined();
    expect(askedLine(lineOf({})).inValue).toBeUndefined();
  });
});

describe('what could be a number in the words', () => {
  const tokensOf = (said: Parameters<typeof lineOf>[0]) => askedLine(lineOf(said)).tokens;

  it('stands at their beginning, in two words at most', () => {
    expect(tokensOf({ description: 'LM358DR dual amplifier' })).toContain('LM358DR');
    expect(tokensOf({ description: 'Timer NE555P' })).toContain('NE555P');
    expect(tokensOf({ description: 'A timer NE555P' })).not.toContain('NE555P');
    expect(tokensOf({ description: '100nF GRM188R71' })).toEqual([]);
  });

  it('is not looked for where the line names a number, as such or as its value', () => {
    const description = 'Timer NE555P';
    expect(tokensOf({ description, parts: [{ partNumber: 'LM358DR' }] })).toEqual([]);
    expect(tokensOf({ description, value: 'LM358DR' })).toEqual([]);
    expect(tokensOf({ description, parts: [{ manufacturer: 'TI' }] })).toContain('NE555P');
  });
});

describe('the words of a line', () => {
  it('are all that it says of the part, in order', () => {
    const said = { value: '10k', package: '0603', description: 'Resistor', notes: 'thin film' };
    expect(askedLine(lineNaming('RC0603', 'Yageo', said)).text).toBe('Yageo RC0603 10k 0603 Resistor thin film');
  });

  it('name a supplier, whatever the case of its name, or nobody that sells', () => {
    expect(['Mouser', 'DIGI-KEY', 'Texas Instruments'].map(isSupplier)).toEqual([true, true, false]);
  });
});
