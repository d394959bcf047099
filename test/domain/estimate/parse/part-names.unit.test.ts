import { describe, expect, it } from 'vitest';
import { splitAlternatives, splitNamedPart, splitNamedSku } from '../../../../domain/estimate/parse/part-names.ts';

/** `maker | number`, or the number alone. */
const named = (text: string): string => {
  const { manufacturer, partNumber = '' } = splitNamedPart(text);
  return manufacturer === undefined ? partNumber : `${manufacturer} | ${partNumber}`;
};

describe('in front of a part number', () => {
  it.each([
    ['a known maker is taken off', 'Texas Instruments LM358', 'Texas Instruments | LM358'],
    ['of two known makers the longer', 'Vishay Dale CRCW0603', 'Vishay Dale | CRCW0603'],
    ['a known maker of several words that are no number', 'Vishay red lamp', 'Vishay | red lamp'],
    ['a known maker before a colon', 'Vishay: CRCW0603', 'Vishay | CRCW0603'],
    ['3M', '3M 4910', '3M | 4910'],
    ['one unknown word', 'Zorblax 7A-24', 'Zorblax | 7A-24'],
    ['three unknown words', 'Zorblax Fine Parts 7A-24', 'Zorblax Fine Parts | 7A-24'],
    ['not four of them', 'Zorblax Fine Parts Works 7A-24', 'Zorblax Fine Parts Works 7A-24'],
    ['not a word with a digit', 'Z80 7A-24', 'Z80 7A-24'],
    ['not words of which one has a digit', 'Fine Z80 7A-24', 'Fine Z80 7A-24'],
    ['not a letter alone', 'Z 7A-24', 'Z 7A-24'],
    ['no word before another without digits', 'Zorblax lamp', 'Zorblax lamp'],
    ['no word before fewer than three characters', 'Zorblax 7A', 'Zorblax 7A'],
    ['a word before three', 'Zorblax 7A2', 'Zorblax | 7A2'],
    ['nothing where a maker stands alone', 'Texas Instruments', 'Texas Instruments'],
    ['nothing where the number does', '7A-24', '7A-24'],
  ])('%s: %s', (_, text, expected) => {
    expect(named(text)).toBe(expected);
  });
});

describe('alternatives of one cell', () => {
  it.each<[what: string, text: string, alternatives: readonly string[]]>([
    ['are parted by marks', 'LM358|NE555;BC547\nTL072', ['LM358', 'NE555', 'BC547', 'TL072']],
    ['are parted by a slash between blanks', 'LM358 / NE555', ['LM358', 'NE555']],
    ['are not parted by one within a number', 'LM317T/NOPB', ['LM317T/NOPB']],
    ['are parted by words between blanks', 'LM358 oder NE555', ['LM358', 'NE555']],
    ['are not parted by such letters within a number', 'LMOR358', ['LMOR358']],
    ['are parted by a comma where each is a number', 'LM358DR,TL072CP', ['LM358DR', 'TL072CP']],
    ['are not parted before an ending of three digits', 'BSS138PW,115', ['BSS138PW,115']],
    ['are not parted before an ending of three letters', 'BSS138PW,ABC', ['BSS138PW,ABC']],
    ['are parted before four characters with a digit', 'BSS138PW,ABC1', ['BSS138PW', 'ABC1']],
    ['are not parted where one of them has no digit', 'BSS138PW,REEL', ['BSS138PW,REEL']],
    ['are not parted where one of them is short', 'BSS138PW, 115', ['BSS138PW, 115']],
    ['are not parted where the last of several is an ending', 'BSS138PW,TL072CP,115', ['BSS138PW,TL072CP,115']],
    ['may name their makers', 'Zorblax BSS138, Vishay TL072', ['Zorblax BSS138', 'Vishay TL072']],
    ['are parts and no words about them', 'BSS138PW, 20 for TL072CP', ['BSS138PW, 20 for TL072CP']],
    ['are no maker with a number behind it', 'BSS138PW, Zorblax 20 TL072CP', ['BSS138PW, Zorblax 20 TL072CP']],
    ['may have a blank within', 'BSS138PW, 20A4 TL072CP', ['BSS138PW', '20A4 TL072CP']],
    ['leave out a comma at the end', 'BSS138PW,', ['BSS138PW,']],
    ['leave out what says nothing', 'BSS138PW; n/a', ['BSS138PW']],
    ['are looked for in a thousand characters', `BC547${' '.repeat(991)};NE555`, ['BC547', 'NE5']],
  ])('%s: %s', (_, text, alternatives) => {
    expect(splitAlternatives(text)).toEqual(alternatives);
  });
});

describe('an order number', () => {
  it.each([
    ['of four characters', 'TME: 1234', '1234'],
    ['of forty', `TME: ${'1'.repeat(40)}`, '1'.repeat(40)],
  ])('%s has the supplier in front of it', (_, text, sku) => {
    expect(splitNamedSku(text)).toEqual({ supplier: 'TME', sku });
  });

  it.each([['TME: 123'], [`TME: ${'1'.repeat(41)}`], ['TME: lamp']])('is none: %s', (text) => {
    expect(splitNamedSku(text)).toEqual({ sku: text });
  });
});
