/**
 * `npm run mutation -- [--under domain] [--sample 60] [--seed 1] [--known]`: changes the source on
 * purpose, one place at a time, and tells which changes no test notices.
 *
 * A change is noticed when one of the nearest unit tests that reach its file fails, or else one of
 * the nearest of the other kinds. The share of a drawn sample that is noticed is the score. A
 * survivor is a missing test, or a change that nothing can tell from the original. `--known` tries
 * the changes of `known.ts` instead, all of which must be noticed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSource } from '../../ops/structure/syntax.ts';
import { seededRandom } from '../support/random.ts';
import { knownMutants } from './known.ts';
import { type Mutant, mutantsOf } from './mutate.ts';
import { createReach } from './reach.ts';
import { createScratch, type Scratch } from './scratch.ts';

const { values } = parseArgs({
  options: {
    under: { type: 'string', multiple: true, default: ['domain'] },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    known: { type: 'boolean', default: false },
  },
});

const root = join(import.meta.dirname, '../..');
process.chdir(root);

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('proto/gen/'));

/** Tests of a kind that are tried for one change, the nearest first. */
const nearest = { unit: 14, other: 6 } as const;

const testsOf = createReach(files);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const changed = ({ file, start, end, replacement }: Mutant): string => {
  const bytes = readFileSync(file);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
};

const isNoticed = async (scratch: Scratch, mutant: Mutant): Promise<boolean> => {
  const tests = testsOf(mutant.file);
  const unit = tests.filter((test) => test.endsWith('.unit.test.ts')).slice(0, nearest.unit);
  const other = tests.filter((test) => /\.(?:int|sim)\.test\.ts$/.test(test)).slice(0, nearest.other);
  const text = changed(mutant);
  for (const some of [unit, other]) {
    if (some.length > 0 && (await scratch.isNoticed(mutant.file, text, some))) return true;
  }
  return false;
};

/** So many of them, drawn without putting back. */
const drawn = (mutants: readonly Mutant[], count: number, random: () => number): readonly Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ mutant }) => mutant);

const sampled = (): readonly Mutant[] => {
  const sources = files.filter((file) => values.under.some((folder) => file.startsWith(`${folder}/`)));
  const all = sources.flatMap((file) => mutantsOf(readSource(file)));
  const sample = drawn(all, Number(values.sample), seededRandom(Number(values.seed)));
  say(`${sample.length} of ${all.length} changes in ${sources.length} files, seed ${values.seed}`);
  return sample;
};

const mutants = values.known ? knownMutants() : sampled();
const waiting = mutants.values();
const survivors: Mutant[] = [];

const work = async (): Promise<void> => {
  const scratch = createScratch(root);
  try {
    for (const mutant of waiting) {
      if (await isNoticed(scratch, mutant)) continue;
      survivors.push(mutant);
      say(`SURVIVED ${mutant.file}:${mutant.line} ${mutant.says}`);
    }
  } finally {
    scratch.remove();
  }
};

await Promise.all(Array.from({ length: availableParallelism() }, work));
const noticed = mutants.length - survivors.length;
say(`${noticed} of ${mutants.length} noticed (${((100 * noticed) / Math.max(1, mutants.length)).toFixed(0)} %)`);
if (values.known && survivors.length > 0) process.exitCode = 1;
