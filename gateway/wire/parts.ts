import { createLineResolver } from '../../domain/estimate/resolve/line-resolver.ts';
import { nudgeConnectors } from '../../streams/connector-commands.ts';
import type { MatchPartsDependencies } from '../parts/match-parts.ts';
import { matchPolicy } from './matching.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** What parts are found with, and suppliers asked about those that are unknown. */
export const partSources = ({
  stores: { lineCatalogue: catalogue, lineChoices: choices, partWants: wants },
  bus,
}: Pick<WorkerDependencies, 'stores' | 'bus'>): Pick<MatchPartsDependencies, 'resolver' | 'lookUps'> => ({
  resolver: createLineResolver({ catalogue, choices, strategies: matchPolicy.strategies }),
  lookUps: { wants, nudge: (supplierId) => nudgeConnectors(bus, supplierId), suppliers: catalogue.suppliers },
});
