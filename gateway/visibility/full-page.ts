import type { Product } from '../../domain/catalog.ts';
import type { ReadOptions, SearchMark } from '../../domain/ports.ts';
import type { View } from './visibility.ts';

/** A product on a page, with the mark after which the page after it would begin. */
type Marked = Product & { readonly mark: SearchMark };

/** What page is wanted. */
export interface PageWish<Each extends Marked> {
  /** Reads up to so many products after a mark. */
  readonly read: (after: SearchMark | undefined, limit: number) => Promise<readonly Each[]>;
  readonly after: SearchMark | undefined;
  readonly limit: number;
  /** What the caller sees; undefined: everything. */
  readonly view: View | undefined;
  readonly options: ReadOptions;
}

/** Visible products, and the mark after which the next page begins; undefined: this is the last one. */
export interface Page<Each> {
  readonly items: readonly Each[];
  readonly next: SearchMark | undefined;
}

const maxRead = 500;

/**
 * Products looked at for one page, at most. A page behind which there are more, but among so many hidden ones, ends early and has
 * a mark to go on from.
 */
const maxLookedAt = 5_000;

/**
 * Reads on until the page is full of visible products or there are no more, so that a page is short only where the list ends. One
 * product more than the page holds is looked for: whether it is there says whether there is a next page.
 */
export const fullPage = async <Each extends Marked>(wish: PageWish<Each>): Promise<Page<Each>> => {
  const { read, limit, view, options } = wish;
  const found: Each[] = [];
  let after = wish.after;
  let asked = limit + 1;
  for (let lookedAt = 0; lookedAt < maxLookedAt; lookedAt += asked, asked = Math.min(maxRead, asked * 2)) {
    const rows = await read(after, asked);
    found.push(...(view === undefined ? rows : await view.products(rows, options)));
    if (found.length > limit) return { items: found.slice(0, limit), next: found[limit - 1]?.mark };
    if (rows.length < asked) return { items: found, next: undefined };
    after = rows.at(-1)?.mark;
  }
  return { items: found, next: after };
};
