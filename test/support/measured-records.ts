import { measurePair } from '../../domain/matching/model/features.ts';
import { figureOf } from '../../domain/matching/model/model.ts';
import { prepareRecord } from '../../domain/matching/model/prepare.ts';
import type { ComparedRecord } from '../../domain/matching/model/record.ts';
import { createVocabulary, type WordCounts } from '../../domain/matching/model/vocabulary.ts';

/** A record that says nothing. */
export const unsaid: ComparedRecord = {
  title: undefined,
  manufacturer: undefined,
  mpn: undefined,
  text: undefined,
  price: undefined,
};

/**
 * Measures pairs of records by a vocabulary, left out: one that knows no word; a figure is asked
 * for by its name.
 */
export const recordMeasurer = (counts: WordCounts = { records: 10, counts: new Map() }) => {
  const vocabulary = createVocabulary(counts);
  return (a: Partial<ComparedRecord>, b: Partial<ComparedRecord>) => {
    const prepared = (given: Partial<ComparedRecord>) => prepareRecord({ ...unsaid, ...given }, vocabulary);
    const figures = measurePair(prepared(a), prepared(b));
    return (name: string): number | undefined => figureOf(figures, name);
  };
};

/** The same of records that say a title and nothing else. */
export const titleMeasurer = (counts?: WordCounts) => {
  const measured = recordMeasurer(counts);
  return (a: string, b: string) => measured({ title: a }, { title: b });
};
