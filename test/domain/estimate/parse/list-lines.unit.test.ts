import { describe, expect, it } from 'vitest';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { tableOf, textOf } from './documents.ts';

const partsOf = (...lines: readonly string[]): readonly string[] =>
  parseLines(textOf(...lines)).lines.map(({ rawText }) => rawText);

describe('in a text whose parts state their quantity', () => {
  const counted = ['2x 10k resistor', '4x 100nF capacitor', '1x LM358 opamp'];

  it('a line alone without one is a note', () => {
    expect(partsOf('A small amplifier', '', ...counted, '', 'Solder the LM358 last')).toEqual(counted);
  });

  it('a title names the list and is no part of it', () => {
    expect(partsOf('Bill of materials', ...counted)).toEqual(counted);
    expect(partsOf('You need:', ...counted)).toEqual(counted);
    expect(partsOf('# Parts of revision 2', ...counted)).toEqual(counted);
  });

  it('a line among them is a part as they are', () => {
    expect(partsOf(counted[0] ?? '', counted[1] ?? '', 'perfboard', counted[2] ?? '')).toHaveLength(4);
  });

  it('a sentence among them is none', () => {
    expect(partsOf(...counted, '', 'The LM358 may get warm while it works. Use a socket.')).toEqual(counted);
  });
});

describe('in a text whose parts state no quantity', () => {
  it('lines around parts are parts, though nothing in them is known', () => {
    expect(partsOf('LM358', 'BC547', 'loudspeaker', '10k resistor')).toHaveLength(4);
  });

  it('items that are numbered one by one are parts', () => {
    expect(partsOf('1. Loudspeaker', '2. Battery holder', '3. Enclosure', '', 'Have fun')).toHaveLength(3);
  });

  it('prose without a number or a value is none', () => {
    expect(partsOf('This is a lamp.', 'It glows at night.', 'We like it very much indeed.')).toEqual([]);
  });

  it('a date makes a line a remark', () => {
    expect(partsOf('as of 2024-03-01 BC547', '', 'LM358', 'BC547', '10k resistor')).toHaveLength(3);
  });
});

it('commas of counted lines are no columns', () => {
  const bom = parseLines(
    tableOf([
      ['2x resistor', '10k', '0603'],
      ['4x capacitor', '100nF'],
      ['1x opamp', 'LM358', 'SOIC'],
    ]),
  );
  expect(bom.detected.map).toBeUndefined();
  expect(bom.lines.map(({ quantity }) => quantity?.toNumber())).toEqual([2, 4, 1]);
});

it('links in Markdown and letters of full width read as plain text', () => {
  const bom = parseLines(textOf('- ２x [LM358](https://shop.example/lm358)', '- 1x BC547', '- 3x 1N4148'));
  expect(bom.lines.map(({ quantity }) => quantity?.toNumber())).toEqual([2, 1, 3]);
  expect(bom.lines[0]?.parts[0]?.partNumber).toBe('LM358');
});
