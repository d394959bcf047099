/**
 * Baskets beside the solvers that an own optimiser would be built on, in processor time to the
 * proof, one estimate each in turn. Ours is asked as the service asks it, on a thread that has
 * solved twenty estimates before: it lists what each line may take, searches, checks each better
 * basket and hands it on; all that this process uses meanwhile counts. A solver is given the same
 * options as the strong mixed-integer program that judges the optimiser in its tests: listing them
 * counts for it too, since nobody can ask it without, and what its process uses, reading the file
 * included; writing the file does not. Fewest suppliers is two programs for it, the number and then
 * the price at that number. Both must come to the same number and the same price, to the unit.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OptimiserPool, optimiserPool } from '../../actors/estimate/optimiser-pool.ts';
import { modes, type OptimizationMode } from '../../domain/estimate/modes/modes.ts';
import type { EstimateProblem } from '../../domain/estimate/problem.ts';
import { randomEstimate } from '../../test/support/estimates.ts';
import { type Program, programOf } from '../../test/support/mixed-integer-model.ts';
import { seededRandom } from '../../test/support/random.ts';
import { type Benchmark, type BenchmarkRow, compare, type Sample } from '../benchmark.ts';
import { shapeOf } from '../optimise/shape.ts';
import { assertInstalled, cbc, glpk, type Solved, type Solver, solveBy } from './solvers.ts';

/** Estimates of a size, in a mode. */
interface Scale {
  readonly mode: Extract<OptimizationMode, 'min_price' | 'min_suppliers'>;
  readonly lines: number;
  readonly suppliers: number;
  readonly estimates: number;
}

/** With 200 lines and 30 suppliers the fewest suppliers take CBC a minute and more each. */
const scales: readonly Scale[] = [
  { mode: 'min_price', lines: 200, suppliers: 30, estimates: 20 },
  { mode: 'min_suppliers', lines: 100, suppliers: 20, estimates: 10 },
];

/** What a basket comes to, in money units, and the processor time that it took. */
interface Answer {
  readonly cost: number;
  /** Where the mode asks for the fewest. */
  readonly suppliers: number | undefined;
  readonly milliseconds: number;
}

const warmUp = 20;

/** Nothing here comes near it: every basket is proven. */
const timeLimitMs = 600_000;

const problemOf = ({ lines, suppliers }: Scale, seed: number): EstimateProblem =>
  randomEstimate(seededRandom(seed), shapeOf(lines, suppliers));

const millisecondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const oursOf = async (pool: OptimiserPool, problem: EstimateProblem, mode: Scale['mode']): Promise<Answer> => {
  const before = process.cpuUsage();
  const { objective, certificate } = await pool.optimise({
    customerId: 'benchmark',
    task: { problem, mode, timeLimitMs },
    onBetter: () => undefined,
    signal: new AbortController().signal,
  });
  const milliseconds = millisecondsSince(before);
  if (certificate.gap > 0 || !certificate.isFirstAimProven) throw new Error(`${mode}: ours is not proven`);
  const suppliers = mode === 'min_suppliers' ? objective.suppliers : undefined;
  return { cost: objective.total, suppliers, milliseconds };
};

const theirsOf = async (
  { solver, file }: { readonly solver: Solver; readonly file: string },
  problem: EstimateProblem,
  mode: Scale['mode'],
): Promise<Answer> => {
  const before = process.cpuUsage();
  const { bundles } = modes[mode].prepare(problem);
  const listing = millisecondsSince(before);
  const solve = async (program: Program): Promise<Solved> => {
    await writeFile(file, programOf(bundles, problem, program));
    const { value, milliseconds } = solveBy(solver, file);
    return { value: Math.round(value), milliseconds };
  };
  const fewest = mode === 'min_suppliers' ? await solve({ minimise: 'suppliers' }) : undefined;
  const suppliers = fewest?.value;
  const { value, milliseconds } = await solve({
    minimise: 'cost',
    ...(suppliers !== undefined && { maxSuppliers: suppliers }),
  });
  return { cost: value, suppliers, milliseconds: listing + (fewest?.milliseconds ?? 0) + milliseconds };
};

/** One side: each round is the next estimate, and time is processor time. */
const inTurn =
  (scale: Scale, answers: Answer[], solve: (problem: EstimateProblem) => Promise<Answer>) =>
  async (): Promise<Sample> => {
    const answer = await solve(problemOf(scale, answers.length));
    answers.push(answer);
    return { work: 1, seconds: answer.milliseconds / 1000, latenciesMs: [answer.milliseconds] };
  };

const assertSame = ({ title }: Solver, { mode }: Scale, ours: readonly Answer[], theirs: readonly Answer[]): void => {
  const told = ({ cost, suppliers }: Answer): string =>
    suppliers === undefined ? `${cost}` : `${cost} from ${suppliers} suppliers`;
  for (const [seed, answer] of ours.entries()) {
    const other = theirs[seed];
    if (other === undefined || told(other) !== told(answer))
      throw new Error(`${mode}, seed ${seed}: ${title} finds ${other && told(other)}, we find ${told(answer)}`);
  }
};

const compareAt = async (
  pool: OptimiserPool,
  peer: { readonly solver: Solver; readonly file: string },
  scale: Scale,
): Promise<BenchmarkRow> => {
  const { mode, lines, suppliers, estimates } = scale;
  for (let seed = -warmUp; seed < 0; seed += 1) await oursOf(pool, problemOf(scale, seed), mode);
  const ours: Answer[] = [];
  const theirs: Answer[] = [];
  const row = await compare({
    name: `${mode}, ${lines} lines and ${suppliers} suppliers, beside ${peer.solver.title}`,
    unit: 'baskets/s of processor time',
    rounds: estimates,
    warmUpRounds: 0,
    ours: inTurn(scale, ours, (problem) => oursOf(pool, problem, mode)),
    limit: inTurn(scale, theirs, (problem) => theirsOf(peer, problem, mode)),
  });
  assertSame(peer.solver, scale, ours, theirs);
  return row;
};

const beside =
  (solver: Solver): Benchmark =>
  async () => {
    assertInstalled(solver);
    const folder = await mkdtemp(join(tmpdir(), 'offerstream-solver-'));
    const pool = optimiserPool(1);
    try {
      const rows: BenchmarkRow[] = [];
      for (const scale of scales)
        rows.push(await compareAt(pool, { solver, file: join(folder, 'estimate.lp') }, scale));
      return rows;
    } finally {
      await rm(folder, { recursive: true });
    }
  };

/** Cheapest baskets and fewest suppliers beside GLPK. */
export const glpkComparison: Benchmark = beside(glpk);

/** The same beside CBC. */
export const cbcComparison: Benchmark = beside(cbc);
