import { type CellKind, cellKinds, isKind, isPlaceholder } from './cell-kinds.ts';
import { type Cell, cellText } from './document.ts';

/** What a column's cells look like, whatever its heading says. */
export interface ColumnEvidence {
  /** Cells that say something. */
  readonly filled: number;
  /** Rows looked at. */
  readonly rows: number;
  /** Of the cells that say something, the share of each kind. */
  readonly share: Readonly<Record<CellKind, number>>;
  /** Of the cells that say something, the share that no cell before it has said. */
  readonly distinct: number;
  /** Whether the cells count up from the first. */
  readonly counts: boolean;
  /** Of the designators, the share that continue those above: the same letters, a higher number. */
  readonly continues: number;
  /** The usual number of characters. */
  readonly length: number;
}

/** Rows looked at for evidence; a column's kind shows in fewer. */
const maxRows = 150;

/** How a part is turned on its board, as layout programs write it: `R0`, `MR270`. */
const angle = /^[MS]{0,2}R(?:0|45|90|135|180|225|270|315)$/u;

/** Looks at one column of the given rows. */
export const columnEvidence = (rows: readonly (readonly Cell[])[], column: number): ColumnEvidence => {
  const looked = rows.slice(0, maxRows);
  const texts = looked.map((row) => cellText(row[column]).slice(0, 600)).filter((text) => !isPlaceholder(text));
  const areAngles = texts.every((text) => angle.test(text));
  const isOfKind = (kind: CellKind, text: string): boolean =>
    !(areAngles && kind === 'designators') && isKind(kind, text);
  const share = Object.fromEntries(
    cellKinds.map((kind) => [kind, texts.filter((text) => isOfKind(kind, text)).length / Math.max(1, texts.length)]),
  ) as Record<CellKind, number>;
  return {
    filled: texts.length,
    rows: looked.length,
    share,
    distinct: new Set(texts).size / Math.max(1, texts.length),
    counts: countsUp(texts),
    continues: areAngles ? 0 : continuing(texts),
    length: texts.map((text) => text.length).sort((a, b) => a - b)[texts.length >> 1] ?? 0,
  };
};

const countsUp = (texts: readonly string[]): boolean => {
  if (texts.length < 3) return false;
  const steps = texts.slice(1).filter((text, at) => Number(text) === Number(texts[at]) + 1).length;
  return steps >= 0.8 * (texts.length - 1);
};

const firstDesignator = /^(\p{L}{1,4})(\d{1,4})/u;

const continuing = (texts: readonly string[]): number => {
  let [known, higher] = [0, 0];
  let before: readonly [string, number] | undefined;
  for (const text of texts) {
    const [, letters, digits] = firstDesignator.exec(text) ?? [];
    if (letters === undefined) continue;
    known += 1;
    if (before?.[0] === letters && Number(digits) > before[1]) higher += 1;
    before = [letters, Number(digits)];
  }
  return known < 2 ? 0 : higher / (known - 1);
};
