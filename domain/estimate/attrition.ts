/** What is bought on top of what is placed, because it is lost in assembly. */

/** How much a line loses; what is left out is none. */
export interface Attrition {
  /** Of its pieces, 0 to 100. */
  readonly percent?: number;
  /** Whatever its pieces, such as for setting up a machine. */
  readonly pieces?: number;
}

/** What an operator says is lost of parts in a package. */
export interface PackageAttrition extends Required<Attrition> {
  /** As `packageKey` gives it. */
  readonly package: string;
}

/** What is lost of a line, and who says so; of a package, which. */
export type AppliedAttrition = Attrition &
  ({ readonly source: 'line' | 'request' } | { readonly source: 'package'; readonly package: string });

/** Pieces to buy for a line that needs some, rounded up. */
export const piecesToBuy = (needed: number, { percent = 0, pieces = 0 }: Attrition): number => {
  // Percent of at most six decimals as an integer, so that 100 pieces at 10 % are 110 and not 111.
  const millionths = Math.round(percent * 1_000_000);
  return needed + Number((BigInt(needed) * BigInt(millionths) + 99_999_999n) / 100_000_000n) + pieces;
};
