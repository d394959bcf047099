import { type AlternateGrade, alternateGrades } from '../../domain/alternates/compare-parts.ts';
import type { AlternateCandidates } from '../../domain/alternates/ports.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import {
  figuresRule,
  type LineCandidate,
  type LineResolution,
  type LineResolver,
  productNameOf,
  withAllowed,
} from '../../domain/estimate/resolution.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { type GradedAlternate, gradedAlternates } from '../catalog/graded-alternates.ts';
import type { View } from '../visibility/visibility.ts';

/** Alternates of a product of each grade that are kept, the best first. */
const alternatesOfGrade = 10;

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

const withOthers = (
  resolution: LineResolution,
  grades: readonly AlternateGrade[],
  found: Readonly<FoundAlternates>,
): LineResolution => {
  const others = isNamed(resolution) ? found.get(resolution.productId) : undefined;
  if (!isNamed(resolution) || others === undefined) return resolution;
  return { ...resolution, alternatives: withAllowed(resolution.alternatives, others, grades) };
};

/** Which alternates a caller sees. */
export interface SeenAlternates {
  /** Undefined: the caller sees everything. */
  readonly view: View | undefined;
}

/**
 * The alternates of products, by product, the best of each grade as far as the view shows them; of
 * the first thousand products. Throws `unavailable` when the catalogue does not answer, and the
 * reason of the signal once that is given.
 */
export const alternatesOf = async (
  productIds: readonly string[],
  { view }: SeenAlternates,
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
    const best = alternateGrades.flatMap((each) =>
      graded.filter(({ grade }) => grade === each).slice(0, alternatesOfGrade),
    );
    found.set(original.id, best.map(candidateOf));
  };
  for (let from = 0; from < shown.length; from += searchesAtOnce)
    await Promise.all(shown.slice(from, from + searchesAtOnce).map(search));
  return found;
};

/** What alternates a list has, and those that were found for lines of it before. */
export interface ListAlternates extends SeenAlternates {
  /** Of lines that say nothing of grades. */
  readonly grades: readonly AlternateGrade[];
  readonly found: FoundAlternates;
}

/**
 * A resolver that gives lines the alternates of their products too, of the grades that each allows
 * and as far as the view shows them; of the first thousand products of a list. Throws `unavailable`
 * when the catalogue does not answer.
 */
export const withAlternates = (
  resolver: LineResolver,
  { found, grades: usual, view }: ListAlternates,
  sources: AlternateSources,
): LineResolver => ({
  resolve: async (lines, customerId, signal) => {
    const resolutions = await resolver.resolve(lines, customerId, signal);
    const graded = resolutions.map((resolution, at) => ({ resolution, grades: lines[at]?.alternateGrades ?? usual }));
    const asking = graded.filter(({ grades }) => grades.length > 0).map(({ resolution }) => resolution);
    const named = new Set(asking.filter(isNamed).map(({ productId }) => productId));
    const unknown = [...named].filter((productId) => !found.has(productId));
    const some = unknown.slice(0, Math.max(0, productsOfList - found.size));
    for (const [id, others] of await alternatesOf(some, { view }, sources, signal)) found.set(id, others);
    return graded.map(({ resolution, grades }) => withOthers(resolution, grades, found));
  },
});
