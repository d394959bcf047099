/** What variants, years, versions and series say of a pair; see `variants.ts`. */
import { agreement } from './agreement.ts';
import { type FeatureGroup, sorted } from './feature-group.ts';
import { variantKinds } from './variants.ts';

type Terms = ReadonlySet<string>;

const noTerms: Terms = new Set();

/** Variants by kind: whether they agree, and how many only one side names in all. */
const variants: FeatureGroup = {
  names: [...variantKinds.map((kind) => `${kind}_agrees`), 'variants_common', 'variants_of_one_side'],
  measure: (a, b) => {
    let [common, lone] = [0, 0];
    const agreements = variantKinds.map((kind) => {
      const [own, other] = [a.variants.get(kind) ?? noTerms, b.variants.get(kind) ?? noTerms];
      const shared = own.intersection(other).size;
      common += shared;
      lone += own.size + other.size - 2 * shared;
      return agreement(own, other);
    });
    return [...agreements, common, lone];
  },
};

const lone = (own: Terms, otherText: string): number => [...own].filter((term) => !otherText.includes(term)).length;

/** Years and versions, short words of letters and digits, and the digits of model tokens. */
const series: FeatureGroup = {
  names: [
    'years_agree',
    'versions_agree',
    'mixed_words_agree',
    'mixed_lone_less',
    'mixed_lone_more',
    'digit_runs_agree',
    'digit_runs_lone_less',
    'digit_runs_lone_more',
  ],
  measure: (a, b) => [
    agreement(a.years, b.years),
    agreement(a.versions, b.versions),
    agreement(a.mixedWords, b.mixedWords),
    ...sorted(lone(a.mixedWords, b.squeezedAll), lone(b.mixedWords, a.squeezedAll)),
    agreement(a.digitRuns, b.digitRuns),
    ...sorted(lone(a.digitRuns, b.squeezedAll), lone(b.digitRuns, a.squeezedAll)),
  ],
};

/** All of them. */
export const variantGroups: readonly FeatureGroup[] = [variants, series];
