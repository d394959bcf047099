import { categoryPath } from '../../domain/catalog/category.ts';
import type { AnySql } from '../pool/pool.ts';

/** The category that an offer states, as fact and attribute, in the supplier's own words. */
export type StatedCategories = Readonly<Record<'facts' | 'attributes', string | null>>;

/** The same for a select over `offer`. */
export const statedCategories = (sql: AnySql) => sql`
  json_build_object('facts', facts ->> 'category', 'attributes', coalesce(
    attributes ->> 'category', attributes ->> 'Category')) as categories`;

/** The path that an offer's category means, and when it was said; undefined: it states none. */
export const statedCategoryOf = (
  categories: StatedCategories,
  said: { readonly [Part in keyof StatedCategories]?: { readonly at: Date } | undefined },
): { readonly value: string; readonly at: Date } | undefined => {
  for (const part of ['facts', 'attributes'] as const) {
    const value = categoryPath(categories[part] ?? undefined);
    const at = said[part]?.at;
    if (value !== undefined && at !== undefined) return { value, at };
  }
  return undefined;
};
