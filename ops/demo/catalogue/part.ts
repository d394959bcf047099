/** What a demo product is. */

/** What a part is called. */
export interface PartName {
  readonly manufacturer: string;
  readonly mpn: string;
}

/** A part as its number describes it. */
export interface Part extends PartName {
  readonly description: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** How the maker packs this number; undefined when the number does not say. */
  readonly packaging: string | undefined;
  /** Pieces in one full pack. */
  readonly packQuantity: number;
  /** What one piece costs in small quantity, in millionths of a euro. */
  readonly typicalPriceMicros: number;
}

/** A place in a part's life. */
export type Lifecycle = 'new' | 'active' | 'deprecated' | 'discontinued';

/** A part with its place in its life. */
export interface DemoProduct extends Part {
  /** Undefined when the source does not tell. */
  readonly lifecycle: Lifecycle | undefined;
  /** The number of the same maker that is made instead; undefined when nothing replaces it. */
  readonly replacedByMpn: string | undefined;
}

/** Products by position. Nothing is kept: each is made when asked for, always the same. */
export interface Catalogue extends Iterable<DemoProduct> {
  readonly size: number;
  /** The product at a position from 0 to `size - 1`; throws RangeError outside. */
  at(position: number): DemoProduct;
  /** Its maker and number alone, which takes less. */
  nameAt(position: number): PartName;
  /**
   * The positions that a number, as `mpnKey` writes it, may be at; left out: it is indexed when one
   * is first asked for.
   */
  positionsOf?(number: string): readonly number[];
}
