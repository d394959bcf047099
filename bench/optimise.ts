/**
 * `npm run bench:optimise -- FOLDER [--seconds N] [--only TEXT] [--json FILE]`: solves the public
 * instances that the folder's `optimal-values.csv ` names and prints value, known optimum, proven
 * bound, gap and processor time of each. Fails where a value or a bound contradicts the known
 * optimum. The larger instances get 60 seconds, all others 600, unless `--seconds` says otherwise.
 *
 * `npm run bench:optimise -- --extended [--seconds N] [--lines N] [--suppliers N] [--estimates N]`:
 * every mode on estimates with all that an order may cost (`optimise/extended.ts`), for ten seconds
 * each at most, unless `--seconds` says otherwise.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { search } from '../domain/estimate/search/branch-and-bound.ts';
import { structureOf } from '../domain/estimate/search/structure.ts';
import { type Extended, extendedEstimates } from './optimise/extended.ts';
import { readFacilityLocation, readSetCovering } from './optimise/public-instances.ts';

interface Result {
  readonly file: string;
  readonly value: number;
  readonly optimum: number;
  readonly bound: number;
  readonly gap: number;
  readonly seconds: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    extended: { type: 'boolean', default: false },
    lines: { type: 'string', default: '200' },
    suppliers: { type: 'string', default: '30' },
    estimates: { type: 'string', default: '20' },
  },
});

const secondsFor = (file: string): number => {
  if (values.seconds !== undefined) return Number(values.seconds);
  return /(cap|scp)[a-d]/.test(file) || file.includes('scpclr') ? 60 : 600;
};

const solve = async (folder: string, file: string, optimum: number): Promise<Result> => {
  const text = await readFile(join(folder, file), 'utf8');
  const { blocks, fixed, decimals } = file.startsWith('uflp') ? readFacilityLocation(text) : readSetCovering(text);
  const begin = performance.now();
  const usedBefore = process.cpuUsage();
  const limitMs = secondsFor(file) * 1000;
  const found = search(structureOf(blocks, fixed), { isOver: () => performance.now() - begin > limitMs });
  const { user, system } = process.cpuUsage(usedBefore);
  const value = found.cost / 10 ** decimals;
  const bound = found.lowerBound / 10 ** decimals;
  return { file, value, optimum, bound, gap: (value - bound) / value, seconds: (user + system) / 1e6 };
};

/** The published optima of facility location are cut after the third decimal. */
const contradicts = ({ value, bound, optimum }: Result): boolean => value < optimum - 0.001 || bound > optimum + 0.001;

const print = (cells: readonly (string | number)[]): void => {
  process.stdout.write(`${cells.join('  ')}\n`);
};

const runInstances = async (): Promise<readonly Result[]> => {
  const folder = positionals[0] ?? '../shared/data/facility-location';
  const table = (await readFile(join(folder, 'optimal-values.csv'), 'utf8')).trim().split('\n').slice(1);
  const instances: Result[] = [];
  for (const row of table) {
    const [, file = '', optimum = ''] = row.split(',');
    if (values.only !== undefined && !file.includes(values.only)) continue;
    const result = await solve(folder, file, Number(optimum));
    instances.push(result);
    const { value, bound, gap, seconds } = result;
    const fault = contradicts(result) ? ['CONTRADICTS THE OPTIMUM'] : [];
    print([file.padEnd(24), value, optimum, bound, `${(gap * 100).toFixed(3)} %`, `${seconds.toFixed(2)} s`, ...fault]);
  }
  if (instances.some(contradicts)) process.exitCode = 1;
  return instances;
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

const runExtended = (): readonly Extended[] => {
  const [lines, suppliers, estimates] = [Number(values.lines), Number(values.suppliers), Number(values.estimates)];
  const all: Extended[] = [];
  for (const one of extendedEstimates({ lines, suppliers, estimates, seconds: Number(values.seconds ?? '10') })) {
    all.push(one);
    const { mode, seed, seconds, first, gap, isFirstAimProven } = one;
    const aim = isFirstAimProven ? [] : ['first aim not proven'];
    const times = [`${seconds.toFixed(2)} s`, `first ${first.toFixed(2)} s`];
    print([mode.padEnd(20), `estimate ${seed}`, ...times, `gap ${(gap * 100).toFixed(3)} %`, ...aim]);
  }
  for (const [mode, rows] of Map.groupBy(all, (one) => one.mode)) {
    const seconds = rows.map((row) => row.seconds).toSorted((a, b) => a - b);
    const proven = rows.filter(({ gap, isFirstAimProven }) => gap === 0 && isFirstAimProven).length;
    const gap = Math.max(...rows.map((row) => row.gap)) * 100;
    print([
      mode.padEnd(20),
      `p50 ${at(seconds, 0.5).toFixed(2)} s, p95 ${at(seconds, 0.95).toFixed(2)} s`,
      `${proven} of ${rows.length} proven, greatest gap ${gap.toFixed(2)} %`,
    ]);
  }
  return all;
};

const measured = values.extended ? runExtended() : await runInstances();
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ measured }, undefined, 2)}\n`);
