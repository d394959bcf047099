import { readColumns } from './column-roles.ts';
import { looksLikeDesignators } from './designators.ts';
import { cellText, type Document } from './document.ts';
import { detectDecimalMark } from './numbers.ts';
import type { Detected, Doubt, ParsedBom, SkippedRow } from './parsed-bom.ts';
import { readRow } from './read-row.ts';
import type { LabelledRecord } from './records.ts';
import type { Role } from './roles.ts';

/** Records looked at to find the decimal mark. */
const maxMarkRecords = 2_000;

/** What each label means, and the names of sections before them as a column of their own. */
const columnsOfRecords = (
  records: readonly LabelledRecord[],
  labels: readonly string[],
): Readonly<Record<number, Role>> => {
  const cells = records.map(({ values }) => labels.map((label) => values.get(label) ?? ''));
  const { columns } = readColumns(labels, cells);
  const present = new Set(Object.values(columns));
  const titles = records.map(({ title }) => title).filter((title) => title !== '');
  // One name for all is that of the list.
  if (new Set(titles).size < 2) return shifted(columns);
  const role = titles.every(looksLikeDesignators) ? 'reference' : 'description';
  return present.has(role) ? shifted(columns) : { ...shifted(columns), 0: role };
};

const shifted = (columns: Readonly<Record<number, Role>>): Readonly<Record<number, Role>> =>
  Object.fromEntries(Object.entries(columns).map(([at, role]) => [Number(at) + 1, role]));

/** Rows of a text that belong to no record. */
const otherRows = ({ sheets }: Document, records: readonly LabelledRecord[]): readonly SkippedRow[] => {
  const taken = new Set(
    records.flatMap(({ row, lastRow }) => [...Array(lastRow - row + 1).keys()].map((at) => row + at)),
  );
  return (sheets[0]?.rows ?? []).flatMap((row, at) =>
    taken.has(at + 1) || row.every((cell) => cellText(cell) === '') ? [] : [{ row: at + 1, reason: 'note' as const }],
  );
};

/** What bounds the lines of a text. */
interface Bounds {
  readonly maxLines: number;
  readonly maxReferences: number;
}

/** Reads a text of labelled values: every record is a line. */
export const parseRecords = (
  records: readonly LabelledRecord[],
  document: Document,
  source: Pick<Detected, 'format' | 'encoding' | 'delimiter'>,
  { maxLines, maxReferences }: Bounds,
): ParsedBom => {
  const labels = [...new Set(records.flatMap(({ values }) => [...values.keys()]))];
  const columns = columnsOfRecords(records, labels);
  const decimalMark = detectDecimalMark(records.slice(0, maxMarkRecords).flatMap(({ values }) => [...values.values()]));
  let left = maxReferences;
  const lines = records.slice(0, maxLines).map(({ row, title, values }) => {
    const cells = [title, ...labels.map((label) => values.get(label) ?? '')];
    const line = readRow(cells, row, { columns, header: ['', ...labels], decimalMark, maxReferences: left });
    left -= line.references.length;
    return line;
  });
  const doubts: Doubt[] = [{ code: 'free_text', text: 'the text has no columns; its labels say what each value is' }];
  if (lines.length < records.length)
    doubts.push({ code: 'lines_cut', text: `the list is longer than ${maxLines} lines; the rest was left out` });
  return {
    detected: { ...source, ...(decimalMark === undefined ? {} : { decimalMark }), headings: {}, otherMaps: [] },
    lines,
    skipped: otherRows(document, records),
    doubts,
  };
};
