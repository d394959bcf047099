/**
 * What evaluations said of the bound, by supplier and by block: every part is at most the least of
 * its cuts, and the bound is the sum of the parts. Cuts of the parts combine, so that one
 * evaluation says as much as dozens do where each is one cut of the whole (the disaggregate model
 * of Frangioni 2002). The cuts of a block are its variants, so that it is known exactly.
 */
import { closed, opened } from '../bound.ts';
import type { SteppedBound } from './bound.ts';
import { type Column, columnOf, isLeft, isSame } from './columns.ts';
import type { Decisions } from './live.ts';

/** A part adds at most the constant + its sign * the sum of the multipliers of the rows. */
interface Cut {
  readonly rows: Int32Array;
  readonly constant: number;
  /** Left out: a variant of a block, or that a supplier is not opened. */
  readonly column?: Column;
  /** What it counts for in the next step; 1 together in a part. */
  weight: number;
  /** How far it is above the part at the centre. */
  error: number;
}

interface Part {
  /** 1 of a block, -1 of a supplier. */
  readonly sign: 1 | -1;
  readonly cuts: Cut[];
  /** What it adds at the centre, scaled. */
  value: number;
}

/** The model around a centre. */
export interface CuttingPlaneModel {
  readonly bound: SteppedBound;
  /** The suppliers by number, and after them the blocks with several variants. */
  readonly parts: readonly Part[];
  readonly centre: Float64Array;
  /** The slope of all cuts by their weights, by row. */
  readonly slope: Float64Array;
  /** Room for a difference of two slopes, all 0. */
  readonly scratch: Float64Array;
}

/** Cuts that are kept of a supplier; of those that count for nothing the highest goes first. */
const maxCuts = 30;

/** What is not opened adds nothing. */
const notOpened = (): Cut => ({ rows: new Int32Array(0), constant: 0, weight: 0, error: 0 });

const cutOf = (column: Column): Cut => ({
  rows: column.rows,
  constant: column.constant,
  column,
  weight: 0,
  error: 0,
});

const sumOver = (rows: Int32Array, values: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < rows.length; i += 1) sum += values[rows[i] as number] as number;
  return sum;
};

const addOver = (rows: Int32Array, values: Float64Array, amount: number): void => {
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] as number;
    values[row] = (values[row] as number) + amount;
  }
};

const errorOf = ({ sign, value }: Part, { rows, constant }: Cut, centre: Float64Array): number =>
  Math.max(0, constant + sign * sumOver(rows, centre) - value);

const supplierPart = (bound: SteppedBound, s: number, { status }: Decisions, centre: Float64Array): Part => {
  const column = columnOf(bound, s, centre);
  const cuts = status[s] === opened || status[s] === closed ? [] : [notOpened()];
  if (column !== undefined) cuts.push(cutOf(column));
  return { sign: -1, cuts, value: column === undefined ? 0 : (bound.reduced[s] as number) };
};

/** The variants of a block of which every row can be served, by their rows. */
const variantsLeft = ({ stepped, servable }: SteppedBound, block: number): readonly Int32Array[] => {
  const { variantStart, rowStart } = stepped.structure;
  const variants: Int32Array[] = [];
  for (let v = variantStart[block] as number; v < (variantStart[block + 1] as number); v += 1) {
    const from = rowStart[v] as number;
    const rows = Int32Array.from({ length: (rowStart[v + 1] as number) - from }, (_, i) => from + i);
    if (rows.every((row) => servable[row] === 1)) variants.push(rows);
  }
  return variants;
};

/** Gives each part the cut that is lowest at the centre. */
const weighLowest = ({ parts, slope, centre }: CuttingPlaneModel): void => {
  for (const part of parts) {
    let lowest: Cut | undefined;
    for (const cut of part.cuts) {
      cut.error = errorOf(part, cut, centre);
      if (cut.error < (lowest?.error ?? Infinity)) lowest = cut;
    }
    if (lowest === undefined) continue;
    lowest.weight = 1;
    addOver(lowest.rows, slope, part.sign);
  }
};

/** The model after an evaluation at the centre, with what is known of before. */
export const modelAt = (
  bound: SteppedBound,
  centre: Float64Array,
  decisions: Decisions,
  known: readonly Column[],
): CuttingPlaneModel => {
  const { supplierCount, blockCount, rowCount } = bound.stepped.structure;
  const slope = new Float64Array(rowCount);
  const parts = Array.from({ length: supplierCount }, (_, s) => supplierPart(bound, s, decisions, centre));
  for (const column of known) {
    const { cuts } = parts[column.supplier] as Part;
    if (isLeft(column, decisions) && !cuts.some((cut) => cut.column && isSame(cut.column, column))) {
      cuts.push(cutOf(column));
    }
  }
  for (let block = 0; block < blockCount; block += 1) {
    const [only, ...others] = variantsLeft(bound, block);
    if (only === undefined) continue;
    if (others.length === 0) addOver(only, slope, 1);
    else {
      const cuts = [only, ...others].map((rows) => ({ rows, constant: 0, weight: 0, error: 0 }));
      parts.push({ sign: 1, cuts, value: bound.blockBest[block] as number });
    }
  }
  const model = { bound, parts, centre, slope, scratch: new Float64Array(rowCount) };
  weighLowest(model);
  return model;
};

/** Makes room among cuts: one without weight goes. */
const makeRoom = (cuts: Cut[]): void => {
  if (cuts.length < maxCuts) return;
  let highest = -1;
  for (const [i, { column, weight, error }] of cuts.entries()) {
    if (column === undefined || weight > 0) continue;
    if (highest < 0 || error > (cuts[highest] as Cut).error) highest = i;
  }
  if (highest >= 0) cuts.splice(highest, 1);
};

/**
 * Adds what the last evaluation, at `u`, said; returns how many cuts were not known. A supplier
 * that is used has a cut already: that it is not opened, or what it served at the first centre.
 */
export const addCuts = ({ bound, parts, centre }: CuttingPlaneModel, u: Float64Array): number => {
  let added = 0;
  for (let s = 0; s < bound.used.length; s += 1) {
    const part = parts[s] as Part;
    const column = columnOf(bound, s, u);
    if (column === undefined || part.cuts.some((cut) => cut.column && isSame(cut.column, column))) continue;
    makeRoom(part.cuts);
    const cut = cutOf(column);
    cut.error = errorOf(part, cut, centre);
    part.cuts.push(cut);
    added += 1;
  }
  return added;
};

/** Moves the centre to where the last evaluation was. */
export const moveModel = ({ bound, parts, centre }: CuttingPlaneModel, u: Float64Array): void => {
  centre.set(u);
  for (const [i, part] of parts.entries()) {
    if (i < bound.used.length) part.value = bound.used[i] === 1 ? (bound.reduced[i] as number) : 0;
    else part.value = Math.min(...part.cuts.map(({ rows }) => sumOver(rows, centre)));
    for (const cut of part.cuts) cut.error = errorOf(part, cut, centre);
  }
};

/** The squared length of the difference of two slopes. */
const squaredDistance = ({ scratch }: CuttingPlaneModel, a: Cut, b: Cut): number => {
  addOver(a.rows, scratch, 1);
  addOver(b.rows, scratch, -1);
  let sum = 0;
  for (const rows of [a.rows, b.rows]) {
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] as number;
      const value = scratch[row] as number;
      sum += value * value;
      scratch[row] = 0;
    }
  }
  return sum;
};

/**
 * Moves weight of a part to the cut that is lowest where the step goes, from the one that is
 * highest; returns how much lower that is for all of the weight.
 */
const shiftWeight = (model: CuttingPlaneModel, { sign, cuts }: Part, length: number): number => {
  const { slope } = model;
  let [to, from, least, most] = [-1, -1, Infinity, -Infinity];
  for (let i = 0; i < cuts.length; i += 1) {
    const { rows, error, weight } = cuts[i] as Cut;
    const value = length * sign * sumOver(rows, slope) + error;
    if (value < least) [to, least] = [i, value];
    if (weight > 0 && value > most) [from, most] = [i, value];
  }
  if (to === from) return 0;
  const [lowest, highest] = [cuts[to] as Cut, cuts[from] as Cut];
  const all = highest.weight;
  const bend = length * squaredDistance(model, lowest, highest);
  const share = bend > 0 ? Math.min(all, (most - least) / bend) : all;
  lowest.weight += share;
  highest.weight = share === all ? 0 : all - share;
  addOver(lowest.rows, slope, sign * share);
  addOver(highest.rows, slope, -sign * share);
  return (most - least) * all;
};

/** Moves of weight in each part in a round over all of them. */
const movesEach = 3;
/** What a move must be worth, as a share of what the step promises, for another round. */
const worthAnother = 1e-3;
/** After so many rounds over the parts that still move, all are looked at again. */
const roundsBetween = 8;

/** The squared length of a slope. */
export const squaredLength = (values: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += (values[i] as number) * (values[i] as number);
  return sum;
};

/** Moves weight in a part a few times; returns what the greatest move was worth. */
const shiftWeights = (model: CuttingPlaneModel, part: Part, length: number): number => {
  let greatest = 0;
  for (let move = 0; move < movesEach; move += 1) {
    const worth = shiftWeight(model, part, length);
    if (worth === 0) break;
    greatest = Math.max(greatest, worth);
  }
  return greatest;
};

/**
 * Weighs the cuts so that length / 2 * |slope|^2 + the sum of errors comes near its least, in so
 * many rounds at most. Most parts soon stand still, and are left alone until the others do too.
 */
export const weighCuts = (model: CuttingPlaneModel, length: number, rounds: number): void => {
  const choosing = model.parts.filter(({ cuts }) => cuts.length > 1);
  let left = rounds;
  const goOver = (parts: readonly Part[]): readonly Part[] => {
    left -= 1;
    const least = worthAnother * length * squaredLength(model.slope);
    return parts.filter((part) => shiftWeights(model, part, length) > least);
  };
  while (left > 0) {
    let moving = goOver(choosing);
    if (moving.length === 0) return;
    for (let round = 0; round < roundsBetween && moving.length > 0 && left > 0; round += 1) moving = goOver(moving);
  }
};

/** What a step of the length along the slope promises at most, scaled. */
export const promisedBy = ({ parts, slope }: CuttingPlaneModel, length: number): number => {
  let sum = length * squaredLength(slope);
  for (const { cuts } of parts) for (const { weight, error } of cuts) sum += weight * error;
  return sum;
};

/** The columns that are right at any multipliers, for who climbs on from the centre. */
export const columnsOf = ({ parts }: CuttingPlaneModel): readonly Column[] =>
  parts.flatMap(({ cuts }) => cuts.flatMap(({ column }) => (column?.isReal ? column : [])));

/** How much of each window and, after them, of each entry the weighed columns use. */
export const usageOf = ({ bound, parts }: CuttingPlaneModel): Float64Array => {
  const usage = new Float64Array(bound.marks.length);
  const entries = usage.subarray(bound.windowValue.length);
  for (const { cuts } of parts) {
    for (const { column, weight } of cuts) {
      if (column === undefined || weight === 0) continue;
      usage[column.window] = (usage[column.window] as number) + weight;
      addOver(column.entries, entries, weight);
    }
  }
  return usage;
};
