import { type CellKind, cellKinds, isKind, isPlaceholder } from './cell-kinds.ts';
import { type Cell, cellText } from './document.ts';
import type { Role } from './roles.ts';

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
}

/** Rows looked at for evidence; a column's kind shows in fewer. */
const maxRows = 150;

/** Looks at one column of the given rows. */
export const columnEvidence = (rows: readonly (readonly Cell[])[], column: number): ColumnEvidence => {
  const looked = rows.slice(0, maxRows);
  const texts = looked.map((row) => cellText(row[column]).slice(0, 600)).filter((text) => !isPlaceholder(text));
  const share = Object.fromEntries(
    cellKinds.map((kind) => [kind, texts.filter((text) => isKind(kind, text)).length / Math.max(1, texts.length)]),
  ) as Record<CellKind, number>;
  return {
    filled: texts.length,
    rows: looked.length,
    share,
    distinct: new Set(texts).size / Math.max(1, texts.length),
    counts: countsUp(texts),
  };
};

const countsUp = (texts: readonly string[]): boolean => {
  if (texts.length < 3) return false;
  const steps = texts.slice(1).filter((text, at) => Number(text) === Number(texts[at]) + 1).length;
  return steps >= 0.8 * (texts.length - 1);
};

type Fit = (evidence: ColumnEvidence) => number;

const none: Fit = () => 0;

/**
 * How well the cells fit a role, from -1 (they speak against it) to 1. The figures weigh kinds
 * against each other; a role whose cells can look like anything has no opinion.
 */
const fits: Readonly<Record<Role, Fit>> = {
  part_number: ({ share }) =>
    share.part_number -
    share.designators -
    0.8 * share.value -
    0.6 * share.package -
    1.2 * share.sku -
    0.8 * share.link -
    0.5 * share.words -
    0.3 * share.price,
  manufacturer: ({ share, distinct }) =>
    0.4 -
    share.integer -
    share.designators -
    share.link -
    share.value -
    0.7 * share.part_number -
    0.2 * distinct -
    share.price,
  quantity: ({ share, counts, distinct, filled }) =>
    share.quantity -
    (counts ? 1.2 : 0) -
    0.5 * (1 - share.quantity) -
    (filled > 6 ? 0.3 * distinct : 0) -
    0.1 * share.price,
  reference: ({ share, distinct }) => 1.6 * share.designators - 0.5 + 0.2 * distinct - 0.6 * share.integer,
  description: ({ share, distinct }) =>
    0.5 * share.words + 0.2 * distinct - share.integer - share.designators - share.link - share.price - share.yes_no,
  value: ({ share }) => 0.8 * share.value - 0.6 * share.designators - share.link - 0.4 * share.words - share.price,
  package: ({ share }) => 0.9 * share.package - share.designators - share.value - share.link - 0.5 * share.part_number,
  supplier: ({ share, distinct }) =>
    0.3 - share.integer - share.link - 0.4 * distinct - share.value - share.designators,
  supplier_sku: ({ share }) => share.sku - 0.5 * share.link - share.value - 0.5 * share.words,
  price: ({ share }) => share.price + 0.2 * share.integer - share.words - share.designators - share.part_number,
  line_price: ({ share }) => share.price - share.words - share.designators - share.part_number,
  do_not_place: ({ share }) => 0.3 * share.yes_no,
  place: ({ share }) => 0.5 * share.yes_no - 0.3,
  unit: ({ share }) => -share.integer - share.price - share.part_number - share.link - share.value,
  notes: none,
  internal_number: none,
  line_number: ({ share, counts }) => (counts ? 0.8 : -0.5) - (1 - share.integer),
  link: ({ share }) => 2 * share.link - 0.5,
};

/**
 * How well a column's cells fit a role; 0 for a column without cells, which is evidence for
 * nothing.
 */
export const contentFit = (role: Role, evidence: ColumnEvidence): number =>
  evidence.filled === 0 ? 0 : Math.max(-1, Math.min(1, fits[role](evidence)));
