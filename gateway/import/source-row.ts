/** A row of a file as it stands there, or what stands in its place. */
export type SourceRow<Content> =
  | {
      readonly kind: 'row';
      /** The line on which it begins, from 1. */
      readonly line: number;
      readonly content: Content;
    }
  | { readonly kind: 'malformed'; readonly line: number; readonly raw: string; readonly reason: string };

/** A row with its cells under the names of their columns, in the order of the file. */
export interface NamedRow {
  readonly line: number;
  readonly cells: readonly (readonly [name: string, value: string])[];
}
