import type { ParsedBom, ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import type { ExpectedFile, Miss } from './compare.ts';

type CheckedLine = ExpectedFile['lines_checked'][number];

/** How the lines that a person has read compare with what was parsed. */
export interface LineComparison {
  readonly misses: readonly Miss[];
  readonly right: number;
  /** Part numbers and designators where the label has none. */
  readonly extra: number;
  readonly wrongQuantities: number;
  /** Of these, the ones on a line without any doubt, its own or the file's. */
  readonly silentQuantities: number;
}

const folded = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

const fields = (wanted: CheckedLine, line: ParsedLine | undefined): readonly [string, unknown, unknown][] => {
  const part = line?.parts[0];
  const compared: [string, unknown, unknown][] = [];
  if (wanted.mpn !== null) compared.push(['mpn', folded(wanted.mpn), folded(part?.partNumber)]);
  if (wanted.manufacturer !== null)
    compared.push(['manufacturer', folded(wanted.manufacturer), folded(part?.manufacturer)]);
  if (wanted.quantity !== null) compared.push(['quantity', wanted.quantity, line?.quantity?.toNumber()]);
  if (wanted.references !== null)
    compared.push(['references', wanted.references.toSorted().join(), line?.references.toSorted().join()]);
  return compared;
};

const extraOf = (wanted: CheckedLine, line: ParsedLine | undefined): number =>
  (wanted.mpn === null && line?.parts[0]?.partNumber !== undefined ? 1 : 0) +
  (wanted.references === null && (line?.references.length ?? 0) > 0 ? 1 : 0);

/** Compares every line that the label spells out. A line not parsed has everything wrong. */
export const compareLines = (bom: ParsedBom | undefined, expected: ExpectedFile): LineComparison => {
  const byRow = Map.groupBy(bom?.lines ?? [], ({ row }) => row);
  const all = { misses: [] as Miss[], right: 0, extra: 0, wrongQuantities: 0, silentQuantities: 0 };
  for (const wanted of expected.lines_checked) {
    const line = byRow.get(wanted.row)?.[0];
    const wrong = fields(wanted, line).filter(([, label, got]) => label !== got);
    all.extra += extraOf(wanted, line);
    if (line !== undefined && wrong.length === 0) all.right += 1;
    const shown = line === undefined ? [['line', 'a line', 'none'] as const] : wrong;
    for (const [field, label, got] of shown)
      all.misses.push({
        file: expected.file,
        field: `row ${wanted.row} ${field}`,
        expected: String(label),
        got: String(got),
      });
    if (line?.quantity === undefined || !wrong.some(([field]) => field === 'quantity')) continue;
    all.wrongQuantities += 1;
    if (line.doubts.length === 0) all.silentQuantities += 1;
  }
  return all;
};
