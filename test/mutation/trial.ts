import { readFileSync } from 'node:fs';
import type { Judge } from './judge.ts';
import type { Mutant } from './mutate.ts';
import type { ReachedBy } from './reach.ts';

/** What one change came to. */
export type Finding = 'survived' | 'failed' | 'endless';

/** How many tests of a kind are tried for one change, the nearest first. */
export interface MostTests {
  readonly unit: number;
  /** Those of `int` and `sim`. */
  readonly others: number;
}

/** Tests that are further away than the nearest by more load half of the program. */
const maxFurther = 3;

/** The nearest of a kind. */
const nearestOf = (tests: readonly ReachedBy[], kind: RegExp, most: number): readonly string[] => {
  const ofKind = tests.filter(({ test }) => kind.test(test));
  const least = ofKind[0]?.away ?? 0;
  return ofKind
    .filter(({ away }) => away <= least + maxFurther)
    .slice(0, most)
    .map(({ test }) => test);
};

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
  testsOf: (file: string) => readonly ReachedBy[],
  most: MostTests,
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
    const tests = testsOf(mutant.file);
    const first = (nearest: readonly string[]): readonly string[] => [
      ...told.filter((test) => nearest.includes(test)),
      ...nearest.filter((test) => !told.includes(test)),
    ];
    const unit = first(nearestOf(tests, /\.unit\.test\.ts$/, most.unit));
    const other = first(nearestOf(tests, /\.(?:int|sim)\.test\.ts$/, most.others));
    const finding = await tryThese(judge, mutant, unit);
    return finding === 'survived' ? tryThese(judge, mutant, other) : finding;
  };
};
