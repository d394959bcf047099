import { describe, expect, it } from 'vitest';
import { bomIndex } from '../../bench/bom/compare.ts';
import { compareLines } from '../../bench/bom/lines.ts';
import { isInPart } from '../../bench/bom/split.ts';
import { parseLines } from '../../domain/estimate/parse/parse-lines.ts';

describe('the parts of the projects', () => {
  it('put each project into one of two', () => {
    const projects = Array.from({ length: 300 }, (_, at) => `owner/project-${at}`);
    const heldBack = projects.filter((project) => isInPart(project, 'held-back'));
    expect(heldBack.length).toBeGreaterThan(70);
    expect(heldBack.length).toBeLessThan(130);
    expect(projects.every((project) => isInPart(project, 'development') !== isInPart(project, 'held-back'))).toBe(true);
    expect(projects.every((project) => isInPart(project, 'all'))).toBe(true);
  });
});

describe('comparing the lines of a label', () => {
  const rows = [
    ['Qty', 'MPN', 'Reference'],
    ['2', 'LM358DR', 'U1,U2'],
    ['5', 'TL072CP', 'U3'],
  ];
  const sheet = { name: '', hidden: false, rows, hiddenRows: [], hiddenColumns: [], merged: [] };
  const bom = parseLines({ format: 'csv', delimiter: ',', sheets: [sheet] });
  const labelled = (lines: readonly object[]) =>
    bomIndex.parse({
      files: [{ file: 'a', header_row: 1, line_count: 2, columns: {}, quantity_sum: null, lines_checked: lines }],
    }).files;

  it('takes case and blanks for nothing, and null for not compared', () => {
    const [label] = labelled([{ row: 2, mpn: 'lm358dr ', quantity: 2, references: ['U2', 'U1'] }]);
    expect(label && compareLines(bom, label)).toMatchObject({ right: 1, misses: [], extra: 0 });
  });

  it('counts wrong quantities, those that no doubt marks, and what is too much', () => {
    const [label] = labelled([
      { row: 2, quantity: 3 },
      { row: 3, quantity: 1, references: ['U3'] },
      { row: 9, quantity: 1 },
    ]);
    expect(label && compareLines(bom, label)).toMatchObject({
      right: 0,
      extra: 3,
      wrongQuantities: 2,
      silentQuantities: 1,
    });
  });
});
