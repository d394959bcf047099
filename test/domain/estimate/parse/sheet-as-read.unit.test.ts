import { describe, expect, it } from 'vitest';
import type { Cell, Document } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { sheetAsRead } from '../../../../domain/estimate/parse/sheet-as-read.ts';

const documentOf = (...sheets: readonly { readonly name: string; readonly rows: readonly (readonly Cell[])[] }[]) =>
  ({
    format: 'xlsx',
    sheets: sheets.map((sheet) => ({ hidden: false, hiddenRows: [], hiddenColumns: [], merged: [], ...sheet })),
  }) satisfies Document;

const read = (document: Document) => sheetAsRead(document, parseLines(document));

describe('the sheet as it was read', () => {
  it('is the one that the lines are from, by its rows, without those that are blank', () => {
    const rows = [['Board A'], [], ['Qty', 'MPN'], [5, 'NE555P'], [7, 'LM358DR'], ['Qty', 'MPN', '']];
    expect(read(documentOf({ name: 'notes', rows: [['see the other']] }, { name: 'parts', rows }))).toEqual({
      rowCount: 6,
      rows: [
        { row: 1, cells: ['Board A'] },
        { row: 3, cells: ['Qty', 'MPN'] },
        { row: 4, cells: ['5', 'NE555P'] },
        { row: 5, cells: ['7', 'LM358DR'] },
        { row: 6, cells: ['Qty', 'MPN'] },
      ],
      skipped: [{ row: 6, reason: 'heading' }],
    });
  });

  it('takes some 50 kB at most, whatever the document holds', () => {
    const wide = Array.from({ length: 100 }, (_, at) => `${at}`);
    const long = 'x'.repeat(3_000);
    const lines = Array.from({ length: 300 }, (_, at) => [at + 1, `PART-${at}`, long, ...wide]);
    const sheet = read(documentOf({ name: '', rows: [['Qty', 'MPN'], ...lines] }));
    expect(sheet?.rowCount).toBe(301);
    expect(sheet?.rows.every(({ cells }) => cells.length <= 40 && cells.every((text) => text.length <= 120))).toBe(
      true,
    );
    expect(JSON.stringify(sheet).length).toBeLessThan(50_000);
    const short = Array.from({ length: 500 }, (_, at) => [at + 1, 'NE555P']);
    expect(read(documentOf({ name: '', rows: [['Qty', 'MPN'], ...short] }))?.rows).toHaveLength(200);
  });

  const kept = (rows: readonly (readonly Cell[])[]) =>
    sheetAsRead(documentOf({ name: '', rows }), {
      detected: { format: 'xlsx', headings: {}, otherMaps: [] },
      skipped: [],
    });

  it('has two hundred rows, forty columns and 40,000 characters, with three more for each cell', () => {
    const row = (length: number): readonly string[] => ['x'.repeat(length), 'y'.repeat(97)];
    const full = Array.from({ length: 200 }, () => row(97));
    expect(kept(full)?.rows).toHaveLength(200);
    expect(kept([...full, ['z']])?.rows).toHaveLength(200);
    expect(kept(full.with(0, row(98)))?.rows).toHaveLength(199);
    const wide = Array.from({ length: 41 }, (_, at) => `${at + 1}`);
    expect(kept([wide])?.rows[0]?.cells.at(-1)).toBe('40');
    expect(kept([['a', '', 'b', '']])?.rows[0]?.cells).toEqual(['a', '', 'b']);
  });

  it('says of the rows that it has why they are no lines, and of no others', () => {
    const rows = Array.from({ length: 300 }, () => ['x']);
    const skipped = [200, 201].map((row) => ({ row, reason: 'note' as const }));
    const detected = { format: 'xlsx', headings: {}, otherMaps: [] } as const;
    expect(sheetAsRead(documentOf({ name: '', rows }), { detected, skipped })).toMatchObject({
      rowCount: 300,
      skipped: [{ row: 200, reason: 'note' }],
    });
  });

  it('cuts a cell of more than 120 characters to as many, the last of them a sign', () => {
    const noteOf = (note: string) =>
      read(
        documentOf({
          name: '',
          rows: [
            ['Qty', 'MPN', 'Note'],
            [1, 'NE555P', note],
          ],
        }),
      )?.rows[1]?.cells[2];
    expect(noteOf('x'.repeat(120))).toBe('x'.repeat(120));
    expect(noteOf('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`);
  });

  it('cuts no character in two', () => {
    const sheet = read(
      documentOf({
        name: '',
        rows: [
          ['Qty', 'MPN', 'Note'],
          [1, 'NE555P', '😀'.repeat(200)],
        ],
      }),
    );
    expect(sheet?.rows[1]?.cells[2]?.isWellFormed()).toBe(true);
  });

  it('is none where there is nothing to read', () => {
    expect(sheetAsRead(documentOf(), { detected: { format: 'xlsx', headings: {}, otherMaps: [] }, skipped: [] })).toBe(
      undefined,
    );
  });
});
