import { type Import, importsOf } from '../../ops/structure/imports.ts';
import { readSource } from '../../ops/structure/syntax.ts';

/** Which tests run a file, the nearest first. An import of nothing but types runs nothing. */
export const createReach = (files: readonly string[]): ((file: string) => readonly string[]) => {
  const importers = new Map<string, string[]>();
  const add = ({ from, to }: Import): void => {
    const known = importers.get(to);
    if (known === undefined) importers.set(to, [from]);
    else known.push(from);
  };
  for (const file of files) for (const each of importsOf(readSource(file), 'values')) add(each);

  return (file) => {
    const reached = new Set([file]);
    // A set that grows while it is walked is walked to its end, in the order of distance.
    for (const each of reached) for (const importer of importers.get(each) ?? []) reached.add(importer);
    return [...reached].filter((each) => each.endsWith('.test.ts'));
  };
};
