import type { BenchmarkRow, Comparison, Sample } from '../benchmark.ts';
import { compare } from '../benchmark.ts';
import { processorSeconds } from '../processor-time.ts';

/** Work and processor time of one side, over all of its rounds but those that warm up. */
interface Spent {
  work: number;
  seconds: number;
}

/** Two sides, and whose processor time counts. */
export interface PeerComparison extends Comparison {
  /**
   * Both sides are servers of their own, and this process only asks them: what it spends does not
   * count.
   */
  readonly areServers?: boolean;
}

const measured = (side: () => Promise<Sample>, { warmUpRounds = 1, areServers = false }: PeerComparison) => {
  const spent: Spent = { work: 0, seconds: 0 };
  let round = 0;
  return {
    spent,
    run: async (): Promise<Sample> => {
      const before = await processorSeconds();
      const sample = await side();
      const after = await processorSeconds();
      round += 1;
      if (round > warmUpRounds) {
        spent.work += sample.work;
        spent.seconds += after.children - before.children + (areServers ? 0 : after.own - before.own);
      }
      return sample;
    },
  };
};

/**
 * Ours beside another product, in alternating rounds: what each gets done a second, and what each
 * gets done for a second of processor time, the database's included. The second tells more on a
 * machine that has other work to do.
 */
export const comparePeers = async (comparison: PeerComparison): Promise<readonly BenchmarkRow[]> => {
  const ours = measured(comparison.ours, comparison);
  const limit = measured(comparison.limit, comparison);
  const row = await compare({ ...comparison, ours: ours.run, limit: limit.run });
  const [mine, theirs] = [ours.spent, limit.spent].map(({ work, seconds }) => work / seconds) as [number, number];
  const unit = `${comparison.unit.replace(/\/s$/, '')}/s of processor time`;
  return [
    row,
    { ...row, name: `${row.name}, by processor time`, ours: mine, limit: theirs, ratio: mine / theirs, unit },
  ];
};
