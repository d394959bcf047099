/** Solvers of mixed integer programs from Debian, each a program that reads one file. */
import { spawnSync } from 'node:child_process';

/** A solver, how it is called, and where it says what it found. */
export interface Solver {
  readonly title: string;
  /** Debian's package of it. */
  readonly package: string;
  readonly program: string;
  readonly argumentsFor: (file: string) => readonly string[];
  /** Stands in its output where the program is solved to the proof. */
  readonly proven: RegExp;
  readonly value: RegExp;
}

/** GLPK 5.0, last released in 2020, under GPL 3. */
export const glpk: Solver = {
  title: 'GLPK',
  package: 'glpk-utils',
  program: 'glpsol',
  argumentsFor: (file) => ['--lp', file, '-o', '/dev/stdout'],
  proven: /^Status: +INTEGER OPTIMAL$/m,
  value: /^Objective: .*= ([\d.e+]+) \(MINimum\)$/m,
};

/** CBC 2.10, under the Eclipse Public License. Costs are whole numbers: a gap below one is none. */
export const cbc: Solver = {
  title: 'CBC',
  package: 'coinor-cbc',
  program: 'cbc',
  argumentsFor: (file) => [file, '-ratioGap', '0', '-allowableGap', '0.5', 'solve', 'quit'],
  proven: /^Result - Optimal solution found$/m,
  value: /^Objective value: +([\d.e+]+)$/m,
};

/** What a solver found, and the processor time, user and system, that its process took. */
export interface Solved {
  readonly value: number;
  readonly milliseconds: number;
}

/** Throws where the solver is not there, and tells how to get it. */
export const assertInstalled = ({ title, program, package: name }: Solver): void => {
  const { status } = spawnSync('bash', ['-c', 'command -v "$1"', 'bash', program]);
  if (status !== 0)
    throw new Error(`${title} is not installed: apt-get install -y ${name} brings its program ${program}`);
};

/** Solves the program of a file in the LP format of CPLEX; throws where there is no proof. */
export const solveBy = (solver: Solver, file: string): Solved => {
  // The clock of bash counts milliseconds, that of a plain shell hundredths of a second.
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%3U %3S"; time "$@"', 'bash', solver.program, ...solver.argumentsFor(file)],
    { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, LC_ALL: 'C' } },
  );
  const value = Number(solver.value.exec(stdout)?.[1]);
  if (!solver.proven.test(stdout) || !(value >= 0)) throw new Error(`${solver.title} proved nothing: ${stderr}`);
  const [user, system] = stderr.trimEnd().split('\n').at(-1)?.split(' ') ?? [];
  return { value, milliseconds: (Number(user) + Number(system)) * 1000 };
};
