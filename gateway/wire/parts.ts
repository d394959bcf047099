import { createLineResolver } from '../../domain/estimate/resolve/line-resolver.ts';
import type { MatchPartsDependencies } from '../parts/match-parts.ts';
import { matchPolicy } from './matching.ts';
import type { Stores } from './stores.ts';

/** What parts are found in, and how connectors are told of what is wanted. */
interface PartSources {
  readonly stores: Pick<Stores, 'lineCatalogue' | 'lineChoices' | 'partWants'>;
  readonly nudge: (supplierId: string) => void;
}

/** What parts are found with, and suppliers asked about those that are unknown. */
export const partSources = ({
  stores: { lineCatalogue: catalogue, lineChoices: choices, partWants: wants },
  nudge,
}: PartSources): Pick<MatchPartsDependencies, 'resolver' | 'lookUps'> => ({
  resolver: createLineResolver({ catalogue, choices, strategies: matchPolicy.strategies }),
  lookUps: { wants, nudge, suppliers: catalogue.suppliers },
});
