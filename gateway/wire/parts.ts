import { createLineResolver } from '../../domain/estimate/resolve/line-resolver.ts';
import type { MatchPartsDependencies } from '../parts/match-parts.ts';
import { matchPolicy } from './matching.ts';
import type { Stores } from './stores.ts';

/** What parts are found with. */
export const partSources = ({
  lineCatalogue: catalogue,
  lineChoices: choices,
}: Stores): Pick<MatchPartsDependencies, 'resolver'> => ({
  resolver: createLineResolver({ catalogue, choices, strategies: matchPolicy.strategies }),
});
