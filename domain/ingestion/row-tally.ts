import { truncateText } from '../truncate-text.ts';

/**
 * What a tick could read of its supplier's rows, and what it left out. A bad row costs nothing but
 * itself; but a walk of which most rows are bad has not seen what the supplier has, so it counts as
 * failed. What was read of it stays.
 */

/** Where in an answer something could not be read. */
export interface RowPlace {
  /** The row of the answer, from 1; the heading of a table is not counted. */
  readonly row?: number;
  readonly column?: string;
  /** What stands there, in one line of at most `maxSampleLength` characters. */
  readonly sample?: string;
}

/** A row that was left out, and why. */
export interface SkippedRow extends RowPlace {
  /** Undefined when the row has no readable one. */
  readonly sku: string | undefined;
  readonly reason: string;
}

/** A row that was left out, and on which page. */
export interface RowFault extends SkippedRow {
  /** The phase of the tick, see `phases` of tick.ts. */
  readonly phase: string;
  /** The page of the phase, from 1. */
  readonly page: number;
}

/** What went wrong with a page that was asked for. */
export interface PageError extends RowPlace {
  readonly at: Date;
  /** The phase of the tick, see `phases` of tick.ts. */
  readonly phase: string;
  /** The page of the phase, from 1. */
  readonly page: number;
  readonly message: string;
}

/** Rows that were read, and rows that could not be; a repeated row is neither. */
interface PhaseRows {
  readonly read: number;
  readonly unreadable: number;
}

/** The rows of a tick so far. */
export interface RowTally {
  readonly phases: Readonly<Record<string, PhaseRows>>;
  /** How many rows were left out, by reason; beyond `maxReasons` under `otherReasons`. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly first: RowFault | undefined;
  /** SKUs of rows that could not be read, each once, a hundred at most; left out: none. */
  readonly unreadableSkus?: readonly string[];
  /** A row that could not be read is not among them; left out: all are. */
  readonly hasUnnamedRows?: true;
}

/** The rows of a page. */
export interface PageRows {
  readonly read: number;
  readonly skipped: readonly SkippedRow[];
}

/** The tally at the start of a tick. */
export const noRows: RowTally = { phases: {}, reasons: {}, first: undefined };

/**
 * Why a row was left out whose SKU has been read already: the first one counts, and nothing is
 * wrong with it.
 */
export const repeatedRow = 'repeated in the page';

const maxUnreadableSkus = 100;
const maxReasons = 10;
const otherReasons = 'other reasons';
const maxSampleLength = 80;

/** A text as a sample: one line, cut off with an ellipsis. */
export const sampleOf = (text: string): string => {
  const line = text
    .slice(0, 2 * maxSampleLength)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  const isCut = line.length > maxSampleLength || text.length > 2 * maxSampleLength;
  return isCut ? `${truncateText(line, maxSampleLength - 1)}…` : line;
};

/** What is wrong and where, in words. */
export const inWords = ({ reason, row, column, sample }: RowPlace & { readonly reason: string }): string => {
  const place = [
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(column === undefined ? [] : [`column ${JSON.stringify(column)}`]),
    ...(sample === undefined ? [] : [`which says ${JSON.stringify(sample)}`]),
  ];
  return place.length === 0 ? reason : `${reason} (${place.join(', ')})`;
};

const countedReasons = (reasons: RowTally['reasons'], skipped: readonly SkippedRow[]): RowTally['reasons'] => {
  const counts = new Map(Object.entries(reasons));
  for (const { reason } of skipped) {
    const name = counts.has(reason) || counts.size < maxReasons ? reason : otherReasons;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

/** The SKUs of rows that could not be read, with those of one more page. */
const unreadableOf = (tally: RowTally, unreadable: readonly SkippedRow[]) => {
  const { unreadableSkus = [], hasUnnamedRows = false } = tally;
  const named = unreadable.flatMap(({ sku }) => (sku === undefined ? [] : [sku]));
  const skus = [...new Set([...unreadableSkus, ...named])];
  const isUnnamed = hasUnnamedRows || named.length < unreadable.length || skus.length > maxUnreadableSkus;
  return {
    ...(skus.length > 0 && { unreadableSkus: skus.slice(0, maxUnreadableSkus) }),
    ...(isUnnamed && { hasUnnamedRows: true as const }),
  };
};

/** The tally after one more page of a phase. */
export const tallied = (
  tally: RowTally,
  { read, skipped }: PageRows,
  { phase, page }: { readonly phase: string; readonly page: number },
): RowTally => {
  if (read === 0 && skipped.length === 0) return tally;
  const before = tally.phases[phase] ?? { read: 0, unreadable: 0 };
  const unreadable = skipped.filter(({ reason }) => reason !== repeatedRow);
  const ofPhase = { read: before.read + read, unreadable: before.unreadable + unreadable.length };
  const [first] = skipped;
  return {
    phases: { ...tally.phases, [phase]: ofPhase },
    reasons: countedReasons(tally.reasons, skipped),
    first: tally.first ?? (first && { ...first, phase, page }),
    ...unreadableOf(tally, unreadable),
  };
};

/** How many rows were read, and how many left out for whatever reason. */
export const rowTotals = ({ phases, reasons }: RowTally): { readonly read: number; readonly leftOut: number } => ({
  read: Object.values(phases).reduce((total, { read }) => total + read, 0),
  leftOut: Object.values(reasons).reduce((total, count) => total + count, 0),
});

/**
 * Why the walk is no success, in words; undefined when at least half of the rows of each phase
 * could be read.
 */
export const unreadableRows = ({ phases, first }: RowTally): string | undefined => {
  const bad = Object.entries(phases).find(([, { read, unreadable }]) => unreadable > read);
  if (bad === undefined) return undefined;
  const [phase, { read, unreadable }] = bad;
  const what = `${unreadable} of ${read + unreadable} rows of the ${phase} could not be read`;
  return first === undefined ? what : `${what}; the first one left out: ${inWords(first)}`;
};
