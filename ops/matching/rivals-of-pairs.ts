import { noRival, rivalsIn } from '../../domain/matching/model/rivals.ts';
import type { LabelledPair } from './read-pairs.ts';

/**
 * The best rival of each pair, in the order of the pairs: of all others of its set that have one of
 * its two records, the one that fares best. A record is known by all that it says. The sets compare
 * two catalogues, so either side's record is to be matched once.
 */
export const rivalsOfPairs = (
  pairs: readonly (Pick<LabelledPair, 'a' | 'b'> & { readonly set: string })[],
  logOdds: readonly number[],
): readonly number[] => {
  const rivals = pairs.map(() => noRival);
  for (const side of ['a', 'b'] as const) {
    const groups = Map.groupBy(pairs.keys(), (at) => JSON.stringify([pairs[at]?.set, pairs[at]?.[side]]));
    for (const group of groups.values()) {
      const own = rivalsIn(group.map((at) => logOdds[at] ?? noRival));
      for (const [place, at] of group.entries()) rivals[at] = Math.max(rivals[at] ?? noRival, own[place] ?? noRival);
    }
  }
  return rivals;
};
