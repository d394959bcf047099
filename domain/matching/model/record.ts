/**
 * What an offer or a product says of itself, as far as two of them are compared. An absent field is
 * unknown.
 */
export interface ComparedRecord {
  /** What it is called: a title or a short description. */
  readonly title: string | undefined;
  readonly manufacturer: string | undefined;
  /** The maker's part or model number. */
  readonly mpn: string | undefined;
  /** What else is said of it: a long description, a category, characteristics. */
  readonly text: string | undefined;
  /** The price of one, in whatever currency both sides share; undefined where they may not. */
  readonly price: number | undefined;
}
