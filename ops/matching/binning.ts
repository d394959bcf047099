/**
 * Figures sorted into a few bins, so that a split is looked for among dozens of values and not
 * among all rows.
 */

/** Most bins of known figures; the one after them holds the unknown ones. */
export const unknownBin = 255;

/** Bins of a feature, the one for unknown figures included. */
export const binsPerFeature = unknownBin + 1;

/** Rows of figures in bins. */
export interface BinnedRows {
  /** The bin of each row, a list a feature: a histogram reads one feature at a time. */
  readonly bins: readonly Uint8Array[];
  /** Up to and including which figure each bin goes, a list a feature. */
  readonly bounds: readonly Float64Array[];
}

/**
 * Between two values, so that neither rounding to the precision of the weights nor an order of
 * summing moves a figure across.
 */
const between = (value: number, next: number | undefined): number => (next === undefined ? value : (value + next) / 2);

/**
 * Bounds that share the figures out evenly. A value that many rows have takes one bin and leaves
 * the others to the rest: matches are few, and the figures that tell them lie where few rows are.
 */
const boundsOf = (column: Float64Array): Float64Array => {
  const known = column.filter((value) => !Number.isNaN(value)).sort();
  const bounds: number[] = [];
  let start = 0;
  for (let at = 0; at < known.length; at += 1) {
    const [value, next] = [known[at] ?? 0, known[at + 1]];
    if (value === next) continue;
    const fair = (known.length - start) / (unknownBin - bounds.length);
    if (next !== undefined && at + 1 - start < fair) continue;
    bounds.push(between(value, next));
    start = at + 1;
  }
  return Float64Array.from(bounds);
};

const binOf = (bounds: Float64Array, value: number): number => {
  if (Number.isNaN(value)) return unknownBin;
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (bounds[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
};

/** Sorts figures into bins; `figures` holds `features` of them a row. */
export const binRows = (figures: Float64Array, features: number): BinnedRows => {
  const rows = figures.length / features;
  const bins: Uint8Array[] = [];
  const bounds: Float64Array[] = [];
  for (let feature = 0; feature < features; feature += 1) {
    const column = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1) column[row] = figures[row * features + feature] ?? Number.NaN;
    const own = boundsOf(column);
    bounds.push(own);
    const binned = new Uint8Array(rows);
    for (let row = 0; row < rows; row += 1) binned[row] = binOf(own, column[row] ?? Number.NaN);
    bins.push(binned);
  }
  return { bins, bounds };
};
