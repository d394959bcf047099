/**
 * How a product came to be found. Each kind has a rank of its own, and kinds are listed in the order of their ranks; the database
 * function `search_products` gives the same ranks.
 */
export type MatchKind =
  /** The number, separators apart: `1.5SMC6.8CA` for `1.5smc-6.8ca`. */
  | 'exact'
  /** The number in letters and digits alone: `1.5SMC6.8CA` for `15SMC68CA`. */
  | 'compact'
  /** A number that begins with it. */
  | 'prefix'
  /** A number that holds it further inside. */
  | 'fragment'
  /** A number that is one slip away: a character wrong, missing or too many, or two neighbours changed over. */
  | 'typo'
  /** All of the words, in maker, number and description. */
  | 'words';

/** The kinds from best to worst, each with the lowest rank that it has. */
const kinds: readonly (readonly [MatchKind, number])[] = [
  ['exact', 1],
  ['compact', 0.95],
  ['prefix', 0.5],
  ['fragment', 0.45],
  ['typo', 0.35],
  ['words', 0],
];

/** The kind of a rank from 0 to 1. */
export const matchKindOf = (rank: number): MatchKind => kinds.find(([, lowest]) => rank >= lowest)?.[0] ?? 'words';
