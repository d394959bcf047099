import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMatcher } from '../../../actors/guardian.ts';
import type { MatcherMessage } from '../../../actors/matching/matcher.ts';
import type { ActorSystem, Handle } from '../../../actors/runtime/handle.ts';
import { createActorSystem } from '../../../actors/runtime/system.ts';
import { unavailable } from '../../../domain/errors.ts';
import type { MatchStore } from '../../../domain/matching/ports.ts';
import { matchPolicy } from '../../../gateway/wire/matching.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createMetrics, type Metrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { observation, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { type RecordingLogger, recordingLogger } from '../../support/recording-logger.ts';
import { testSealer } from '../../support/sealer.ts';
import { recordingObserver } from '../runtime/harness.ts';

describe('the matcher', () => {
  let database: TestDatabase;
  let store: MatchStore;
  let system: ActorSystem;
  let metrics: Metrics;
  let log: RecordingLogger;

  beforeAll(async () => {
    database = await testDatabase();
    await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
    store = createMatchStore(database.pool.sql);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.sql`truncate offer cascade`;
    metrics = createMetrics('test');
    log = recordingLogger();
    system = createActorSystem({ now: () => new Date(), random: () => 0, observer: recordingObserver().observer });
  });
  afterEach(() => system.stop(5_000));

  const anHourMs = 3_600_000;

  /** Starts it; unless told otherwise it goes on by nudges alone. */
  const start = (on: MatchStore = store, lookEveryMs = anHourMs): Handle<MatcherMessage> =>
    startMatcher(system, {
      store: on,
      policy: matchPolicy,
      metrics,
      log,
      newContext: () => untraced,
      now: () => new Date(),
      lookEveryMs,
    });

  /**
   * Lets so many offers be seen, each of a part of its own; one without a maker is no known
   * product.
   */
  const seeOffers = (count: number, prefix: string, manufacturer = 'Yageo') =>
    createObservationStore(database.pool.sql).apply(
      Array.from({ length: count }, (_, at) =>
        observation(`${prefix}-${at}`, {
          description: { mpn: `${prefix}${at}`, ...(manufacturer === '' ? {} : { manufacturer }) },
        }),
      ),
      untraced,
    );

  const matched = async (): Promise<number> => {
    const [row] = await database.pool.sql<{ count: number }[]>`
      select count(*)::int as count from offer where product_id is not null`;
    return row?.count ?? 0;
  };

  it('works off everything that waits, batch after batch without a rest, and counts what it decides', async () => {
    await seeOffers(2_300, 'BACKLOG');
    await seeOffers(7, 'NAMELESS', '');
    start();
    // A rest between the batches would be longer than the test.
    await eventually(async () => (await matched()) === 2_300);
    await eventually(async () => {
      const decisions = await metrics.matching.decisions.get();
      const counted = Object.fromEntries(decisions.values.map(({ labels, value }) => [labels.confidence, value]));
      expect(counted).toEqual({ exact: 2_300, unmatched: 7 });
    });
    expect(await store.sizes()).toEqual({ backlog: 0, orphans: 7, doubtful: 0 });
    const durations = await metrics.matching.decisionDuration.get();
    expect(durations.values.find(({ metricName }) => metricName?.endsWith('_count'))?.value).toBe(2_307);
  });

  it('takes up new offers when nudged, also when the nudge comes in the middle of a batch', async () => {
    const release = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let batches = 0;
    const matcher = start({
      ...store,
      backlog: async (limit) => {
        const offers = await store.backlog(limit);
        batches += 1;
        if (batches === 1) {
          begun.resolve();
          await release.promise;
        }
        return offers;
      },
    });
    await begun.promise;
    await seeOffers(3, 'MIDDLE');
    matcher.tell({ kind: 'nudge' });
    release.resolve();
    await eventually(async () => (await matched()) === 3);
    await seeOffers(3, 'IDLE');
    matcher.tell({ kind: 'nudge' });
    await eventually(async () => (await matched()) === 6);
  });

  it('looks by itself when nobody nudges it', async () => {
    start(store, 50);
    await seeOffers(1, 'UNANNOUNCED');
    await eventually(async () => (await matched()) === 1);
  });

  it('pauses when the store fails, leaves the batch undecided, and decides it once the store is back', async () => {
    await seeOffers(5, 'OUTAGE');
    const waiting: number[] = [];
    start({
      ...store,
      record: async (...decisions) => {
        waiting.push((await store.sizes()).backlog);
        if (waiting.length <= 2) throw unavailable('the database', 10);
        return store.record(...decisions);
      },
    });
    await eventually(async () => (await matched()) === 5);
    expect(waiting).toEqual([5, 5, 5]);
    expect(log.events.filter((event) => event === 'matching.failed')).toHaveLength(2);
    await eventually(async () => (await metrics.matching.decisions.get()).values[0]?.value === 5);
  });
});
