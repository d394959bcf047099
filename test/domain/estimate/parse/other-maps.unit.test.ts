import { describe, expect, it } from 'vitest';
import { otherMapsOf, uncertainColumns } from '../../../../domain/estimate/parse/other-maps.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import type { Role } from '../../../../domain/estimate/parse/roles.ts';
import { tableOf } from './documents.ts';

const found = (headerRow: number, score: number, columns: Readonly<Record<number, Role>> = { 0: 'quantity' }) => ({
  map: { sheet: '', headerRow, columns },
  endRow: 100,
  score,
});

describe('other readings', () => {
  it('have a score beside the one that was taken, and the likeliest come first', () => {
    const best = { ...found(1, 20), rival: { columns: { 1: 'quantity' } as const, margin: 0.25 } };
    expect(otherMapsOf(best, [found(9, 18), found(5, 10)])).toEqual([
      { sheet: '', headerRow: 9, columns: { 0: 'quantity' }, score: 0.9 },
      { sheet: '', headerRow: 1, columns: { 1: 'quantity' }, score: 0.75 },
      { sheet: '', headerRow: 5, columns: { 0: 'quantity' }, score: 0.5 },
    ]);
  });

  it('are left out where they are far less likely', () => {
    const best = { ...found(1, 20), rival: { columns: { 1: 'quantity' } as const, margin: 0.8 } };
    expect(otherMapsOf(best, [])).toEqual([]);
  });

  it.each([
    [0, [1]],
    [0.5, [0.5]],
    [0.51, []],
    [0.004, [1]],
    [0.006, [0.99]],
  ])('of columns with a margin of %d have the scores %j', (margin, scores) => {
    const best = { ...found(1, 20), rival: { columns: { 1: 'quantity' } as const, margin } };
    expect(otherMapsOf(best, []).map(({ score }) => score)).toEqual(scores);
  });

  it('have a score from 0 to 1', () => {
    expect(otherMapsOf(found(1, 10), [found(2, 30), found(3, -5)]).map(({ score }) => score)).toEqual([1, 0]);
  });

  it('of more tables than are offered are cut', () => {
    expect(
      otherMapsOf(
        found(1, 20),
        Array.from({ length: 50 }, (_, at) => found(at + 2, 10)),
      ),
    ).toHaveLength(20);
  });
});

describe('columns that may nearly as well mean something else', () => {
  it('are a doubt that names the column and both meanings', () => {
    const best = found(1, 20, { 0: 'quantity', 2: 'part_number' });
    const rival = { columns: { 1: 'quantity', 2: 'part_number' } as const, margin: 0.1 };
    expect(uncertainColumns({ ...best, rival }, { 0: 'Number' })).toEqual({
      code: 'columns_uncertain',
      text: 'column "Number" is read as quantity; it may as well be nothing',
    });
    expect(uncertainColumns({ ...best, rival: { ...rival, margin: 0.4 } }, {})).toBeUndefined();
    expect(uncertainColumns(best, {})).toBeUndefined();
  });

  it.each([
    ['with a heading', 1, 0.15, true],
    ['with a heading', 1, 0.16, false],
    ['without one', undefined, 0.3, true],
    ['without one', undefined, 0.31, false],
  ])('are doubted in a table %s (row %s) at a margin of %d: %s', (_, headerRow, margin, isDoubted) => {
    const { map, ...best } = found(1, 20, { 0: 'quantity' });
    const rival = { columns: { 1: 'quantity' } as const, margin };
    const doubt = uncertainColumns({ ...best, map: { ...map, headerRow: headerRow as never }, rival }, {});
    expect(doubt !== undefined).toBe(isDoubted);
  });

  it('are named by the first column that differs, and by its place where it has no heading', () => {
    const textOf = (columns: Readonly<Record<number, Role>>, other: Readonly<Record<number, Role>>) =>
      uncertainColumns({ ...found(1, 20, columns), rival: { columns: other, margin: 0 } }, { 0: 'Number' })?.text;
    expect(textOf({ 0: 'quantity', 3: 'part_number' }, { 0: 'quantity', 2: 'part_number' })).toBe(
      'column 3 is read as nothing; it may as well be part number',
    );
    expect(textOf({ 0: 'quantity' }, { 0: 'line_number' })).toBe(
      'column "Number" is read as quantity; it may as well be line number',
    );
    expect(textOf({ 0: 'quantity' }, { 0: 'quantity' })).toBeUndefined();
  });

  it('are said before everything else about the file', () => {
    const rows = [
      ['Fan', '3', '5'],
      ['Lid', '2', '7'],
      ['Rod', '6', '1'],
      ['Belt', '4', '4'],
    ];
    const bom = parseLines(tableOf(rows));
    expect(bom.doubts[0]?.code).toBe('columns_uncertain');
    expect(bom.detected.otherMaps[0]?.score).toBeGreaterThan(0.7);
  });
});

it('a map that is sent says which rows are lines, and which are none', () => {
  const rows = [
    ['Qty', 'Description', 'Price'],
    ['1', 'Total station', '9'],
    ['', 'Total', '9'],
    ['2', 'Lamp', '3'],
  ];
  const bom = (more: object) =>
    parseLines(tableOf(rows), {
      map: { sheet: '', headerRow: 1, columns: { 0: 'quantity', 1: 'description', 2: 'price' }, ...more },
    });
  expect(bom({ lineRows: [2, 3] }).lines.map(({ row }) => row)).toEqual([2, 3, 4]);
  expect(bom({ otherRows: [4] }).skipped).toContainEqual({ row: 4, reason: 'note' });
});

it('a map that is sent ends where it says', () => {
  const rows = [['Qty', 'MPN'], ['1', 'LM358DR'], ['2', 'NE555P'], [], ['Total', ''], ['3', 'BC547B']];
  const lines = (lastRow?: number) =>
    parseLines(tableOf(rows), {
      map: {
        sheet: '',
        headerRow: 1,
        columns: { 0: 'quantity', 1: 'part_number' },
        ...(lastRow !== undefined && { lastRow }),
      },
    }).lines.map(({ row }) => row);
  expect(lines()).toEqual([2, 3, 6]);
  expect(lines(3)).toEqual([2, 3]);
  expect(lines(2)).toEqual([2]);
});
