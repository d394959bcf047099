import { type Import, importsOf } from '../../ops/structure/imports.ts';
import { readSource } from '../../ops/structure/syntax.ts';

/** A test that runs a file, so many imports away. */
export interface ReachedBy {
  readonly test: string;
  readonly away: number;
}

/** How much of its path a test has in common with a file: the folders, then the name. */
const likeness = (test: string, file: string): number => {
  const [own, other] = [test.replace(/^test\//, ''), file].map((path) => path.split(/[/.]/)) as [string[], string[]];
  const differing = own.findIndex((part, at) => part !== other[at]);
  return differing < 0 ? own.length : differing;
};

/**
 * Which tests run a file, the nearest first; of those as near, the ones that stand beside it in
 * the tree of tests. An import of nothing but types runs nothing.
 */
export const createReach = (files: readonly string[]): ((file: string) => readonly ReachedBy[]) => {
  const importers = new Map<string, string[]>();
  const add = ({ from, to }: Import): void => {
    const known = importers.get(to);
    if (known === undefined) importers.set(to, [from]);
    else known.push(from);
  };
  for (const file of files) for (const each of importsOf(readSource(file), 'values')) add(each);

  return (file) => {
    const steps = new Map([[file, 0]]);
    // A map that grows while it is walked is walked to its end, in the order of distance.
    for (const [each, away] of steps)
      for (const importer of importers.get(each) ?? []) if (!steps.has(importer)) steps.set(importer, away + 1);
    const tests = [...steps].filter(([each]) => each.endsWith('.test.ts'));
    return tests
      .map(([test, away]) => ({ test, away }))
      .toSorted((a, b) => a.away - b.away || likeness(b.test, file) - likeness(a.test, file));
  };
};
