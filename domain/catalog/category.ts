import { categoryKinds } from './category-kinds.ts';

/**
 * Categories as paths in a tree. Suppliers name one category in many ways, `Chip Resistor - Surface
 * Mount`, `0603 SMD resistors`, `Resistors > Chip resistor`; what is known of such names gives them
 * one path, so that sources that mean the same agree. A name that is not known stands in the tree
 * as it is written, but for case and blanks.
 */

/** A place in the tree, from the widest category: `Resistors > Chip resistors`. */
export type CategoryPath = string;

/** What stands between the levels of a path. */
export const levelSeparator = ' > ';

/** Levels of a path at most. */
export const maxLevels = 4;
/** Characters of a level at most. */
const maxLevelLength = 60;

/** Characters of a path at most. */
export const maxPathLength = maxLevels * maxLevelLength + (maxLevels - 1) * levelSeparator.length;

/** The longest text that is read. */
const maxTextLength = 300;

/** The singular of a plural that is formed by rule; other words as they are. */
const singular = (word: string): string => {
  if (/(?:ch|sh|ss|x)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 2 && word.endsWith('s') && !word.endsWith('ss') && word !== 'tvs' && word !== 'lens'
    ? word.slice(0, -1)
    : word;
};

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular));

/** Every path that is known, and those above it, by its text in lower case. */
const knownPaths = new Map(
  categoryKinds.flatMap(([path]) => pathsUpTo(path)).map((path) => [path.toLowerCase(), path] as const),
);

/** The path, after those of the categories above it, the widest first. */
export function pathsUpTo(path: CategoryPath): readonly CategoryPath[] {
  const levels = path.split(levelSeparator);
  return levels.map((_, at) => levels.slice(0, at + 1).join(levelSeparator));
}

/** Whether a path is that of the category or of one below it. */
export const isInCategory = (path: CategoryPath | undefined, category: CategoryPath): boolean =>
  path === category || (path?.startsWith(category + levelSeparator) ?? false);

/** `SMD LEDs` keeps its capitals, `ADD-ON Boards` and `Add-on boards` are one. */
const levelName = (text: string): string => {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => (/^[A-Z0-9]{2,5}s?$/.test(word) ? word : word.toLowerCase()));
  const name = words.join(' ').slice(0, maxLevelLength).trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Names between separators that suppliers use; a slash stands within names too. */
const ownPath = (text: string): CategoryPath | undefined => {
  const levels = text.split(/[>»›|\\;]/).map(levelName);
  return (
    levels
      .filter((name) => name !== '')
      .slice(0, maxLevels)
      .join(levelSeparator) || undefined
  );
};

/**
 * The path that a text means; undefined where it has no letter or digit. A path is its own, so that
 * what was served can be asked for again.
 */
export const categoryPath = (text: string | undefined): CategoryPath | undefined => {
  const asked = text?.slice(0, maxTextLength).normalize('NFC').replaceAll('\0', '') ?? '';
  if (!/[\p{L}\p{N}]/u.test(asked)) return undefined;
  const own = ownPath(asked);
  const known = own === undefined ? undefined : knownPaths.get(own.toLowerCase());
  if (known !== undefined) return known;
  const words = wordsOf(asked);
  const kind = categoryKinds.find(([, ...named]) => named.every((word) => words.has(word)));
  return kind?.[0] ?? own;
};

/**
 * The category that somebody asks for; undefined for blanks, which ask for none. A text without a
 * letter or digit is no category, and nothing is in it.
 */
export const askedCategory = (text: string): CategoryPath | undefined =>
  text.trim() === '' ? undefined : (categoryPath(text) ?? text);

/** The path that characteristics state under `category`, in any case; undefined: they do not. */
export const statedCategory = (characteristics: Readonly<Record<string, string>>): CategoryPath | undefined => {
  const name = Object.keys(characteristics).find((each) => each.toLowerCase() === 'category');
  return name === undefined ? undefined : categoryPath(characteristics[name]);
};

/** A category with the products at and below it. */
export interface CategoryNode {
  readonly path: CategoryPath;
  readonly products: number;
}

/**
 * The tree over products by their own paths, in the order of paths: every category at or above one
 * of them, down to so many levels below `under`, which itself is left out.
 */
export const categoryTree = (
  counts: Iterable<readonly [CategoryPath, number]>,
  { under, levels }: { readonly under: CategoryPath | undefined; readonly levels: number },
): readonly CategoryNode[] => {
  const products = new Map<CategoryPath, number>();
  const top = under === undefined ? 0 : under.split(levelSeparator).length;
  for (const [own, count] of counts) {
    if (under !== undefined && !isInCategory(own, under)) continue;
    for (const path of pathsUpTo(own).slice(top, top + levels)) products.set(path, (products.get(path) ?? 0) + count);
  }
  return [...products].map(([path, count]) => ({ path, products: count })).sort((a, b) => (a.path < b.path ? -1 : 1));
};
