/**
 * Estimates through the API: from the request to the `ready` version at the watcher, over a service
 * in a process of its own. Each row is one mode over random estimates of 200 lines, 30 suppliers
 * and 8 offers a line with breaks, multiples and short stock; `ours` is how many were ready within
 * a second with gap 0, of as many as `limit` says.
 *
 * The last row prices single offers at a fixed rate while ten estimates are always under way,
 * beside the same with none. What was put into the database is worked off, and one estimate of each
 * mode made, before anything is measured.
 */

import { type OptimizationMode, optimizationModes } from '../domain/estimate/modes/modes.ts';
import type { EstimateProblem } from '../domain/estimate/problem.ts';
import { offerId } from '../domain/ids.ts';
import type { Service } from '../test/support/service.ts';
import { type BenchmarkRow, openLoop, percentile, type Sample } from './benchmark.ts';
import { requestOne } from './estimate-client.ts';
import { keepEstimating } from './estimate-load.ts';
import { bodyOf, clientOf, numberOf, shape, withEstimateMarkets } from './estimate-markets.ts';

const estimates = 20;
/** Under way at a time while prices are asked for. */
const estimatesBeside = 10;

const allowedMs = 1_000;

const measure = async (
  service: Service,
  problems: readonly EstimateProblem[],
  mode: OptimizationMode,
): Promise<BenchmarkRow> => {
  const runs: { readonly ms: number; readonly isProven: boolean }[] = [];
  for (const [seed, problem] of problems.entries())
    runs.push(await requestOne(clientOf(service), bodyOf(seed, problem, mode)));
  const times = runs.map(({ ms }) => ms);
  const good = runs.filter(({ ms, isProven }) => isProven && ms <= allowedMs).length;
  return {
    name: `estimate ${shape.lines}x${shape.suppliers} ${mode} request to ready`,
    ours: good,
    limit: runs.length,
    ratio: good / runs.length,
    unit: 'proven in 1 s',
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    limitP50: allowedMs,
    limitP95: allowedMs,
    limitP99: allowedMs,
  };
};

const pricesPerSecond = 200;
const pricesMs = 6_000;

/** Prices at a fixed rate, as many requests as are due whether answered or not. */
const priceOffers = (service: Service, { lines }: EstimateProblem): Promise<Sample> => {
  const ids = lines.flatMap((line) =>
    line.offers.map((offer) => offerId(offer.sellerId, `${numberOf(0, line)}-${offer.id}`)),
  );
  let at = 0;
  const { httpUrl, headers } = clientOf(service);
  const call = async (): Promise<number> => {
    at = (at + 1) % ids.length;
    const body = JSON.stringify({ offer_id: ids[at], quantity: 100 });
    const answer = await fetch(`${httpUrl}/v1/pricing`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.arrayBuffer();
    return 1;
  };
  return openLoop({ rate: pricesPerSecond, durationMs: pricesMs, call });
};

const pricesMeanwhile = async (service: Service, problems: readonly EstimateProblem[]): Promise<BenchmarkRow> => {
  const [first] = problems;
  if (first === undefined) throw new Error('there are no estimates');
  await priceOffers(service, first);
  const alone = await priceOffers(service, first);
  const bodies = problems.map((problem, seed) => bodyOf(seed, problem, 'min_price'));
  const stopEstimating = keepEstimating({ client: clientOf(service), bodies });
  const beside = await priceOffers(service, first);
  await stopEstimating();
  const [ours, limit] = [beside.work / beside.seconds, alone.work / alone.seconds];
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(beside.latenciesMs, share));
  const [limitP50, limitP95, limitP99] = [0.5, 0.95, 0.99].map((share) => percentile(alone.latenciesMs, share));
  return {
    name: `POST /v1/pricing while ${problems.length} estimates run, beside none`,
    ours,
    limit,
    ratio: ours / limit,
    unit: 'requests/s',
    p50: p50 ?? 0,
    p95: p95 ?? 0,
    p99: p99 ?? 0,
    limitP50: limitP50 ?? 0,
    limitP95: limitP95 ?? 0,
    limitP99: limitP99 ?? 0,
  };
};

/** One estimate in every mode: what a process does for the first time takes it longer. */
const warmUp = async (service: Service, [first]: readonly EstimateProblem[]): Promise<void> => {
  if (first === undefined) throw new Error('there are no estimates');
  for (const mode of optimizationModes) await requestOne(clientOf(service), bodyOf(0, first, mode));
};

/** Requests of estimates in every mode, one after the other; then prices beside them. */
export const estimateRequests = (): Promise<readonly BenchmarkRow[]> =>
  withEstimateMarkets(estimates, async (service, problems) => {
    await warmUp(service, problems);
    const rows: BenchmarkRow[] = [];
    for (const mode of optimizationModes) rows.push(await measure(service, problems, mode));
    return [...rows, await pricesMeanwhile(service, problems.slice(0, estimatesBeside))];
  });
