import type { SearchCounts as Counted } from '../../domain/catalog/ports.ts';
import type { SearchCounts } from '../../proto/gen/svc/public/v1/catalog.ts';

/** The contract's form of the counts of a search. */
export const toSearchCounts = ({ counted, isCapped, facets }: Counted): SearchCounts => ({
  counted,
  isCapped,
  facets: facets.map(({ facet, values }) => ({ name: facet, values: [...values] })),
});
