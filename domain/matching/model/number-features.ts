/** Digits wherever they stand in a title's words, and what memories hold. */
import { agreement } from './agreement.ts';
import { type FeatureGroup, ofTitles, share, sorted } from './feature-group.ts';

const digitGroups: FeatureGroup = {
  names: ['digit_groups_jaccard', 'digit_groups_lone_less', 'digit_groups_lone_more'],
  measure: (a, b) => {
    const common = a.digitGroups.intersection(b.digitGroups).size;
    const [loneA, loneB] = [a.digitGroups.size - common, b.digitGroups.size - common];
    return [share(common, loneA + loneB + common), ...sorted(loneA, loneB)];
  },
};

const capacities: FeatureGroup = {
  names: ['capacities_agree', 'rates_agree', 'capacities_of_one_side'],
  measure: ({ capacities: a }, { capacities: b }) => [
    agreement(a.sizes, b.sizes),
    agreement(a.rates, b.rates),
    a.sizes.symmetricDifference(b.sizes).size,
  ],
};

/** All of them. */
export const numberGroups: readonly FeatureGroup[] = [ofTitles(digitGroups), capacities];
