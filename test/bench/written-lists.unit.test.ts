import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../actors/estimate/reading/read-document.ts';
import { bomIndex, compareBom, type ExpectedFile } from '../../bench/bom/compare.ts';
import { compareLines } from '../../bench/bom/lines.ts';
import { parseLines } from '../../domain/estimate/parse/parse-lines.ts';

/**
 * Small lists as programs, shops and people write them, made up for this project and labelled in
 * the form of `npm run bench:bom`, which reads each folder too.
 */
const folder = join(import.meta.dirname, 'written-lists');

/** Lists that are not read right yet. */
const missed: Readonly<Record<string, readonly string[]>> = {
  first: ['hand-zh.csv', 'openscad-console.txt', 'solidworks-de.csv', 'tme-zamowienie.csv'],
  second: ['hungarian.csv', 'pads-report.txt'],
};

const readingOf = (set: string, expected: ExpectedFile) => {
  const result = readDocument(readFileSync(join(folder, set, expected.file)));
  const bom = result.kind === 'failure' ? undefined : parseLines(result.document);
  const lines = compareLines(bom, expected);
  return { isRight: bom !== undefined && compareBom(bom, expected).length === 0, lines };
};

describe.each(readdirSync(folder))('the lists written for tests, %s', (set) => {
  const { files } = bomIndex.parse(JSON.parse(readFileSync(join(folder, set, 'index.json'), 'utf8')));
  const readings = files.map((expected) => ({ file: expected.file, ...readingOf(set, expected) }));

  it('are read right, but for those that are known to be missed', () => {
    expect(readings.flatMap(({ file, isRight }) => (isRight ? [] : [file])).sort()).toEqual(missed[set]);
  });

  it('give no line a quantity that is not its own', () => {
    const wrong = readings.filter(({ lines }) => lines.wrongQuantities > 0).map(({ file }) => file);
    expect(wrong).toEqual([]);
  });
});
