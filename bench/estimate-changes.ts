/**
 * What a change of an estimate costs beside a new one, through the API: random estimates of 200
 * lines, 30 suppliers and 8 offers a line.
 *
 * - `change to ready`: from a PATCH to the `ready` version at the watcher, beside the request of
 *   the same estimate; `ours` and `limit` are milliseconds in the median, so that a ratio below 1
 *   is what a change saves. The goal is 1 s.
 * - `ten quantities`: one request that asks for ten build quantities, beside three that ask for one
 *   each; `ours` and `limit` are milliseconds of all of them. The goal is a ratio below 1.
 */

import type { EstimateProblem } from '../domain/estimate/problem.ts';
import type { Service } from '../test/support/service.ts';
import { type Benchmark, type BenchmarkRow, percentile } from './benchmark.ts';
import { changeOne, requestOne } from './estimate-client.ts';
import { bodyOf, clientOf, shape, withEstimateMarkets } from './estimate-markets.ts';

const estimates = 5;

/** The build quantities of a sweep, and three of them that are asked for alone. */
const quantities = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const singles = [1, 5, 10];

/** What a person changes: each kind once for every estimate. */
const changes: Readonly<Record<string, (problem: EstimateProblem) => object>> = {
  'a quantity': ({ lines: [line] }) => ({ lines: [{ number: 1, quantity: (line?.pieces ?? 1) + 50 }] }),
  'an excluded seller': ({ lines: [line] }) => ({ exclude: { supplier_ids: [line?.offers[0]?.sellerId] } }),
  'the mode': () => ({ optimization_mode: 'min_suppliers' }),
};

const rowOf = (name: string, ours: readonly number[], limit: readonly number[]): BenchmarkRow => ({
  name: `estimate ${shape.lines}x${shape.suppliers} ${name}`,
  ours: Math.round(percentile(ours, 0.5)),
  limit: Math.round(percentile(limit, 0.5)),
  ratio: percentile(ours, 0.5) / percentile(limit, 0.5),
  unit: 'ms',
  p50: percentile(ours, 0.5),
  p95: percentile(ours, 0.95),
  p99: percentile(ours, 0.99),
  limitP50: percentile(limit, 0.5),
  limitP95: percentile(limit, 0.95),
  limitP99: percentile(limit, 0.99),
});

const measureChanges = async (service: Service, problems: readonly EstimateProblem[]): Promise<BenchmarkRow[]> => {
  const client = clientOf(service);
  const requests: number[] = [];
  const times = new Map(Object.keys(changes).map((name) => [name, [] as number[]]));
  for (const [seed, problem] of problems.entries()) {
    const { id, ms } = await requestOne(client, bodyOf(seed, problem, 'min_price'));
    requests.push(ms);
    for (const [name, changeOf] of Object.entries(changes))
      times.get(name)?.push(await changeOne(client, id, changeOf(problem)));
  }
  return [...times].map(([name, ours]) => rowOf(`change of ${name} to ready, beside a request`, ours, requests));
};

const measureSweeps = async (service: Service, problems: readonly EstimateProblem[]): Promise<BenchmarkRow> => {
  const client = clientOf(service);
  const [sweeps, threes]: [number[], number[]] = [[], []];
  for (const [seed, problem] of problems.entries()) {
    sweeps.push((await requestOne(client, bodyOf(seed, problem, 'min_price', { build_quantities: quantities }))).ms);
    let three = 0;
    for (const build_quantity of singles)
      three += (await requestOne(client, bodyOf(seed, problem, 'min_price', { build_quantity }))).ms;
    threes.push(three);
  }
  return rowOf('ten quantities, beside three single ones', sweeps, threes);
};

/** Measures changes and sweeps; one of each goes before and is not counted. */
export const estimateChangesBenchmark: Benchmark = () =>
  withEstimateMarkets(estimates, async (service, problems) => {
    const first = problems.slice(0, 1);
    await measureChanges(service, first);
    await measureSweeps(service, first);
    return [...(await measureChanges(service, problems)), await measureSweeps(service, problems)];
  });
