import { judgeWalks } from '../../actors/connector/judge-walks.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { sessionLock } from '../../storage/pool/session-lock.ts';
import { supplierHeader } from '../../streams/codec/codec.ts';
import { changedOffersSignal, normalizerConsumer } from '../../streams/normalizer/normalizer.ts';
import { newContext } from './new-ids.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Soon enough after a walk, which takes minutes and is made every few hours. */
const judgeEveryMs = 10_000;

const judgingDeadlineMs = 120_000;

/** Waiting observations that are told apart by supplier. */
const mostCounted = 20_000;

/** One process judges at a time; two, for a moment, only do the same twice. */
const judgingLock = 7_200_157;

/** Withdraws, again and again, what full walks no longer hold. */
export const startJudgingWalks = (surroundings: WorkerDependencies): void => {
  const { stores, bus, log, now, databaseUrl, isAlone, teardown } = surroundings;
  const { stream, durable } = normalizerConsumer;
  const lock = sessionLock(databaseUrl, judgingLock);
  const judging = startPeriodic({
    what: 'judging what full walks no longer hold',
    everyMs: judgeEveryMs,
    deadlineMs: judgingDeadlineMs,
    work: async (signal) => {
      if (!isAlone && !(await lock.hold())) return;
      await judgeWalks(
        {
          withdrawals: stores.withdrawals,
          waiting: async () => {
            const left = await bus.lagBy({ stream, durable, header: supplierHeader, atMost: mostCounted });
            const all = [...(left?.values() ?? [])].reduce((sum, count) => sum + count, 0);
            return all > mostCounted ? undefined : left;
          },
          onWithdrawn: (ids) => bus.signal(changedOffersSignal, Buffer.from(JSON.stringify(ids))),
          newContext,
          log,
          now,
        },
        signal,
      );
    },
    onError: (error) => log.warn('ingestion.walks.failed', { err: error }),
  });
  teardown.add('right to judge walks', lock.release);
  teardown.add('judging of walks', judging.stop);
};
