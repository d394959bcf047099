import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFile } from '../../../gateway/estimates/export-file.ts';
import { csvLine } from '../../../gateway/import/csv-cells.ts';
import { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';

/**
 * What spreadsheets, by their language and by what their users choose, take for the end of a cell.
 */
const separators = [',', ';', '\t', '|'];

/** Text as somebody writes it who knows how cells are read. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '"', "'", ',', ';', '|', ' ', '\u00a0', '\u0000'),
      fc.constantFrom('=1+1', '-2+3', '@SUM(A1)', 'a', '1', '"=x"', ';=cmd', '\t=cmd', '"\n=cmd'),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const csvOf = async (texts: readonly string[]): Promise<string> => {
  const lines = texts.map((rawText, at) => ({ number: at + 1, rawText, references: [rawText] }));
  const { content } = await exportFile(EstimateResponse.fromPartial({ id: 'est_1', currency: 'EUR', lines }), 'csv');
  return Buffer.from(content).toString().slice(1);
};

/**
 * As spreadsheets read it: quotes count at the beginning of a cell, and what follows them belongs
 * to it.
 */
const withQuotes = (text: string, separator: string): readonly string[] => {
  const cells: string[] = [];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(?:[${separator}]|\\r\\n|\\r|\\n|$)`,
    'gu',
  );
  for (const [whole, quoted = '', rest = ''] of text.matchAll(cell)) {
    if (whole !== '') cells.push(quoted.replaceAll('""', '"') + rest);
  }
  return cells;
};

/** The cells for a program that knows no quotes at all, and for one that does. */
const cellsOf = (text: string, separator: string): readonly string[] => [
  ...text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator)),
  ...withQuotes(text, separator),
];

const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);

/**
 * Whether a spreadsheet may take a cell for a formula: behind blanks and quotes, which some drop.
 */
const isFormula = (cell: string): boolean => !isNumber(cell) && /^(?:[\s"\p{Cc}]*[=+\-@]|[\t\r])/u.test(cell);

describe('a comma separated file', () => {
  it('is read back as it was written by who separates as we do, and numbers of ours stay numbers', () => {
    const line = csvLine(['plain', -5, 1.5, undefined, 'a "b", c', "it's", 'ends;', '-5', 'a -5']);
    expect(line).toBe(`plain,-5,1.5,,"a ""b"", c","it's","ends;","'-5",a -5`);
    expect(withQuotes(line, ',')).toEqual(['plain', '-5', '1.5', '', 'a "b", c', "it's", 'ends;', "'-5", 'a -5']);
  });

  it('has no cell that is taken for a formula, whatever separates its cells for who reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 3 }), async (texts) => {
        const text = await csvOf(texts);
        for (const separator of separators) expect(cellsOf(text, separator).filter(isFormula)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a;=1+1', ';'],
    ['a;"=1+1"', ';'],
    ['a\t=1+1', '\t'],
    ['a|@SUM(A1)', '|'],
    ['a\n=1+1', ','],
  ])('of %j has no formula for who separates by %j', async (text, separator) => {
    expect(cellsOf(await csvOf([text]), separator).filter(isFormula)).toEqual([]);
  });
});
