/**
 * Rows that go on with the row above: a cell of designators that was too narrow for all of them is
 * written over several rows, of which the later ones hold nothing else.
 */
import { type Cell, cellText } from './document.ts';
import type { Role } from './roles.ts';

type Row = readonly Cell[];

/** Characters of a cell with which further rows may go on, each of which looks at it again. */
const longestOpen = 4_000;

/** A designator list that says that more follow. */
const isOpen = (text: string): boolean => text.length <= longestOpen && /[,;+]$/u.test(text);

/**
 * The row above with the designators of this row as well; undefined where this row does not go on
 * with it: where it holds anything else, or the row above does not end with a comma.
 */
export const continuedRow = (
  above: Row | undefined,
  row: Row,
  columns: Readonly<Record<number, Role>>,
): Row | undefined => {
  const filled = row.flatMap((cell, at) => (cellText(cell) === '' ? [] : [at]));
  const goesOn =
    above !== undefined &&
    filled.length > 0 &&
    filled.every((at) => columns[at] === 'reference' && isOpen(cellText(above[at])));
  return goesOn
    ? above.map((cell, at) => (filled.includes(at) ? `${cellText(cell)} ${cellText(row[at])}` : cell))
    : undefined;
};
