import { describe, expect, it } from 'vitest';
import {
  endsWithCount,
  type FreeTextHints,
  readFreeText,
  readLineInput,
  splitItems,
  startsWithCountedWord,
  startsWithDesignators,
  startsWithNumberWord,
  statesQuantity,
} from '../../../../domain/estimate/parse/free-text.ts';
import { amount } from '../../../../domain/money.ts';

const long = 'x'.repeat(195);

/** The quantity of a text, and what is left of it. */
const countOf = (text: string, hints: FreeTextHints = {}): readonly [string | undefined, string | undefined] => {
  const { quantity, description } = readFreeText(text, 1, hints);
  return [quantity?.toFixed(), description];
};

describe('a quantity', () => {
  it.each<[what: string, text: string, quantity: string | undefined, rest: string]>([
    ['is no more than a number that is a part', '4148 x 6', '6', '4148'],
    ['may be as large as it', '6 x 6', '6', '6'],
    ['in front of a part that is a number', '2 x 7805', '2', '7805'],
    ['is not the length of a screw', 'screw M3 x 10', undefined, 'screw M3 x 10'],
    ['is of screws in brackets too', '(M3 x 10', undefined, '(M3 x 10'],
    ['stands behind anything else', 'screw x 10', '10', 'screw'],
    ['is bare in front of a number', '3 1N4148', '3', '1N4148'],
    ['is bare in front of a value', '3 100nF', '3', '100nF'],
    ['is not bare in front of a word', '3 spacers', undefined, '3 spacers'],
    ['is looked for in the last 200 characters', `${long} x 20`, '20', long],
    ['is found behind as many as there are', `${long}${long} x 20`, '20', `${long}${long}`],
    ['needs a word that counts', '5 colours LM358', undefined, '5 colours LM358'],
    ['has a word that counts behind it', 'LM358, 5 pcs', '5', 'LM358'],
  ])('%s: %s', (_, text, quantity, rest) => {
    expect(countOf(text)).toEqual([quantity, rest]);
  });

  it.each<[what: string, hints: FreeTextHints, text: string, quantity: string | undefined, rest: string]>([
    ['bare in front', { leadingCounts: true }, '3 spacers', '3', 'spacers'],
    ['bare before a measure', { leadingCounts: true }, '2 wires of 10 cm', '2', 'wires of 10 cm'],
    ['not before pieces', { leadingCounts: true }, '2 wires in 10 pcs', '10', '2 wires in'],
    ['behind a dash', { dashedCounts: true }, 'spacers - 4', '4', 'spacers'],
    ['as a word', { wordedCounts: true }, 'Two spacers', '2', 'spacers'],
    ['as a word of ten', { wordedCounts: true }, 'two a b c d e f g h i', '2', 'a b c d e f g h i'],
    ['not of eleven', { wordedCounts: true }, 'two a b c d e f g h i j', undefined, 'two a b c d e f g h i j'],
    ['not of a sentence', { wordedCounts: true }, 'one of these.', undefined, 'one of these.'],
    ['not of a word alone', { wordedCounts: true }, 'one', undefined, 'one'],
  ])('as the whole list is written, %s', (_, hints, text, quantity, rest) => {
    expect(countOf(text, hints)).toEqual([quantity, rest]);
    expect(countOf(text)).not.toEqual(['2', rest]);
  });

  it('is that of the designators beside it, not a bare number', () => {
    const line = readFreeText('R1, R2: 3 spacers', 1, { leadingCounts: true });
    expect([line.quantity?.toFixed(), line.references, line.description]).toEqual(['2', ['R1', 'R2'], '3 spacers']);
  });
});

describe('designators', () => {
  it.each<[text: string, references: readonly string[], rest: string | undefined]>([
    ['12x 330R 0402 (R1 - R12)', Array.from({ length: 12 }, (_, at) => `R${at + 1}`), '330R 0402'],
    ['R1, R3 - 120 ohm', ['R1', 'R3'], '120 ohm'],
    ['U2: LM358', ['U2'], 'LM358'],
    ['C1, C2 100nF', ['C1', 'C2'], '100nF'],
    ['R1 100', ['R1'], '100'],
    ['R1 spare', [], 'R1 spare'],
    ['R1, R2:', ['R1', 'R2'], undefined],
    ['(R1, R2)', [], '(R1, R2)'],
  ])('of %s are %j', (text, references, rest) => {
    const line = readFreeText(text, 1);
    expect([line.references, line.description]).toEqual([references, rest]);
    expect(startsWithDesignators(text)).toBe(references.length > 0 && text.startsWith(references[0] ?? ' '));
  });
});

describe('the items of a line', () => {
  it.each<[text: string, items: readonly string[]]>([
    ['10x LM358; 5x NE555', ['10x LM358', '5x NE555']],
    ['spacers, 5x NE555', ['spacers', '5x NE555']],
    ['2x relay (coil, 5x contact), 3x fuse', ['2x relay (coil, 5x contact)', '3x fuse']],
    ['2x board, 1 x 14', ['2x board, 1 x 14']],
    ['2x board, 1x 7805', ['2x board', '1x 7805']],
    ['', []],
  ])('%j are %j', (text, items) => {
    expect(splitItems(text)).toEqual(items);
  });
});

describe('what a free text names', () => {
  it.each<[text: string, part: object | undefined]>([
    ['LM358DR Texas Instruments', { partNumber: 'LM358DR' }],
    ['Texas Instruments LM358DR', { partNumber: 'LM358DR', manufacturer: 'Texas Instruments' }],
    ['LM358DR onsemi', { partNumber: 'LM358DR', manufacturer: 'onsemi' }],
    ['relay 5V', undefined],
    ['motor 100rpm', undefined],
    ['opamp (LM358DR)', { partNumber: 'LM358DR' }],
  ])('%s names %j', (text, part) => {
    expect(readFreeText(text, 1).parts[0]).toEqual(part);
  });

  it('an order number by its look', () => {
    expect(readFreeText('2x 296-1395-1-ND opamp', 1)).toMatchObject({
      skus: [{ sku: '296-1395-1-ND', supplier: 'Digi-Key' }],
      parts: [],
    });
  });
});

it.each<[text: string, ...is: boolean[]]>([
  ['two cells', true, false, false],
  ['2 cells', false, true, false],
  ['2 m', false, false, false],
  ['cells - 2', false, false, true],
  ['- two cells', true, false, false],
  [`cells ${'x'.repeat(300)} - 2`, false, false, true],
])('%s begins with a number as a word, a counted word, or ends with a count: %s, %s, %s', (text, ...is) => {
  expect([startsWithNumberWord(text), startsWithCountedWord(text), endsWithCount(text)]).toEqual(is);
});

it.each([
  ['2x LM358', true],
  ['• 2x LM358', true],
  ['1. LM358', false],
  ['LM358', false],
])('%s states a quantity: %s', (text, isSo) => {
  expect(statesQuantity(text)).toBe(isSo);
});

describe('a line that came without a file', () => {
  it('says what its text does where the caller states nothing', () => {
    const line = readLineInput({ rawText: '10x LM358 (U1)', partNumber: '', manufacturer: '', unit: '' }, 1);
    expect(line).toEqual(readFreeText('10x LM358 (U1)', 1));
    expect(line).not.toHaveProperty('expectedPrice');
  });

  it('has the number, the maker, the unit and the price that the caller states', () => {
    const stated = { rawText: '10x', partNumber: 'NE555', unit: 'bogus', expectedPrice: amount('1.5') };
    expect(readLineInput(stated, 1)).toMatchObject({ parts: [{ partNumber: 'NE555' }], unit: 'bogus' });
    expect(readLineInput(stated, 1).expectedPrice?.toFixed()).toBe('1.5');
    expect(readLineInput({ rawText: 'NE555', manufacturer: 'TI' }, 1).parts).toEqual([
      { partNumber: 'NE555', manufacturer: 'TI' },
    ]);
    expect(readLineInput({ rawText: 'opamps', partNumber: 'NE555' }, 1).parts).toEqual([{ partNumber: 'NE555' }]);
  });
});
