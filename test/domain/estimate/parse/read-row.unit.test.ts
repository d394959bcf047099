import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { linePriceOf, type RowReading, readRow } from '../../../../domain/estimate/parse/read-row.ts';
import type { Role } from '../../../../domain/estimate/parse/roles.ts';

type Columns = readonly (readonly [role: Role, cell: Cell, heading?: string])[];

const readingOf = (columns: Columns, decimalMark?: RowReading['decimalMark']): [readonly Cell[], RowReading] => [
  columns.map(([, cell]) => cell),
  {
    columns: Object.fromEntries(columns.map(([role], at) => [at, role])),
    header: columns.map(([, , heading = '']) => heading),
    decimalMark,
    maxReferences: 4,
  },
];

const read = (columns: Columns, decimalMark?: RowReading['decimalMark']) => {
  const [row, reading] = readingOf(columns, decimalMark);
  const { quantity, expectedPrice, doubts, ...line } = readRow(row, 7, reading);
  return {
    ...line,
    quantity: quantity?.toFixed(),
    expectedPrice: expectedPrice?.toFixed(),
    doubts: doubts.map(({ code }) => code),
  };
};

const five = ['quantity', 5] as const;

describe('whether a line is fitted', () => {
  it.each<[says: string, Columns, doNotPlace: boolean, doubts: readonly string[]]>([
    ['nothing', [], false, []],
    ['yes to not fitting it', [['do_not_place', 'DNP']], true, []],
    ['no to not fitting it', [['do_not_place', 'no']], false, []],
    ['1 and 0, which spreadsheets make numbers of', [['do_not_place', 1]], true, []],
    ['yes to fitting it', [['place', 'yes']], false, []],
    ['no to fitting it', [['place', 'нет']], true, []],
    [
      'that it is fitted, twice',
      [
        ['do_not_place', 'false'],
        ['place', 'true'],
      ],
      false,
      [],
    ],
    ['something else', [['do_not_place', 'perhaps']], false, ['place_unreadable']],
    ['something else of fitting it', [['place', 'perhaps']], false, ['place_unreadable']],
    ['words of a note', [['notes', 'nicht bestückt, siehe Plan']], true, []],
    ['words of a value', [['value', '10k (DNP)']], true, []],
    ['a name that holds the letters', [['value', 'SDNPX']], false, []],
    ['words of a cell that is not looked at for them', [['package', 'DNP']], false, []],
  ])('by %s', (_, columns, doNotPlace, doubts) => {
    expect(read([five, ...columns])).toMatchObject({ doNotPlace, doubts });
  });
});

describe('the prices of a row', () => {
  it.each<[Cell, string | undefined, readonly string[], RowReading['decimalMark']?]>([
    [0.5, '0.5', []],
    ['0.50 €', '0.5', []],
    ['~ 1.25', '1.25', []],
    ['≈1.25', '1.25', []],
    ['1.234,50', '1234.5', [], ','],
    ['0', '0', []],
    ['-1', undefined, ['price_unreadable']],
    ['on request', undefined, ['price_unreadable']],
    ['', undefined, []],
  ])('a cell of %j is %s', (cell, expectedPrice, doubts, mark) => {
    expect(read([five, ['price', cell]], mark)).toMatchObject({ expectedPrice, doubts });
    const line = linePriceOf(...readingOf([five, ['line_price', cell]], mark));
    expect(line?.toFixed()).toBe(cell === '-1' ? '-1' : expectedPrice);
  });
});

describe('the parts of a row', () => {
  it.each<[says: string, Columns, parts: readonly object[]]>([
    [
      'a maker alone',
      [
        ['manufacturer', 'TI'],
        ['manufacturer', 'ST'],
      ],
      [{ manufacturer: 'TI' }],
    ],
    ['a number alone', [['part_number', 'NE555P']], [{ partNumber: 'NE555P' }]],
    [
      'as many makers as numbers',
      [
        ['part_number', 'NE555P'],
        ['manufacturer', 'TI'],
        ['part_number', 'LM555CN'],
        ['manufacturer', 'ST'],
      ],
      [
        { partNumber: 'NE555P', manufacturer: 'TI' },
        { partNumber: 'LM555CN', manufacturer: 'ST' },
      ],
    ],
    [
      'one maker for all numbers',
      [
        ['manufacturer', 'TI'],
        ['part_number', 'NE555P'],
        ['part_number', 'NE555D'],
      ],
      [
        { partNumber: 'NE555P', manufacturer: 'TI' },
        { partNumber: 'NE555D', manufacturer: 'TI' },
      ],
    ],
  ])('%s', (_, columns, parts) => {
    expect(read([five, ...columns]).parts).toEqual(parts);
  });

  it('are bought at the supplier that their own text, their column or another column names', () => {
    const skus = (...columns: Columns) => read([five, ...columns]).skus;
    expect(skus(['supplier_sku', '595-NE555P', 'Mouser Part Number'], ['supplier', 'Digikey'])).toEqual([
      { sku: '595-NE555P', supplier: expect.stringMatching(/mouser/i) },
    ]);
    expect(skus(['supplier_sku', 'A1'], ['supplier', 'Alpha'], ['supplier_sku', 'B1'], ['supplier', 'Beta'])).toEqual([
      { sku: 'A1', supplier: 'Alpha' },
      { sku: 'B1', supplier: 'Beta' },
    ]);
    expect(skus(['supplier', 'Alpha'], ['supplier_sku', 'A1'], ['supplier_sku', 'A2'])).toEqual([
      { sku: 'A1', supplier: 'Alpha' },
      { sku: 'A2', supplier: 'Alpha' },
    ]);
    expect(skus(['supplier_sku', 'A1'])).toEqual([{ sku: 'A1' }]);
  });

  it('are doubted where their number is a value, a package, a link or a sentence', () => {
    const doubtsOf = (number: string) => read([five, ['part_number', number]]).doubts;
    expect(doubtsOf('NE555P')).toEqual([]);
    for (const number of ['10kΩ', '0603', 'https://example.com/ne555', 'see the drawing for the exact type of this'])
      expect(doubtsOf(number), number).toEqual(['part_number_unlikely']);
  });

  it('are doubted in words that quote eighty characters of the number', () => {
    const [row, reading] = readingOf([five, ['part_number', `https://example.com/${'x'.repeat(80)}`]]);
    expect(readRow(row, 7, reading).doubts.map(({ text }) => text)).toEqual([
      `"https://example.com/${'x'.repeat(60)}" does not look like a part number`,
    ]);
  });
});

describe('what else a row says', () => {
  it('is told by its columns, without placeholders', () => {
    const line = read([
      five,
      ['unit', 'm'],
      ['description', 'Timer'],
      ['description', 'second'],
      ['value', 'n/a'],
      ['package', 'DIP-8'],
      ['internal_number', '4711'],
      ['notes', 'a'],
      ['notes', ''],
      ['notes', 'b'],
    ]);
    expect(line).toMatchObject({
      row: 7,
      rawText: '5 | m | Timer | second | n/a | DIP-8 | 4711 | a | b',
      unit: 'm',
      description: 'Timer',
      package: 'DIP-8',
      internalNumber: '4711',
      notes: 'a; b',
    });
    expect(line).not.toHaveProperty('value');
    expect(read([five])).not.toHaveProperty('notes');
  });

  it.each([
    [2_000, 2_000],
    [2_001, 2_000],
  ])('of %i characters is kept as %i', (length, kept) => {
    expect(read([five, ['notes', 'x'.repeat(length - 4)]]).rawText).toHaveLength(kept);
  });

  it('has the designators of all its columns, so many at most', () => {
    expect(
      read([
        ['quantity', 3],
        ['reference', 'R1, R2'],
        ['reference', 'R5'],
      ]),
    ).toMatchObject({
      references: ['R1', 'R2', 'R5'],
      doubts: [],
    });
    expect(
      read([
        ['quantity', 6],
        ['reference', 'R1, R2'],
        ['reference', 'R5-R8'],
      ]),
    ).toMatchObject({
      references: ['R1', 'R2', 'R5', 'R6'],
      quantity: '6',
      doubts: ['references_cut'],
    });
  });

  it('is how many, as stated or by its designators', () => {
    expect(
      read([
        ['quantity', '2'],
        ['reference', 'R1, R2'],
      ]),
    ).toMatchObject({ quantity: '2', doubts: [] });
    expect(
      read([
        ['quantity', '3'],
        ['reference', 'R1, R2'],
      ]),
    ).toMatchObject({
      quantity: '3',
      doubts: ['reference_count_differs'],
    });
    // Two places of a cable of three metres.
    expect(
      read([
        ['quantity', '3 m'],
        ['reference', 'W1, W2'],
      ]),
    ).toMatchObject({ quantity: '3', unit: 'm', doubts: [] });
    expect(read([['reference', 'R1, R2']])).toMatchObject({ quantity: '2', doubts: ['quantity_from_references'] });
    expect(read([['part_number', 'NE555P']])).toMatchObject({ quantity: undefined, doubts: ['quantity_missing'] });
    expect(
      read([
        ['quantity', 'some'],
        ['reference', 'R1, R2'],
      ]),
    ).toMatchObject({
      quantity: undefined,
      doubts: ['quantity_unreadable'],
    });
  });
});
