/** Figures sorted into a few bins, so that a split is looked for among dozens of values and not among all rows. */

/** Most bins of known figures; the one after them holds the unknown ones. */
export const unknownBin = 63;

/** Bins of a feature, the one for unknown figures included. */
export const binsPerFeature = unknownBin + 1;

/** Rows of figures in bins. */
export interface BinnedRows {
  /** The bin of each figure, row after row. */
  readonly bins: Uint8Array;
  /** The greatest figure of each bin, a list a feature. */
  readonly bounds: readonly Float64Array[];
}

const boundsOf = (column: Float64Array): Float64Array => {
  const known = column.filter((value) => !Number.isNaN(value)).sort();
  const distinct = known.filter((value, at) => at === 0 || value !== known[at - 1]);
  if (distinct.length <= unknownBin)
    return distinct.map((value, at) => (at + 1 < distinct.length ? (value + (distinct[at + 1] ?? value)) / 2 : value));
  const bounds = new Set<number>();
  for (let bin = 1; bin <= unknownBin; bin += 1)
    bounds.add(known[Math.ceil((known.length * bin) / unknownBin) - 1] ?? 0);
  return Float64Array.from(bounds).sort();
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
  const bins = new Uint8Array(figures.length);
  const bounds: Float64Array[] = [];
  for (let feature = 0; feature < features; feature += 1) {
    const column = Float64Array.from({ length: rows }, (_, row) => figures[row * features + feature] ?? Number.NaN);
    const own = boundsOf(column);
    bounds.push(own);
    for (let row = 0; row < rows; row += 1) bins[row * features + feature] = binOf(own, column[row] ?? Number.NaN);
  }
  return { bins, bounds };
};
