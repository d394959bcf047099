import { readFileSync } from 'node:fs';
import type { Judge } from './judge.ts';
import type { Mutant } from './mutate.ts';

/** What one change came to. */
export type Finding = 'survived' | 'failed' | 'endless';

/** Tests of a kind that are tried for one change, the nearest first. */
const nearest = { unit: 14, other: 6 } as const;

const changed = ({ file, start, end, replacement }: Mutant): string => {
  const bytes = readFileSync(file);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
};

/**
 * Tries changes by the tests nearest to them, those first that have told one of the same file. A
 * test that fails without any change, in a copy of the checkout, tells nothing: it is reported to
 * `onUseless` and left out.
 */
export const createTrial = (
  testsOf: (file: string) => readonly string[],
  onUseless: (test: string) => void,
): ((judge: Judge, mutant: Mutant) => Promise<Finding>) => {
  const sound = new Set<string>();
  const useless = new Set<string>();
  const tellers = new Map<string, string[]>();

  const isSound = async (judge: Judge, test: string, file: string): Promise<boolean> => {
    if (sound.has(test)) return true;
    const verdict = await judge.try({ file, text: readFileSync(file, 'utf8'), tests: [test] });
    if (verdict.kind === 'passed') sound.add(test);
    else if (!useless.has(test)) {
      useless.add(test);
      onUseless(test);
    }
    return verdict.kind === 'passed';
  };

  const tryThese = async (judge: Judge, mutant: Mutant, all: readonly string[]): Promise<Finding> => {
    const { file } = mutant;
    for (;;) {
      const tests = all.filter((test) => !useless.has(test));
      if (tests.length === 0) return 'survived';
      const verdict = await judge.try({ file, text: changed(mutant), tests });
      if (verdict.kind === 'passed') return 'survived';
      if (!(await isSound(judge, verdict.test, file))) continue;
      tellers.set(file, [verdict.test, ...(tellers.get(file) ?? []).filter((test) => test !== verdict.test)]);
      return verdict.kind;
    }
  };

  return async (judge, mutant) => {
    const told = tellers.get(mutant.file) ?? [];
    const tests = [...new Set([...told, ...testsOf(mutant.file)])];
    const unit = tests.filter((test) => test.endsWith('.unit.test.ts')).slice(0, nearest.unit);
    const other = tests.filter((test) => /\.(?:int|sim)\.test\.ts$/.test(test)).slice(0, nearest.other);
    const finding = await tryThese(judge, mutant, unit);
    return finding === 'survived' ? tryThese(judge, mutant, other) : finding;
  };
};
