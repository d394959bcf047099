/** What found products can be counted by, save for characteristics. */
export const facetFields = ['manufacturer', 'identity_profile_id', 'lifecycle'] as const;

/** What found products are counted by: a field, or the values of one characteristic. */
export type Facet =
  | { readonly kind: 'field'; readonly field: (typeof facetFields)[number] }
  | { readonly kind: 'characteristic'; readonly name: string };

/** In front of the name of a characteristic, where facets are named. */
const characteristicPrefix = 'characteristics.';

/** The facet of a name such as `lifecycle` or `characteristics.tolerance`; undefined when there is none. */
export const facetOf = (name: string): Facet | undefined => {
  const field = facetFields.find((each) => each === name);
  if (field !== undefined) return { kind: 'field', field };
  const isCharacteristic = name.startsWith(characteristicPrefix) && name.length > characteristicPrefix.length;
  return isCharacteristic ? { kind: 'characteristic', name: name.slice(characteristicPrefix.length) } : undefined;
};

/** The products of which a value holds. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** The counts of one search. */
export interface FacetCounts {
  /** The counts of each facet in the order asked for: the most frequent values, most frequent first, then by value. */
  readonly facets: readonly (readonly FacetCount[])[];
  /** Products that were counted. */
  readonly counted: number;
  /** Whether there are more products than were counted, so that every count is one of at least so many. */
  readonly atLeast: boolean;
}

/** Most products that are counted. */
export const countedAtMost = 10_000;

/** Most values of one facet. */
export const facetValuesAtMost = 50;
