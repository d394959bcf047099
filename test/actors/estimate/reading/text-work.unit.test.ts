import { describe, expect, it } from 'vitest';
import { usualReadLimits } from '../../../../actors/estimate/reading/limits.ts';
import { readDocument } from '../../../../actors/estimate/reading/read-document.ts';

/** Texts and JSON that ask for much work: each is refused by a limit that its sender is told. */

const limits = { ...usualReadLimits, maxRows: 1_000, maxColumns: 100, maxCells: 5_000 };
const refusal = (text: string) => {
  const result = readDocument(Buffer.from(text), { limits });
  return result.kind === 'failure' ? result.failure : undefined;
};
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('the work that a text asks for', () => {
  it('cells of all lines are counted', () => {
    expect(refusal(`${'a,b,c,d,e,f,g,h,i,j\n'.repeat(600)}`)).toEqual({
      code: 'too_many_cells',
      text: 'the file has more than 5000 cells, empty ones before the last of a row included',
    });
  });

  it('a cell that is longer than a cell may be is refused', () => {
    expect(refusal(`Qty,MPN,Description\n5,LM358DR,${'x'.repeat(32_768)}\n`)?.code).toBe('cell_too_long');
  });

  it('a document of more characters than are read is refused', () => {
    expect(refusal(`${'x'.repeat(20_000)}\n`.repeat(600))?.code).toBe('too_many_characters');
  });
});

describe('the work that JSON asks for', () => {
  it.each([
    ['100,000 levels', nested(100_000)],
    ['100,000 levels within a line', `[{"mpn":"LM358DR","more":${nested(100_000)}}]`],
    ['objects nested 100,000 deep', `[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`],
    ['levels that never end', '['.repeat(100_000)],
  ])('%s are refused', (_, text) => {
    expect(refusal(text)).toEqual({ code: 'nested_too_deep', text: 'the JSON is nested more than 20 levels deep' });
  });

  it('brackets within a text are no levels', () => {
    expect(refusal(`[{"mpn":"LM358DR","description":"${'[{'.repeat(100)}\\"${'['.repeat(100)}"}]`)).toBeUndefined();
  });

  it('values are counted before any is made', () => {
    expect(refusal(`[${'[],'.repeat(11_000)}[]]`)?.code).toBe('too_many_cells');
  });

  it('lines that each have another key come to a cell for every line and key', () => {
    const objects = Array.from({ length: 90 }, (_, at) => `{"k${at}":1}`);
    expect(refusal(`[${objects.join(',')}]`)?.code).toBe('too_many_cells');
  });

  it('a list of lists has as many columns as a sheet may have', () => {
    expect(refusal(`[[${'1,'.repeat(100)}1]]`)?.code).toBe('too_many_columns');
  });
});
