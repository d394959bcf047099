import type { Product } from '../catalog/catalog.ts';
import type { ReadOptions } from '../store-context.ts';
import type { CandidateQuestion } from './candidate-question.ts';

/** Products that may be alternates of another. */
export interface AlternateCandidates {
  /**
   * Products of a profile that answer any of the ways in which a question asks, up to `limit` of
   * each way, and whether there are more. Throws `unavailable` when the store does not answer.
   */
  candidates(
    question: CandidateQuestion,
    limit: number,
    options?: ReadOptions,
  ): Promise<{ readonly products: readonly Product[]; readonly isCut: boolean }>;
}
