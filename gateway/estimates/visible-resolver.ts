import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { EstimateCaller } from '../../domain/estimate/market.ts';
import type { EstimateRequest } from '../../domain/estimate/request.ts';
import {
  type LineCandidate,
  type LineResolution,
  type LineResolver,
  type ListResolver,
  type ProductName,
  productNameOf,
} from '../../domain/estimate/resolution.ts';
import type { View, Visibility } from '../visibility/visibility.ts';
import { callerOf } from './buyer.ts';
import { type AlternateSources, alternatesOf, type FoundAlternates, withAlternates } from './with-alternates.ts';

/** What the resolver is restricted by. */
export interface VisibleResolverDependencies extends AlternateSources {
  readonly resolver: LineResolver;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly visibility: Visibility;
  readonly now: () => Date;
}

type Sees = (productId: string) => Promise<boolean>;

const seenOf = async (candidates: readonly LineCandidate[], sees: Sees): Promise<readonly LineCandidate[]> => {
  const visible = await Promise.all(candidates.map(({ productId }) => sees(productId)));
  return candidates.filter((_, index) => visible[index]);
};

/** A resolution without products that are hidden from the caller: as if they did not exist. */
const restricted = async (resolution: LineResolution, sees: Sees): Promise<LineResolution> => {
  switch (resolution.kind) {
    case 'unresolved':
      return resolution;
    case 'doubtful': {
      const candidates = await seenOf(resolution.candidates, sees);
      return candidates.length === 0 ? { kind: 'unresolved', reason: 'not_found' } : { ...resolution, candidates };
    }
    case 'resolved': {
      if (!(await sees(resolution.productId))) return { kind: 'unresolved', reason: 'not_found' };
      return { ...resolution, alternatives: await seenOf(resolution.alternatives, sees) };
    }
  }
};

/** Every product that resolutions name, each once. */
const namedIn = (resolutions: readonly LineResolution[]): readonly string[] => [
  ...new Set(
    resolutions.flatMap((resolution) => {
      if (resolution.kind === 'unresolved') return [];
      const others = resolution.kind === 'resolved' ? resolution.alternatives : resolution.candidates;
      const ids = others.map(({ productId }) => productId);
      return resolution.kind === 'resolved' ? [resolution.productId, ...ids] : ids;
    }),
  ),
];

/** A resolution whose products say what they are called. */
const withNames = (resolution: LineResolution, names: ReadonlyMap<string, ProductName>): LineResolution => {
  const named = <Each extends { readonly productId: string }>(each: Each): Each => {
    const product = names.get(each.productId);
    return product === undefined ? each : { ...each, product };
  };
  switch (resolution.kind) {
    case 'unresolved':
      return resolution;
    case 'doubtful':
      return { ...resolution, candidates: resolution.candidates.map(named) };
    case 'resolved':
      return named({ ...resolution, alternatives: resolution.alternatives.map(named) });
  }
};

const remembered = (view: View): Sees => {
  const known = new Map<string, Promise<boolean>>();
  return (productId) => {
    const before = known.get(productId);
    if (before !== undefined) return before;
    const seen = view.seesProduct(productId, {});
    known.set(productId, seen);
    return seen;
  };
};

/** Finds the products of lines among those that a view shows, and says their names. */
export const resolverThrough = (
  view: View | undefined,
  { resolver, products }: Pick<VisibleResolverDependencies, 'resolver' | 'products'>,
): LineResolver => ({
  resolve: async (lines, customerId, signal) => {
    const found = await resolver.resolve(lines, customerId, signal);
    const sees = view?.restrictsProducts ? remembered(view) : undefined;
    const visible = sees ? await Promise.all(found.map((resolution) => restricted(resolution, sees))) : found;
    const known = await products(namedIn(visible), { signal });
    const shown = view === undefined ? known : await view.products(known, { signal });
    const names = new Map(shown.map((product) => [product.id, productNameOf(product)]));
    return visible.map((resolution) => withNames(resolution, names));
  },
});

/**
 * Finds the products of one list's lines among those that a caller may know of, and says their
 * names; with the alternates of the grades that its request, or a line itself, allows.
 */
export const visibleResolver =
  ({ customers, visibility, now, ...sources }: VisibleResolverDependencies) =>
  (who: EstimateCaller, { alternateGrades: grades = [] }: Pick<EstimateRequest, 'alternateGrades'>): ListResolver => {
    const found: FoundAlternates = new Map();
    const viewNow = async () => visibility.of({ caller: await callerOf(who, customers), now });
    return {
      resolve: async (lines, customerId, signal) => {
        const view = await viewNow();
        const resolver = withAlternates(resolverThrough(view, sources), { grades, found, view }, sources);
        return resolver.resolve(lines, customerId, signal);
      },
      alternatesOf: async (productIds, signal) => alternatesOf(productIds, { view: await viewNow() }, sources, signal),
    };
  };
