import { open, rm } from 'node:fs/promises';
import { csvLine } from './csv-cells.ts';
import type { FileFormat } from './named-rows.ts';
import type { NamedRow } from './source-row.ts';

/** A row that was not taken. */
export interface Reject {
  readonly line: number;
  readonly reason: string;
  /** The row, or the text of a line that is no row. */
  readonly row: NamedRow | string;
}

/**
 * The file that rejected rows go to, each with its line and the reason; made at the first of them.
 */
export interface RejectsFile {
  /** Writes the rows; resolves with the length of the file in bytes. */
  append(rejects: readonly Reject[]): Promise<number>;
}

const names = (row: NamedRow | string): readonly string[] =>
  typeof row === 'string' ? ['row'] : row.cells.map(([name]) => name);

const values = (row: NamedRow | string): readonly string[] =>
  typeof row === 'string' ? [row] : row.cells.map(([, value]) => value);

const asCsv = ({ line, reason, row }: Reject): string => `${csvLine([line, reason, ...values(row)])}\n`;

const asJson = ({ line, reason, row }: Reject): string =>
  `${JSON.stringify({ line, reason, row: typeof row === 'string' ? row : Object.fromEntries(row.cells) })}\n`;

/**
 * Opens the file at a length that an earlier run is known to have reached: what it wrote beyond is
 * dropped, because the rows that it belongs to will be read again. Length 0 removes what is there.
 */
export const openRejectsFile = async (path: string, format: FileFormat, length: number): Promise<RejectsFile> => {
  if (length === 0) await rm(path, { force: true });
  let written = length;
  return {
    append: async (rejects) => {
      const [first] = rejects;
      if (first === undefined) return written;
      const header = format === 'csv' && written === 0 ? `${csvLine(['line', 'reason', ...names(first.row)])}\n` : '';
      const text = header + rejects.map(format === 'csv' ? asCsv : asJson).join('');
      const handle = await open(path, written === 0 ? 'w' : 'r+');
      try {
        await handle.truncate(written);
        const { bytesWritten } = await handle.write(text, written);
        written += bytesWritten;
      } finally {
        await handle.close();
      }
      return written;
    },
  };
};
