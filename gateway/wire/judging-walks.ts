import { judgeWalks } from '../../actors/connector/judge-walks.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { supplierHeader } from '../../streams/codec/codec.ts';
import { changedOffersSignal, normalizerConsumer } from '../../streams/normalizer/normalizer.ts';
import { newContext } from './new-ids.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Soon enough after a walk, which takes minutes and is made every few hours. */
const judgeEveryMs = 10_000;

const judgingDeadlineMs = 120_000;

/** Waiting observations that are told apart by supplier. */
const mostCounted = 20_000;

/** Withdraws, again and again, what full walks no longer hold. */
export const startJudgingWalks = ({ stores, bus, log, now, teardown }: WorkerDependencies): void => {
  const { stream, durable } = normalizerConsumer;
  const judging = startPeriodic({
    what: 'judging what full walks no longer hold',
    everyMs: judgeEveryMs,
    deadlineMs: judgingDeadlineMs,
    work: (signal) =>
      judgeWalks(
        {
          withdrawals: stores.withdrawals,
          waiting: async () => {
            const left = await bus.lagBy({ stream, durable, header: supplierHeader, atMost: mostCounted });
            const all = [...left.values()].reduce((sum, count) => sum + count, 0);
            return all > mostCounted ? undefined : left;
          },
          onWithdrawn: (ids) => bus.signal(changedOffersSignal, Buffer.from(JSON.stringify(ids))),
          newContext,
          log,
          now,
        },
        signal,
      ),
    onError: (error) => log.warn('ingestion.walks.failed', { err: error }),
  });
  teardown.add('judging of walks', judging.stop);
};
