/** How rare words are: what two records share counts for more the fewer others have it. */
export interface Vocabulary {
  /**
   * Inverse document frequency: about 0 for a word in every record, `unknownWeight` for one never
   * seen.
   */
  weightOf(word: string): number;
}

/** How many records were read, and in how many of them each word stood. */
export interface WordCounts {
  readonly records: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** A vocabulary from counts, smoothed so that an unknown word is the rarest of all. */
export const createVocabulary = ({ records, counts }: WordCounts): Vocabulary => {
  const weights = new Map<string, number>();
  for (const [word, count] of counts) weights.set(word, Math.log((records + 1) / (count + 1)));
  const unknownWeight = Math.log(records + 1);
  return { weightOf: (word) => weights.get(word) ?? unknownWeight };
};
