/**
 * Processor time of `min_price` beside solvers from Debian (`glpk-utils`, `coinor-cbc`), on the
 * random estimates of `bench/estimate.ts`, one each in turn. Ours lists the options of each line,
 * searches and checks, after twenty estimates that warm it up, as threads of the service are; a
 * solver reads the options listed, as the strong mixed-integer program, and solves it to the proof.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modes } from '../../domain/estimate/modes/modes.ts';
import { optimise } from '../../domain/estimate/optimise.ts';
import { randomEstimate } from '../../test/support/estimates.ts';
import { programOf } from '../../test/support/mixed-integer-model.ts';
import { seededRandom } from '../../test/support/random.ts';
import { shapeOf } from './shape.ts';

/** The command line of each solver, and where it says what it found. */
const solvers: Readonly<Record<string, { command: (file: string) => string; value: RegExp }>> = {
  glpk: { command: (file) => `glpsol --lp ${file} -o /dev/stdout`, value: /^Objective: .*= ([\d.e+]+)/m },
  cbc: {
    command: (file) => `cbc ${file} -ratioGap 0 -allowableGap 0.5 solve quit`,
    value: /^Objective value: +([\d.e+]+)/m,
  },
};

/** What was measured of one estimate. */
export interface Comparison {
  readonly seed: number;
  readonly cost: number;
  readonly gap: number;
  /** Processor time in milliseconds, by who solved it. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** Runs a solver, and reads the processor time of it that the shell tells. */
const runSolver = (name: string, file: string): { readonly milliseconds: number; readonly value: number } => {
  const solver = solvers[name];
  if (solver === undefined) throw new Error(`${name} is none of ${Object.keys(solvers).join(', ')}`);
  const { stdout } = spawnSync('sh', ['-c', `${solver.command(file)}; times`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const value = Number(solver.value.exec(stdout)?.[1]);
  if (!(value >= 0)) throw new Error(`${name} found nothing; is it installed?`);
  const ofChildren = stdout.trimEnd().split('\n').at(-1) ?? '';
  const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
  return { milliseconds: seconds.reduce((sum, each) => sum + each, 0) * 1000, value };
};

/** Estimates that are solved before any is measured. */
const warmUp = 20;

const isNever = (): boolean => false;

/** Solves so many estimates by ours and each of the solvers; throws where a value differs. */
export const besideSolvers = function* (
  names: readonly string[],
  { lines, suppliers, estimates }: { readonly lines: number; readonly suppliers: number; readonly estimates: number },
): Iterable<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'optimise-'));
  try {
    for (let seed = -warmUp; seed < estimates; seed += 1) {
      const problem = randomEstimate(seededRandom(seed), shapeOf(lines, suppliers));
      const begin = process.cpuUsage();
      const { certificate } = optimise(problem, { mode: 'min_price', isOver: isNever });
      const { user, system } = process.cpuUsage(begin);
      if (seed < 0) continue;
      const file = join(folder, 'estimate.lp');
      writeFileSync(file, programOf(modes.min_price.prepare(problem).bundles, problem, { minimise: 'cost' }));
      const milliseconds: Record<string, number> = { ours: (user + system) / 1000 };
      for (const name of names) {
        const run = runSolver(name, file);
        if (Math.abs(run.value - certificate.objective) > certificate.objective * 1e-6) {
          throw new Error(`seed ${seed}: ${name} finds ${run.value}, we find ${certificate.objective}`);
        }
        milliseconds[name] = run.milliseconds;
      }
      yield { seed, cost: certificate.objective, gap: certificate.gap, milliseconds };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};
