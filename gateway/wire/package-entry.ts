import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The file that a package is entered by, as Node finds it for `import` of an installed one. */

/** What holds of an import by Node; in which order they count, the package says. */
const conditions: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default']);

/** The file of a target of `exports`; undefined where none of its conditions holds. */
const targetOf = (target: unknown): string | undefined => {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  const choices = Array.isArray(target)
    ? target
    : Object.entries(target).flatMap(([condition, choice]) => (conditions.has(condition) ? [choice] : []));
  for (const choice of choices) {
    const found = targetOf(choice);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The target of the package itself: an object without paths holds the conditions of it. */
const ownTarget = (exported: unknown): unknown => {
  const hasPaths =
    typeof exported === 'object' && exported !== null && Object.keys(exported).some((key) => key.startsWith('.'));
  return hasPaths ? (exported as Readonly<Record<string, unknown>>)['.'] : exported;
};

/** Throws an error of one line when the folder is no package that can be imported. */
export const packageEntry = async (folder: string): Promise<string> => {
  const path = join(folder, 'package.json');
  const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) throw new Error(`${path} is no object`);
  const exported = 'exports' in manifest ? manifest.exports : undefined;
  if (exported === undefined || exported === null) return createRequire(path).resolve(folder);
  const file = targetOf(ownTarget(exported));
  if (file === undefined) throw new Error(`the exports of ${path} name no file to import the package by`);
  return join(folder, file);
};
