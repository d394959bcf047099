/**
 * `npm run mutation -- [--under domain] [--sql storage] [--sample 60] [--seed 1] [--known]
 * [--again LOG] [--others 6] [--workers 2]`: changes the source on purpose, one place at a time,
 * and tells which changes no test notices. `--under` names folders or files of which everything is
 * changed, `--sql` those of which only the statements are; both may be given several times.
 *
 * A change is noticed when one of the nearest unit tests that run its file fails, or else one of
 * the nearest of the other kinds, of which `--others` says how many are tried. The share of a
 * drawn sample that is noticed is the score. A survivor is a missing test, or a change that
 * nothing can tell from the original. `--known` tries the changes of `known.ts` instead, all of
 * which must be noticed; `--again` those that survived according to what an earlier run printed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSource } from '../../ops/structure/syntax.ts';
import { seededRandom } from '../support/random.ts';
import { createJudge, type Judge } from './judge.ts';
import { knownMutants } from './known.ts';
import { type Mutant, mutantsOf } from './mutate.ts';
import { createReach } from './reach.ts';
import { createTrial, type Finding } from './trial.ts';

const { values } = parseArgs({
  options: {
    under: { type: 'string', multiple: true, default: ['domain'] },
    sql: { type: 'string', multiple: true, default: ['storage'] },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    known: { type: 'boolean', default: false },
    others: { type: 'string', default: '6' },
    again: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

const root = join(import.meta.dirname, '../..');
process.chdir(root);

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('proto/gen/'));

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** So many of them, drawn without putting back. */
const drawn = (mutants: readonly Mutant[], count: number, random: () => number): readonly Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ mutant }) => mutant);

/** Numbers that a program has found have no meaning one by one. */
const isFitted = /^\/\*\* Fitted by `npm run /m;

/** Whether a file stands in one of the folders, or is one of them. */
const isIn = (folders: readonly string[], file: string): boolean =>
  folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

const survived = ({ file, line, says }: Mutant): string => `SURVIVED ${file}:${line} ${says}`;

const sampled = (): readonly Mutant[] => {
  const sources = files.filter((file) => isIn(values.under, file) || isIn(values.sql, file)).map(readSource);
  const all = sources
    .filter(({ text }) => !isFitted.test(text))
    .flatMap(mutantsOf)
    .filter(({ file, isSql }) => isSql || isIn(values.under, file));
  const sample = drawn(all, Number(values.sample), seededRandom(Number(values.seed)));
  say(`${sample.length} of ${all.length} changes in ${sources.length} files, seed ${values.seed}`);
  return sample;
};

const survivorsIn = (log: string): readonly Mutant[] => {
  const lines = new Set(readFileSync(log, 'utf8').split('\n'));
  return files
    .filter((file) => [...lines].some((line) => line.startsWith(`SURVIVED ${file}:`)))
    .flatMap((file) => mutantsOf(readSource(file)))
    .filter((mutant) => lines.has(survived(mutant)));
};

const chosen = (): readonly Mutant[] => {
  if (values.again !== undefined) return survivorsIn(values.again);
  return values.known ? knownMutants() : sampled();
};

const mutants = chosen();
const waiting = mutants.values();
const found: Record<Finding, number> = { survived: 0, failed: 0, endless: 0 };
let judged = 0;
const most = { unit: 20, others: Number(values.others) };
const trial = createTrial(createReach(files), most, (test) => say(`NOT USED ${test}: it fails without any change`));
const judges = Array.from({ length: Number(values.workers) }, () => createJudge(root));

const closeAll = (): void => {
  for (const judge of judges) judge.close();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    closeAll();
    process.exit(1);
  });

const work = async (judge: Judge): Promise<void> => {
  for (const mutant of waiting) {
    const finding = await trial(judge, mutant);
    found[finding] += 1;
    judged += 1;
    if (judged % 10 === 0) say(`${judged} tried, ${judged - found.survived} noticed`);
    if (finding === 'survived') say(survived(mutant));
  }
};

await Promise.all(judges.map(work)).finally(closeAll);
const noticed = found.failed + found.endless;
const share = ((100 * noticed) / Math.max(1, mutants.length)).toFixed(0);
say(`${noticed} of ${mutants.length} noticed (${share} %), ${found.endless} of them for want of an end`);
if (values.known && found.survived > 0) process.exitCode = 1;
