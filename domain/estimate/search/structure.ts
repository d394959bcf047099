/**
 * The combinatorial core of an estimate, free of money scales, offers and modes: blocks that must
 * be served, by suppliers that cost something to open.
 *
 * A block chooses exactly one of its variants; every row of the chosen variant is served by one
 * open supplier, at the cost of that entry. A line is a block; a split over two suppliers is a
 * variant of two rows with one entry each; the manufacturers of an interchangeable group are
 * variants with one row a line. With one variant of one row everywhere it is the uncapacitated
 * facility location problem, and with free entries the set covering problem.
 */

/** One way to serve a row: which supplier, at what cost (a safe integer, not negative). */
export interface Entry {
  readonly supplier: number;
  readonly cost: number;
  /** What of the cost counts as goods of an order (a safe integer, not negative); left out: all. */
  readonly goods?: number;
}

/** Rows that are served together when the variant is chosen. */
export type Variant = readonly (readonly Entry[])[];

/** What must be served: one of the variants. */
export type Block = readonly Variant[];

/** The same in typed arrays. `xStart[i]` to `xStart[i + 1]` is the range of what belongs to i. */
export interface Structure {
  readonly supplierCount: number;
  readonly blockCount: number;
  readonly variantCount: number;
  readonly rowCount: number;
  /** Cost of opening each supplier. */
  readonly fixed: Float64Array;
  readonly variantStart: Int32Array;
  readonly rowStart: Int32Array;
  /**
   * Entries by supplier, those of one variant together and in the order of rows; those of blocks
   * with one variant go first, up to `simpleEnd`.
   */
  readonly entryStart: Int32Array;
  readonly simpleEnd: Int32Array;
  readonly entryRow: Int32Array;
  readonly entryVariant: Int32Array;
  readonly entryBlock: Int32Array;
  readonly entryCost: Float64Array;
  /** What of it counts as goods; left out: all of every entry. */
  readonly entryGoods?: Float64Array;
  /** The dearest entry of each row. */
  readonly rowCeiling: Float64Array;
}

/** Running sums: where each begins when so many of each follow one another. */
const starts = (counts: readonly number[] | Int32Array): Int32Array => {
  const start = new Int32Array(counts.length + 1);
  for (let index = 0; index < counts.length; index += 1) {
    start[index + 1] = (start[index] as number) + (counts[index] as number);
  }
  return start;
};

type Visit = (entry: Entry, row: number, variant: number, block: number) => void;

/** Visits the entries of all blocks in the order of rows. */
const forEachEntry = (blocks: readonly Block[], visit: Visit): void => {
  let row = 0;
  let variant = 0;
  for (const [block, variants] of blocks.entries()) {
    for (const rows of variants) {
      for (const entries of rows) {
        for (const entry of entries) visit(entry, row, variant, block);
        row += 1;
      }
      variant += 1;
    }
  }
};

/** Counts the entries of each supplier in blocks of one variant, and in all others. */
const countEntries = (blocks: readonly Block[], suppliers: number): { simple: Int32Array; all: Int32Array } => {
  const simple = new Int32Array(suppliers);
  const all = new Int32Array(suppliers);
  forEachEntry(blocks, ({ supplier }, _row, _variant, block) => {
    all[supplier] = (all[supplier] as number) + 1;
    if (blocks[block]?.length === 1) simple[supplier] = (simple[supplier] as number) + 1;
  });
  return { simple, all };
};

/** Whether some entries count for less in goods than they cost. */
const countLess = (blocks: readonly Block[]): boolean =>
  blocks.some((variants) =>
    variants.some((rows) => rows.some((entries) => entries.some(({ cost, goods = cost }) => goods < cost))),
  );

/** Lays the blocks out for the search. A row has at most one entry a supplier: the cheapest. */
export const structureOf = (blocks: readonly Block[], fixed: readonly number[]): Structure => {
  const variants = blocks.flat();
  const rows = variants.flat();
  const { simple, all } = countEntries(blocks, fixed.length);
  const entryStart = starts(all);
  const simpleEnd = simple.map((count, supplier) => count + (entryStart[supplier] as number));
  const count = entryStart[fixed.length] as number;
  const entryRow = new Int32Array(count);
  const entryVariant = new Int32Array(count);
  const entryBlock = new Int32Array(count);
  const entryCost = new Float64Array(count);
  const entryGoods = new Float64Array(count);
  const nextSimple = entryStart.slice();
  const nextOther = simpleEnd.slice();
  forEachEntry(blocks, ({ supplier, cost, goods = cost }, row, variant, block) => {
    const next = blocks[block]?.length === 1 ? nextSimple : nextOther;
    const e = next[supplier] as number;
    next[supplier] = e + 1;
    entryRow[e] = row;
    entryVariant[e] = variant;
    entryBlock[e] = block;
    entryCost[e] = cost;
    entryGoods[e] = goods;
  });
  return {
    supplierCount: fixed.length,
    blockCount: blocks.length,
    variantCount: variants.length,
    rowCount: rows.length,
    fixed: Float64Array.from(fixed),
    variantStart: starts(blocks.map((block) => block.length)),
    rowStart: starts(variants.map((variant) => variant.length)),
    entryStart,
    simpleEnd,
    entryRow,
    entryVariant,
    entryBlock,
    entryCost,
    ...(countLess(blocks) && { entryGoods }),
    rowCeiling: Float64Array.from(rows, (entries) => entries.reduce((most, { cost }) => Math.max(most, cost), 0)),
  };
};
