import { nextTurn } from '../../concurrency/turns.ts';
import { candidateQuestion } from '../../domain/alternates/candidate-question.ts';
import { alternateGrades, type Comparison, createComparison } from '../../domain/alternates/compare-parts.ts';
import { partOf } from '../../domain/alternates/part.ts';
import type { AlternateCandidates } from '../../domain/alternates/ports.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import type { IdentityProfile } from '../../domain/identity/profile.ts';
import type { View } from '../visibility/visibility.ts';

/** Products that are read for one request, by each way of looking for them. */
const lookedAtMost = 200;

/** Products that are compared in one turn of the event loop: a few milliseconds of work. */
const comparedAtOnce = 10;

/** A product with what it is to the original. */
export type GradedAlternate = Comparison & { readonly product: Product };

/** How the alternates of a product are looked for. */
export interface AlternateSearch {
  readonly alternates: AlternateCandidates;
  /** Of the product; undefined where it is not known any more. */
  readonly profile: IdentityProfile | undefined;
  /** Undefined: the caller sees everything. */
  readonly view: View | undefined;
  readonly signal: AbortSignal;
}

const gradeOf = ({ grade }: GradedAlternate): number => alternateGrades.indexOf(grade);
const isGivenUp = ({ product: { lifecycle } }: GradedAlternate): number => Number(lifecycle === 'discontinued');

const byGrade = (a: GradedAlternate, b: GradedAlternate): number =>
  gradeOf(a) - gradeOf(b) ||
  isGivenUp(a) - isGivenUp(b) ||
  a.differences.length - b.differences.length ||
  (a.product.id < b.product.id ? -1 : 1);

/**
 * What can be bought instead of a product as the caller sees it, the best first: what is hidden is
 * no alternate, and what is masked is not known. Gives way to other requests between every few of
 * them. Throws `unavailable` when the store does not answer.
 */
export const gradedAlternates = async (
  original: Product,
  { alternates, profile, view, signal }: AlternateSearch,
): Promise<{ readonly graded: readonly GradedAlternate[]; readonly isCut: boolean }> => {
  const part = partOf(original, profile);
  const question = candidateQuestion(part, original.profileId, profile);
  const { products, isCut } = await alternates.candidates(question, lookedAtMost, { signal });
  const candidates = view === undefined ? products : await view.products(products, { signal });
  const compare = createComparison(original.profileId, profile);
  const graded: GradedAlternate[] = [];
  for (const [at, product] of candidates.entries()) {
    if (at % comparedAtOnce === comparedAtOnce - 1) {
      await nextTurn();
      signal.throwIfAborted();
    }
    const comparison = product.id === original.id ? undefined : compare(part, partOf(product, profile));
    if (comparison !== undefined) graded.push({ ...comparison, product });
  }
  return { graded: graded.sort(byGrade), isCut };
};
