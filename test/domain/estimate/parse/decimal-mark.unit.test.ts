import { describe, expect, it } from 'vitest';
import type { Cell, Document } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { tableOf, textOf } from './documents.ts';

const columns = { 0: 'part_number', 1: 'price' } as const;

/** The decimal mark of a table with a heading, read by a map that is sent. */
const markOf = (rows: readonly (readonly Cell[])[], more: object = {}) =>
  parseLines(tableOf([['MPN', 'Price'], ...rows]), { map: { sheet: '', headerRow: 1, columns, ...more } }).detected
    .decimalMark;

/** So many rows of a hundred cells that tell nothing. */
const silent = (rows: number): readonly (readonly Cell[])[] =>
  Array.from({ length: rows }, () => Array.from({ length: 100 }, () => 'lamp'));

describe('the decimal mark of a table', () => {
  it.each<[what: string, mark: ',' | undefined, cell: Cell]>([
    ['is told by a text', ',', '4,7'],
    ['is not told by a number', undefined, 4.7],
    ['is told by a text of 24 characters', ',', `${'1'.repeat(22)},7`],
    ['is not told by a longer one', undefined, `${'1'.repeat(23)},7`],
  ])('%s: %s', (_, mark, cell) => {
    expect(markOf([['LM358', cell]])).toBe(mark);
  });

  it('is told by its own rows alone', () => {
    const rows: readonly (readonly Cell[])[] = [
      ['LM358', '4,7'],
      ['BC547', '5'],
      ['NE555', '5'],
      ['TL072', '4,7'],
    ];
    expect(markOf(rows, { firstRow: 3, lastRow: 4 })).toBeUndefined();
    expect(markOf(rows, { firstRow: 2, lastRow: 4 })).toBe(',');
    expect(markOf(rows, { firstRow: 3, lastRow: 5 })).toBe(',');
  });

  it('is told by the first 20,000 texts, and numbers are not counted', () => {
    const full = silent(200);
    expect(markOf([...full, ['4,7']])).toBeUndefined();
    expect(markOf([...full.slice(1), Array.from({ length: 99 }, () => 'lamp'), ['4,7']])).toBe(',');
    expect(markOf([...full.slice(1), [1, 2, 3], ['4,7']])).toBe(',');
  });
});

describe('the decimal mark of a list without columns', () => {
  const markOfList = (...lines: readonly string[]) => parseLines(textOf(...lines)).detected.decimalMark;
  const words = (count: number): string => Array.from({ length: count }, () => 'lamp').join(' ');

  it('is told by the first 20,000 words', () => {
    const full = Array.from({ length: 200 }, () => words(100));
    expect(markOfList(...full, '4,7')).toBeUndefined();
    expect(markOfList(...full.slice(1), words(99), '4,7')).toBe(',');
  });

  it('is told by the first thousand characters of a line', () => {
    expect(markOfList(`${'x'.repeat(996)} 4,7`)).toBe(',');
    expect(markOfList(`${'x'.repeat(998)} 4,7`)).toBeUndefined();
  });
});

it('the decimal mark of labelled values is told by the first 2,000 records', () => {
  const record = (price: string): readonly string[] => ['MPN: LM358', `Price: ${price}`, ''];
  const document = (silent: number): Document =>
    textOf(...Array.from({ length: silent }, () => record('5')).flat(), ...record('4,7'));
  expect(parseLines(document(1_999)).detected.decimalMark).toBe(',');
  expect(parseLines(document(2_000)).detected.decimalMark).toBeUndefined();
});
