import type { AlternateGrade } from '../../domain/alternates/compare-parts.ts';
import type { AlternateCandidates } from '../../domain/alternates/ports.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import {
  figuresRule,
  type LineCandidate,
  type LineResolution,
  type LineResolver,
  productNameOf,
} from '../../domain/estimate/resolution.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { type GradedAlternate, gradedAlternates } from '../catalog/graded-alternates.ts';
import type { View } from '../visibility/visibility.ts';

/** Alternates of a product that are substitutes, the best first. */
const alternatesOfProduct = 10;

/** Products of one list whose alternates are looked for: each is a look into the catalogue. */
const productsOfList = 1_000;

/** Searches under way at a time for one list. */
const searchesAtOnce = 4;

/** What alternates are found by. */
export interface AlternateSources {
  readonly alternates: AlternateCandidates;
  /** Products by id, in any order; unknown ones are left out. */
  readonly products: CatalogStore['products'];
  readonly profiles: () => Promise<Profiles>;
}

/** The alternates of a list's products, as far as they were looked for, by product. */
export type FoundAlternates = Map<string, readonly LineCandidate[]>;

/** How sure the grade is, as the score of a candidate. */
const scores: Readonly<Record<AlternateGrade, number>> = { identical: 1, upgrade: 0.9, similar: 0.5 };

const candidateOf = ({ product, ...alternate }: GradedAlternate): LineCandidate => ({
  productId: product.id,
  product: productNameOf(product),
  score: scores[alternate.grade],
  rule: `alternate_${alternate.grade}`,
  alternate,
});

/** A line of figures alone has all that satisfies them already. */
const isNamed = (resolution: LineResolution): resolution is LineResolution & { readonly kind: 'resolved' } =>
  resolution.kind === 'resolved' && resolution.rule !== figuresRule;

const withOthers = (resolution: LineResolution, found: Readonly<FoundAlternates>): LineResolution => {
  const others = isNamed(resolution) ? found.get(resolution.productId) : undefined;
  if (!isNamed(resolution) || others === undefined) return resolution;
  const known = new Set(resolution.alternatives.map(({ productId }) => productId));
  return {
    ...resolution,
    alternatives: [...resolution.alternatives, ...others.filter(({ productId }) => !known.has(productId))],
  };
};

/** Which alternates may be substitutes, and of those which a caller sees. */
export interface AllowedAlternates {
  readonly grades: readonly AlternateGrade[];
  /** Undefined: the caller sees everything. */
  readonly view: View | undefined;
}

/**
 * The alternates of products, by product, as far as they are allowed and the view shows them; of
 * the first thousand. Throws `unavailable` when the catalogue does not answer, and the reason of
 * the signal once that is given.
 */
export const alternatesOf = async (
  productIds: readonly string[],
  { grades, view }: AllowedAlternates,
  { alternates, products, profiles }: AlternateSources,
  signal: AbortSignal,
): Promise<FoundAlternates> => {
  const found: FoundAlternates = new Map();
  if (productIds.length === 0) return found;
  const known = await products(productIds.slice(0, productsOfList), { signal });
  const shown = view === undefined ? known : await view.products(known, { signal });
  const byId = await profiles();
  const search = async (original: Product): Promise<void> => {
    signal.throwIfAborted();
    const profile = byId.get(original.profileId);
    const { graded } = await gradedAlternates(original, { alternates, profile, view, signal });
    const allowed = graded.filter(({ grade }) => grades.includes(grade)).slice(0, alternatesOfProduct);
    found.set(original.id, allowed.map(candidateOf));
  };
  for (let from = 0; from < shown.length; from += searchesAtOnce)
    await Promise.all(shown.slice(from, from + searchesAtOnce).map(search));
  return found;
};

/** What alternates a list has, and those that were found for lines of it before. */
export interface ListAlternates extends AllowedAlternates {
  readonly found: FoundAlternates;
}

/**
 * A resolver that gives lines the alternates of their products too, of these grades and as far as
 * the view shows them; of the first thousand products of a list. Throws `unavailable` when the
 * catalogue does not answer.
 */
export const withAlternates = (
  resolver: LineResolver,
  { found, ...allowed }: ListAlternates,
  sources: AlternateSources,
): LineResolver => ({
  resolve: async (lines, customerId, signal) => {
    const resolutions = await resolver.resolve(lines, customerId, signal);
    const named = new Set(resolutions.filter(isNamed).map(({ productId }) => productId));
    const unknown = [...named].filter((productId) => !found.has(productId));
    const some = unknown.slice(0, Math.max(0, productsOfList - found.size));
    for (const [id, others] of await alternatesOf(some, allowed, sources, signal)) found.set(id, others);
    return resolutions.map((resolution) => withOthers(resolution, found));
  },
});
