import type { EnrichmentJob } from '../../domain/enrichment/job.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { createStateChanges, type StateChanges } from '../../streams/watch/state-changes.ts';

/** The states of estimates and jobs: published by who works on them, followed by who watches. */
export interface WorkStates {
  readonly estimates: StateChanges<Estimate>;
  readonly jobs: StateChanges<EnrichmentJob>;
}

/** Makes them for a process. */
export const createWorkStates = (bus: Pick<Bus, 'signal' | 'onSignal'>): WorkStates => ({
  estimates: createStateChanges(bus, 'estimate'),
  jobs: createStateChanges(bus, 'enrichment_job'),
});
