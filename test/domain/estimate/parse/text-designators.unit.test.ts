import { describe, expect, it } from 'vitest';
import { readDesignators } from '../../../../domain/estimate/parse/designators.ts';
import { readFreeText } from '../../../../domain/estimate/parse/free-text.ts';
import { parseFreeText } from '../../../../domain/estimate/parse/parse-free-text.ts';

const read = (text: string) => {
  const { references, quantity, doubts, value } = readFreeText(text, 1, { leadingCounts: false });
  return { references, quantity: quantity?.toFixed(), doubts: doubts.map(({ code }) => code), value };
};

describe('designators in a line of text', () => {
  it('stand in parentheses at the end and are counted against the quantity', () => {
    expect(read('4x 330R 0402 (R1 - R4)')).toEqual({
      references: ['R1', 'R2', 'R3', 'R4'],
      quantity: '4',
      doubts: [],
      value: '330R',
    });
    expect(read('3x 330R 0402 (R1, R2)').doubts).toEqual(['reference_count_differs']);
  });

  it('stand in front of what they are, and give the quantity', () => {
    expect(read('R1,R3 - 120 ohm')).toMatchObject({ references: ['R1', 'R3'], quantity: '2' });
    expect(read('C1, C4: 100nF 0603')).toMatchObject({ references: ['C1', 'C4'], quantity: '2', value: '100nF' });
    expect(read('R1,R3 - 120 ohm').doubts).toEqual(['quantity_from_references']);
  });

  it('are not seen in the number of a part or in what is no designator', () => {
    expect(read('BC547 x 20')).toMatchObject({ references: [], quantity: '20' });
    expect(read('10x resistor (carbon film)')).toMatchObject({ references: [], quantity: '10' });
    expect(read('Schottky diode (2)')).toMatchObject({ references: [], quantity: '2' });
  });
});

it('gives bare numbers behind a designator its letters, where commas part them', () => {
  expect(readDesignators('C4,9,26').names).toEqual(['C4', 'C9', 'C26']);
  expect(readDesignators('T2, 4, LED1, 3').names).toEqual(['T2', 'T4', 'LED1', 'LED3']);
  expect(readDesignators('C4 9').names).toEqual(['C4', '9']);
  expect(readDesignators('9,C4').names).toEqual(['9', 'C4']);
});

describe('a list of names with links', () => {
  const parse = (...lines: readonly string[]) =>
    parseFreeText({ sheets: [{ name: 'text', rows: lines.map((line) => [line]) }] } as never, { format: 'text' }, 100);

  it('is a list of parts', () => {
    const { lines } = parse('relay module: https://a.example/1', 'red wire:http://b.example', 'lamp : www.c.example/x');
    expect(lines.map(({ description }) => description)).toEqual(['relay module', 'red wire', 'lamp']);
  });

  it('that are few among other lines are notes', () => {
    const { lines, skipped } = parse('10x LM358', 'see also: https://a.example/1', '5x NE555', '2x 100nF');
    expect(lines).toHaveLength(3);
    expect(skipped).toEqual([{ row: 2, reason: 'note' }]);
  });
});
