import type { Cell, Document } from '../../../../domain/estimate/parse/document.ts';

/** A document of one sheet whose cells were parted by commas. */
export const tableOf = (rows: readonly (readonly Cell[])[], more: Partial<Document> = {}): Document => ({
  format: 'csv',
  delimiter: ',',
  sheets: [{ name: '', hidden: false, rows, hiddenRows: [], hiddenColumns: [], merged: [] }],
  ...more,
});

/** A document without columns, of these lines. */
export const textOf = (...lines: readonly string[]): Document => ({
  format: 'text',
  sheets: [
    {
      name: '',
      hidden: false,
      rows: lines.map((line) => (line === '' ? [] : [line])),
      hiddenRows: [],
      hiddenColumns: [],
      merged: [],
    },
  ],
});
