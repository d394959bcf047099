import { describe, expect, it } from 'vitest';
import { bestAssignment } from '../../../../domain/estimate/parse/assignment.ts';
import { looksLikeDesignators, readDesignators } from '../../../../domain/estimate/parse/designators.ts';
import { headingScores, supplierInHeading } from '../../../../domain/estimate/parse/heading.ts';
import { detectDecimalMark } from '../../../../domain/estimate/parse/numbers.ts';
import { splitAlternatives, splitNamedPart } from '../../../../domain/estimate/parse/part-names.ts';
import { inTime } from '../../../support/bounded.ts';

describe('reference designators', () => {
  it.each([
    ['R1,R2,R5-R9', ['R1', 'R2', 'R5', 'R6', 'R7', 'R8', 'R9']],
    ['C14-17', ['C14', 'C15', 'C16', 'C17']],
    ['C3–C5', ['C3', 'C4', 'C5']],
    ['R1 R2;R3', ['R1', 'R2', 'R3']],
    ['U1, U1', ['U1']],
    ['LOGIC_SHIFTER', ['LOGIC_SHIFTER']],
    ['R9-R5', ['R9-R5']],
  ])('%s names %j', (text, names) => {
    expect(readDesignators(text)).toEqual({ names, isCut: false });
  });

  it('a range without end costs nothing', () => {
    expect(readDesignators('R1-R99999').names).toEqual(['R1-R99999']);
    expect(looksLikeDesignators('100nF')).toBe(false);
  });
});

describe('part names', () => {
  it.each([
    ['BSS138PW,115', ['BSS138PW,115']],
    ['74HC595D,118', ['74HC595D,118']],
    ['LM358; NE555', ['LM358', 'NE555']],
    ['LM358DR or LM358AD', ['LM358DR', 'LM358AD']],
    ['LM358DR, TL072CP', ['LM358DR', 'TL072CP']],
    ['TXC 7A-24.000MAAJ-T, CTS 445A35A24M00000', ['TXC 7A-24.000MAAJ-T', 'CTS 445A35A24M00000']],
    ['LM317T/NOPB', ['LM317T/NOPB']],
    ['n/a', []],
  ])('%s names the alternatives %j', (text, alternatives) => {
    expect(splitAlternatives(text)).toEqual(alternatives);
  });

  it.each([
    ['Texas Instruments LM358', 'Texas Instruments', 'LM358'],
    ['YAGEO CC0402KRX7R7BB104', 'YAGEO', 'CC0402KRX7R7BB104'],
    ['LM358', undefined, 'LM358'],
    ['10.0 QHHTZB6.3', undefined, '10.0 QHHTZB6.3'],
  ])('%s is of %s, number %s', (text, manufacturer, partNumber) => {
    expect(splitNamedPart(text)).toEqual(manufacturer === undefined ? { partNumber } : { manufacturer, partNumber });
  });
});

describe('a heading', () => {
  it('of one syllable many times is looked at once', () => {
    expect(inTime(5_000, () => supplierInHeading(`mouser ${'pn'.repeat(50)}!x`))).toBeUndefined();
    expect(supplierInHeading('Mouser PartNumber')).toBe('mouser');
  });

  it.each([
    ['Manufacturer Part Number', 'part_number'],
    ['MPN_0', 'part_number'],
    ['*Mfg Part #', 'part_number'],
    ['Herstellernummer', 'part_number'],
    ['Référence fabricant', 'part_number'],
    ['厂家型号', 'part_number'],
    ['Партномер', 'part_number'],
    ['Hersteller', 'manufacturer'],
    ['Производитель', 'manufacturer'],
    ['Produttore', 'manufacturer'],
    ['Qté', 'quantity'],
    ['Кол-во', 'quantity'],
    ['数量', 'quantity'],
    ['Quantity Per PCB', 'quantity'],
    ['RefDes', 'reference'],
    ['位号', 'reference'],
    ['Корпус', 'package'],
    ['Mouser Part Number', 'supplier_sku'],
    ['LCSCStockCode', 'supplier_sku'],
    ['reichelt.de price per unit', 'price'],
    ['DNP', 'do_not_place'],
    ['Предпочтение', undefined],
  ])('%s speaks most for %s', (heading, role) => {
    const [best] = Object.entries(headingScores(heading)).sort((a, b) => b[1] - a[1]);
    expect(best?.[0]).toBe(role);
  });

  it('names the supplier whose numbers stand below it', () => {
    expect(supplierInHeading('Mouser Part Number')).toBe('mouser');
    expect(supplierInHeading('Mouser Price/Stock')).toBeUndefined();
  });
});

describe('the decimal mark', () => {
  it.each([
    [['4,7', '0,125', '100'], ','],
    [['4.7', '1,000.50'], '.'],
    [['0,49 €', '$0.56', '3,63 €'], ','],
    [['1,000', '100'], undefined],
  ] as const)('of %j is %s', (texts, mark) => {
    expect(detectDecimalMark(texts)).toBe(mark);
  });
});

describe('the assignment of roles', () => {
  it('takes the greatest sum, not the greatest single gain', () => {
    expect(
      bestAssignment([
        [5, 4],
        [4, 0],
      ]),
    ).toEqual([1, 0]);
  });

  it('leaves a row without a column where nothing is gained', () => {
    expect(bestAssignment([[3], [2], [0]])).toEqual([0, undefined, undefined]);
  });
});
