/** Optimises one small estimate on a thread of the pool, prints its cost, and has nothing left. */
import { optimiserPool } from '../../../actors/estimate/optimiser-pool.ts';
import { randomEstimate } from '../../support/estimates.ts';
import { seededRandom } from '../../support/random.ts';

const problem = randomEstimate(seededRandom(7), {
  lines: 20,
  suppliers: 5,
  offersPerLine: 4,
  maxPieces: 500,
  scarcity: 0.1,
  maxOrderCost: 500_000,
  orderMultiples: [1, 5, 10],
  breakSpread: 20,
  linesPerGroup: 4,
});
const { objective } = await optimiserPool(1).optimise({
  customerId: 'acme',
  task: { problem, mode: 'min_price', timeLimitMs: 60_000 },
  onBetter: () => undefined,
  signal: new AbortController().signal,
});
process.stdout.write(`${objective.total}\n`);
