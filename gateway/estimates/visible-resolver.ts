import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { EstimateCaller } from '../../domain/estimate/market.ts';
import type { LineCandidate, LineResolution, LineResolver } from '../../domain/estimate/resolution.ts';
import type { View, Visibility } from '../visibility/visibility.ts';
import { callerOf } from './buyer.ts';

/** What the resolver is restricted by. */
export interface VisibleResolverDependencies {
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

/** Finds the products of lines among those that a caller may know of. */
export const visibleResolver =
  ({ resolver, customers, visibility, now }: VisibleResolverDependencies) =>
  (who: EstimateCaller): LineResolver => ({
    resolve: async (lines, customerId) => {
      const [caller, found] = await Promise.all([callerOf(who, customers), resolver.resolve(lines, customerId)]);
      const view = visibility.of({ caller, now });
      if (view === undefined || !view.restrictsProducts) return found;
      const sees = remembered(view);
      return Promise.all(found.map((resolution) => restricted(resolution, sees)));
    },
  });
