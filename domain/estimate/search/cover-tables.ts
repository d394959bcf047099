/**
 * Who can serve what, as bits. Only variants that matter for covering count: one that asks for at
 * least as much as another (a split with a supplier that could serve the line alone) is never
 * needed to tell whether a block is served.
 */
import { hasBit, setBit, wordsFor } from './bits.ts';
import type { Structure } from './structure.ts';

/** Suppliers by block. */
export interface CoverTables {
  /**
   * Suppliers of each block, `supplierWords` words each. Where all its variants are single rows,
   * any of them serves the block.
   */
  readonly blockMask: Int32Array;
  readonly supplierCount: number;
  readonly blockCount: number;
  readonly supplierWords: number;
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Makes the tables of a structure. */
export const coverTables = (structure: Structure): CoverTables => {
  const { supplierCount, blockCount, rowCount, variantStart, rowStart, entryStart, entryRow } = structure;
  const supplierWords = wordsFor(supplierCount);
  const rowMask = new Int32Array(rowCount * supplierWords);
  for (let s = 0; s < supplierCount; s += 1) {
    for (let e = entryStart[s] as number; e < (entryStart[s + 1] as number); e += 1) {
      setBit(rowMask, (entryRow[e] as number) * supplierWords, s);
    }
  }
  const rowsOf = (variant: number): readonly number[] =>
    range(rowStart[variant] as number, rowStart[variant + 1] as number);
  const isWithin = (inner: number, outer: number): boolean =>
    range(0, supplierWords).every((word) => {
      const more =
        (rowMask[inner * supplierWords + word] as number) & ~(rowMask[outer * supplierWords + word] as number);
      return more === 0;
    });
  /** Whether suppliers that serve `variant` always serve `other` too. */
  const implies = (variant: number, other: number): boolean =>
    rowsOf(other).every((outer) => rowsOf(variant).some((inner) => isWithin(inner, outer)));
  const needed = (variants: readonly number[]): readonly number[] =>
    variants.reduce<readonly number[]>(
      (kept, variant) =>
        kept.some((other) => implies(variant, other))
          ? kept
          : [...kept.filter((other) => !implies(other, variant)), variant],
      [],
    );
  const blockMask = new Int32Array(blockCount * supplierWords);
  for (let block = 0; block < blockCount; block += 1) {
    const variants = needed(range(variantStart[block] as number, variantStart[block + 1] as number));
    for (const row of variants.flatMap(rowsOf)) {
      for (let s = 0; s < supplierCount; s += 1) {
        if (hasBit(rowMask, row * supplierWords, s)) setBit(blockMask, block * supplierWords, s);
      }
    }
  }
  return { blockMask, supplierCount, blockCount, supplierWords };
};
