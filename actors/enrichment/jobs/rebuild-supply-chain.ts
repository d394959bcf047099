import type { TraceChange } from '../../../domain/enrichment/job.ts';
import type { JobOutcome, StoredTraces, TraceResult } from '../../../domain/enrichment/ports.ts';
import type { JobKind } from '../job-kind.ts';

/** What rebuilding needs from outside. */
export interface RebuildDependencies {
  readonly traces: StoredTraces;
  readonly now: () => Date;
}

/** How far it has come. */
interface Checkpoint {
  readonly known: number;
  readonly offers: number;
  readonly changed: number;
  readonly changes: readonly TraceChange[];
  readonly lastOfferId: string | undefined;
}

const offersAtOnce = 500;

/** Changes that are told one by one; the others are counted. */
const maxReportedChanges = 100;

const outcomeOf = ({ offers, changed, changes }: TraceResult): JobOutcome => ({
  kind: 'completed',
  result: { counts: { offers, changed }, changes },
});

/**
 * Computes the supply-chain traces of a target's offers anew, some hundred at a time, and tells
 * what is another than before.
 */
export const rebuildSupplyChain = ({ traces, now }: RebuildDependencies): JobKind => ({
  step: async ({ job, checkpoint }) => {
    const before = (checkpoint as Checkpoint | undefined) ?? {
      known: await traces.count(job.target),
      offers: 0,
      changed: 0,
      changes: [],
      lastOfferId: undefined,
    };
    const rebuilt = await traces.rebuild(job, before.lastOfferId, offersAtOnce, now());
    const offers = before.offers + rebuilt.offers;
    const changed = before.changed + new Set(rebuilt.changes.map(({ offerId }) => offerId)).size;
    const changes = [...before.changes, ...rebuilt.changes].slice(0, maxReportedChanges);
    if (rebuilt.lastOfferId === undefined) {
      const resultsByCustomer = await traces.resultsByCustomer(job, maxReportedChanges);
      const result = { counts: { offers, changed }, changes };
      return {
        kind: 'done',
        result,
        told: new Map([...resultsByCustomer].map(([id, seen]) => [id, outcomeOf(seen)])),
      };
    }
    const after: Checkpoint = { known: before.known, offers, changed, changes, lastOfferId: rebuilt.lastOfferId };
    return { kind: 'continues', progress: { done: offers, known: before.known }, checkpoint: after, waitMs: 0 };
  },
});
