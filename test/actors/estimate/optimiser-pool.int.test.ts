import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { optimiserPool } from '../../../actors/estimate/optimiser-pool.ts';
import type { Basket } from '../../../domain/estimate/basket.ts';
import { optimise } from '../../../domain/estimate/optimise.ts';
import { type EstimateShape, randomEstimate } from '../../support/estimates.ts';
import { seededRandom } from '../../support/random.ts';

const shape: EstimateShape = {
  lines: 60,
  suppliers: 15,
  offersPerLine: 6,
  maxPieces: 500,
  scarcity: 0.1,
  maxOrderCost: 500_000,
  orderMultiples: [1, 5, 10],
  breakSpread: 20,
  linesPerGroup: 4,
};
const problem = randomEstimate(seededRandom(7), shape);
/** Fewest of many suppliers: minutes of search. */
const endless = randomEstimate(seededRandom(7), { ...shape, lines: 600, suppliers: 120, scarcity: 0.3 });
const never = new AbortController().signal;

test('a thread finds the basket that the search finds, and reports better ones on the way', async () => {
  const reported: Basket[] = [];
  const task = { problem, mode: 'min_price', timeLimitMs: 60_000 } as const;
  const basket = await optimiserPool(1).optimise({
    customerId: 'acme',
    task,
    onBetter: (better) => reported.push(better),
    signal: never,
  });
  expect(basket).toEqual(optimise(problem, { mode: 'min_price', isOver: () => false }));
  expect(reported.at(-1)?.objective).toEqual(basket.objective);
});

test('at its time limit a search answers with the best basket known and an honest gap', async () => {
  const task = { problem: endless, mode: 'min_suppliers', timeLimitMs: 500 } as const;
  const { certificate } = await optimiserPool(1).optimise({
    customerId: 'acme',
    task,
    onBetter: () => {},
    signal: never,
  });
  expect(certificate.isFirstAimProven).toBe(false);
  expect(certificate.lowerBound).toBeLessThanOrEqual(certificate.objective);
});

test('cancelling ends a running search, drops a waiting one, and gives the place to the next', async () => {
  const pool = optimiserPool(1);
  const long = { problem: endless, mode: 'min_suppliers', timeLimitMs: 600_000 } as const;
  const running = new AbortController();
  const waiting = new AbortController();
  const started = Promise.withResolvers<void>();
  const first = pool.optimise({
    customerId: 'acme',
    task: long,
    onBetter: () => started.resolve(),
    signal: running.signal,
  });
  const second = pool.optimise({ customerId: 'acme', task: long, onBetter: () => {}, signal: waiting.signal });
  const third = pool.optimise({
    customerId: 'acme',
    task: { ...long, problem, timeLimitMs: 60_000 },
    onBetter: () => {},
    signal: never,
  });
  await started.promise;
  waiting.abort(new Error('second cancelled'));
  running.abort(new Error('first cancelled'));
  await expect(first).rejects.toThrow('first cancelled');
  await expect(second).rejects.toThrow('second cancelled');
  await expect(third).resolves.toMatchObject({ certificate: { gap: 0 } });
});

test('what cannot be counted exactly is refused as such, and the thread takes the next task', async () => {
  const pool = optimiserPool(1);
  const dear = problem.lines.map((line) => ({
    ...line,
    offers: line.offers.map((offer) => ({ ...offer, breaks: [{ minQuantity: 1, unitPrice: 2 ** 50 }] })),
  }));
  const task = { problem, mode: 'min_price', timeLimitMs: 60_000 } as const;
  const run = (lines: typeof problem.lines) =>
    pool.optimise({
      customerId: 'acme',
      task: { ...task, problem: { ...problem, lines } },
      onBetter: () => {},
      signal: never,
    });
  await expect(run(dear)).rejects.toMatchObject({ kind: 'too_large' });
  await expect(run(problem.lines)).resolves.toMatchObject({ certificate: { gap: 0 } });
});

test('a process whose searches have ended ends by itself: a thread that waits keeps none alive', async ({ signal }) => {
  const program = join(import.meta.dirname, 'optimise-once-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { signal });
  expect(Number(stdout)).toBeGreaterThan(0);
});
