import type { MatcherDependencies } from '../../actors/matching/matcher.ts';
import { createStepper, type RematcherDependencies } from '../../actors/matching/rematcher.ts';
import { decideOffer } from '../../domain/matching/decide-offer.ts';
import type { MatchReview } from '../../domain/matching/ports.ts';
import type { RematchRuns } from '../../domain/matching/rematch-ports.ts';
import { matchPolicy } from '../../gateway/wire/matching.ts';
import { createMatchReview } from '../../storage/matching/match-review.ts';
import { createMatchStore } from '../../storage/matching/match-store.ts';
import { createRematchRuns } from '../../storage/matching/rematch-runs.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import { untraced } from './event-samples.ts';
import type { TestDatabase } from './postgres.ts';
import { type RecordingLogger, recordingLogger } from './recording-logger.ts';

/**
 * The matching of one process over a test's database, worked by hand: nothing happens unless the
 * test says so.
 */
export interface MatchingWorld {
  readonly review: MatchReview;
  readonly runs: RematchRuns;
  readonly metrics: Metrics;
  readonly log: RecordingLogger;
  /** Decides what waits, a batch of so many; returns how many there were. */
  matchBatch(size?: number): Promise<number>;
  /** Makes one step of whatever run is due. */
  step(): ReturnType<ReturnType<typeof createStepper>>;
  /** Works until nothing is left to do. */
  settle(): Promise<void>;
  /** The product and confidence of each offer. */
  matches(): Promise<ReadonlyMap<string, { readonly productId: string | undefined; readonly confidence: string }>>;
}

const dayMs = 86_400_000;

/** Creates the matching of a process; those of one database have owners of their own. */
export const matchingWorld = (
  { pool }: TestDatabase,
  owner = 'test',
  now: () => Date = () => new Date(),
): MatchingWorld => {
  const store = createMatchStore(pool.sql);
  const runs = createRematchRuns(pool.sql, { settleMs: 0 });
  const log = recordingLogger();
  const metrics = createMetrics('test');
  const shared: MatcherDependencies = {
    store,
    policy: matchPolicy,
    metrics,
    log,
    newContext: () => untraced,
    now,
  };
  const rematcher: RematcherDependencies = { ...shared, store, runs, owner, periodicMs: dayMs };
  const step = createStepper(rematcher);
  const matchBatch = async (size = 100): Promise<number> => {
    const offers = await store.backlog(size);
    const evidence = await store.evidence(offers);
    await store.record(
      offers.map((offer) => decideOffer(offer, evidence, matchPolicy)),
      untraced,
      new Date(),
    );
    return offers.length;
  };
  return {
    review: createMatchReview(pool.sql),
    runs,
    metrics,
    log,
    matchBatch,
    step,
    settle: async () => {
      let isDone = false;
      while (!isDone) {
        const decided = await matchBatch();
        isDone = (await step()) === 'nothing_to_do' && decided === 0;
      }
    },
    matches: async () => {
      const rows = await pool.sql<{ id: string; product_id: string | null; match_confidence: string }[]>`
        select id, product_id, match_confidence from offer order by id`;
      return new Map(
        rows.map((row) => [row.id, { productId: row.product_id ?? undefined, confidence: row.match_confidence }]),
      );
    },
  };
};
