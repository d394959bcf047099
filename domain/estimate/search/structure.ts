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
  /** The dearest entry of each row. */
  readonly rowCeiling: Float64Array;
}

interface PlacedEntry extends Entry {
  readonly row: number;
  readonly variant: number;
  readonly block: number;
  readonly simple: boolean;
}

const starts = (counts: readonly number[]): Int32Array => {
  const start = new Int32Array(counts.length + 1);
  counts.forEach((count, index) => {
    start[index + 1] = (start[index] ?? 0) + count;
  });
  return start;
};

const place = (blocks: readonly Block[]): PlacedEntry[] => {
  const placed: PlacedEntry[] = [];
  let row = 0;
  let variant = 0;
  blocks.forEach((variants, block) => {
    for (const rows of variants) {
      for (const entries of rows) {
        for (const entry of entries) placed.push({ ...entry, row, variant, block, simple: variants.length === 1 });
        row += 1;
      }
      variant += 1;
    }
  });
  return placed;
};

/** Lays the blocks out for the search. A row has at most one entry a supplier: the cheapest. */
export const structureOf = (blocks: readonly Block[], fixed: readonly number[]): Structure => {
  const variants = blocks.flat();
  const rows = variants.flat();
  const placed = place(blocks).sort(
    (a, b) => a.supplier - b.supplier || Number(b.simple) - Number(a.simple) || a.row - b.row,
  );
  const perSupplier = fixed.map(() => 0);
  const simplePerSupplier = fixed.map(() => 0);
  for (const { supplier, simple } of placed) {
    perSupplier[supplier] = (perSupplier[supplier] ?? 0) + 1;
    if (simple) simplePerSupplier[supplier] = (simplePerSupplier[supplier] ?? 0) + 1;
  }
  const entryStart = starts(perSupplier);
  return {
    supplierCount: fixed.length,
    blockCount: blocks.length,
    variantCount: variants.length,
    rowCount: rows.length,
    fixed: Float64Array.from(fixed),
    variantStart: starts(blocks.map((block) => block.length)),
    rowStart: starts(variants.map((variant) => variant.length)),
    entryStart,
    simpleEnd: Int32Array.from(simplePerSupplier, (count, supplier) => (entryStart[supplier] ?? 0) + count),
    entryRow: Int32Array.from(placed, ({ row }) => row),
    entryVariant: Int32Array.from(placed, ({ variant }) => variant),
    entryBlock: Int32Array.from(placed, ({ block }) => block),
    entryCost: Float64Array.from(placed, ({ cost }) => cost),
    rowCeiling: Float64Array.from(rows, (entries) => entries.reduce((most, { cost }) => Math.max(most, cost), 0)),
  };
};
