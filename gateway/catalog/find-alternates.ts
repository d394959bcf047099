import { nextTurn } from '../../concurrency/turns.ts';
import { candidateQuestion } from '../../domain/alternates/candidate-question.ts';
import { alternateGrades, type Comparison, createComparison } from '../../domain/alternates/compare-parts.ts';
import { partOf } from '../../domain/alternates/part.ts';
import type { AlternateCandidates } from '../../domain/alternates/ports.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { notFound } from '../../domain/errors.ts';
import type { IdentityProfile, Profiles } from '../../domain/identity/profile.ts';
import type { Alternate } from '../../proto/gen/svc/public/v1/catalog.ts';
import { createCheck } from '../request/rules.ts';
import type { UseCases } from '../use-cases.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { seenOf } from './get-product.ts';
import { productFreshness, toProduct, toReplacement } from './product.ts';
import { findAlternatesRules } from './request-rules.ts';

const checkRequest = createCheck(findAlternatesRules);

/** Alternates of an answer when the caller does not say. */
const usualLimit = 20;

/** Products that are read for one request, by each way of looking for them. */
const lookedAtMost = 200;

/** Products that are compared in one turn of the event loop: a few milliseconds of work. */
const comparedAtOnce = 10;

/** What alternates are found in. */
export interface FindAlternatesDependencies {
  readonly catalog: Pick<CatalogStore, 'product' | 'products' | 'replacements'>;
  readonly alternates: AlternateCandidates;
  readonly profiles: Profiles;
  readonly visibility: Visibility;
}

/** A product with what it is to the original. */
type Compared = Comparison & { readonly product: Product };

const gradeOf = ({ grade }: Compared): number => alternateGrades.indexOf(grade);
const isGivenUp = ({ product: { lifecycle } }: Compared): number => Number(lifecycle === 'discontinued');

const byGrade = (a: Compared, b: Compared): number =>
  gradeOf(a) - gradeOf(b) ||
  isGivenUp(a) - isGivenUp(b) ||
  a.differences.length - b.differences.length ||
  (a.product.id < b.product.id ? -1 : 1);

/**
 * What can be bought instead of a product, as far as the caller sees products: what is hidden is no
 * alternate, and what is masked is not known. Throws `not_found` as `getProduct` does.
 */
export const findAlternates =
  (deps: FindAlternatesDependencies): NonNullable<UseCases['findAlternates']> =>
  async (request, context) => {
    const { catalog, alternates, profiles, visibility } = deps;
    checkRequest(request);
    const { signal, now } = context;
    const known = await catalog.product(request.id, { signal });
    const view = visibility.of(context);
    const [original] = known === undefined || view === undefined ? [known] : await view.products([known], { signal });
    if (original === undefined) throw notFound('product', request.id);
    const profile = profiles.get(original.profileId);
    const part = partOf(original, profile);
    const [chain, found] = await Promise.all([
      original.replacedBy === undefined ? [] : catalog.replacements(original.id, { signal }),
      alternates.candidates(candidateQuestion(part, original.profileId, profile), lookedAtMost, { signal }),
    ]);
    const [replacements, candidates] = await Promise.all([
      view === undefined ? chain : seenOf(chain, view, { catalog, signal }),
      view === undefined ? found.products : view.products(found.products, { signal }),
    ]);
    const compared = await comparedWith(original, candidates, profile, signal);
    return {
      replacements: replacements.map(toReplacement),
      alternates: compared
        .sort(byGrade)
        .slice(0, request.limit || usualLimit)
        .map(({ product, ...comparison }) => ({
          ...toAlternate(comparison),
          product: toProduct(product, productFreshness(product, profiles, now())),
        })),
      isCut: found.isCut,
    };
  };

/** The candidates that are alternates. Gives way to other requests between every few of them. */
const comparedWith = async (
  original: Product,
  candidates: readonly Product[],
  profile: IdentityProfile | undefined,
  signal: AbortSignal,
): Promise<Compared[]> => {
  const compare = createComparison(original.profileId, profile);
  const part = partOf(original, profile);
  const compared: Compared[] = [];
  for (const [at, product] of candidates.entries()) {
    if (at % comparedAtOnce === comparedAtOnce - 1) {
      await nextTurn();
      signal.throwIfAborted();
    }
    const comparison = product.id === original.id ? undefined : compare(part, partOf(product, profile));
    if (comparison !== undefined) compared.push({ ...comparison, product });
  }
  return compared;
};

const toAlternate = ({ grade, differences }: Comparison): Pick<Alternate, 'grade' | 'differences'> => ({
  grade,
  differences: differences.map(({ original = '', alternate = '', ...difference }) => ({
    ...difference,
    original,
    alternate,
  })),
});
