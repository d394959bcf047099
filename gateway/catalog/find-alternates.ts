import type { Comparison } from '../../domain/alternates/compare-parts.ts';
import type { AlternateCandidates } from '../../domain/alternates/ports.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { notFound } from '../../domain/errors.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import type {
  Alternate,
  FindAlternatesRequest,
  FindAlternatesResponse,
} from '../../proto/gen/svc/public/v1/catalog.ts';
import type { UseCase } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { seenOf } from './get-product.ts';
import { gradedAlternates } from './graded-alternates.ts';
import { productFreshness, toProduct, toReplacement } from './product.ts';
import { findAlternatesRules } from './request-rules.ts';

const checkRequest = createCheck(findAlternatesRules);

/** Alternates of an answer when the caller does not say. */
const usualLimit = 20;

/** What alternates are found in. */
export interface FindAlternatesDependencies {
  readonly catalog: Pick<CatalogStore, 'product' | 'products' | 'replacements'>;
  readonly alternates: AlternateCandidates;
  readonly profiles: Profiles;
  readonly visibility: Visibility;
}

/**
 * What can be bought instead of a product, as far as the caller sees products: what is hidden is no
 * alternate, and what is masked is not known. Throws `not_found` as `getProduct` does.
 */
export const findAlternates =
  (deps: FindAlternatesDependencies): UseCase<FindAlternatesRequest, FindAlternatesResponse> =>
  async (request, context) => {
    const { catalog, alternates, profiles, visibility } = deps;
    checkRequest(request);
    const { signal, now } = context;
    const known = await catalog.product(request.id, { signal });
    const view = visibility.of(context);
    const [original] = known === undefined || view === undefined ? [known] : await view.products([known], { signal });
    if (original === undefined) throw notFound('product', request.id);
    const profile = profiles.get(original.profileId);
    const [chain, { graded, isCut }] = await Promise.all([
      original.replacedBy === undefined ? [] : catalog.replacements(original.id, { signal }),
      gradedAlternates(original, { alternates, profile, view, signal }),
    ]);
    const replacements = view === undefined ? chain : await seenOf(chain, view, { catalog, signal });
    return {
      replacements: replacements.map(toReplacement),
      alternates: graded.slice(0, request.limit || usualLimit).map(({ product, ...comparison }) => ({
        ...toAlternate(comparison),
        product: toProduct(product, productFreshness(product, profiles, now())),
      })),
      isCut,
    };
  };

const toAlternate = ({ grade, differences }: Comparison): Pick<Alternate, 'grade' | 'differences'> => ({
  grade,
  differences: differences.map(({ original = '', alternate = '', ...difference }) => ({
    ...difference,
    original,
    alternate,
  })),
});
