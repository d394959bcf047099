import type { MatchConfidence } from '../offers/offer.ts';

/** A strategy that scores pairs of an offer and a product, where identity alone does not decide. */

/**
 * What an offer or a product says, as far as pairs are scored on it. An absent field is unknown.
 */
export interface MatchRecord {
  readonly manufacturer: string | undefined;
  readonly mpn: string | undefined;
  readonly description: string | undefined;
}

/** How a pair fares. */
export interface PairScore {
  /** 0 to 1: the probability that the two are one product. */
  readonly probability: number;
  /** Field by field, what agreed and what did not. */
  readonly evidence: Readonly<Record<string, string>>;
}

/** Scores pairs. Pure: the same offer and products always get the same scores. */
export interface ScoringStrategy {
  readonly name: 'heuristic' | 'ml';
  /** Scores an offer with all of its candidates, of which one at most is right; in their order. */
  readonly score: (offer: MatchRecord, products: readonly MatchRecord[]) => readonly PairScore[];
}

/** From which probability on a match counts as how sure; strictly descending. */
export interface MatchThresholds {
  readonly strong: number;
  readonly probable: number;
  readonly weak: number;
}

/** The thresholds of profiles that have none of their own. */
export const defaultThresholds: MatchThresholds = { strong: 0.95, probable: 0.8, weak: 0.6 };

/** How sure a probability is. Never `exact`: that is for agreement in maker and number. */
export const confidenceOf = (probability: number, thresholds: MatchThresholds): MatchConfidence => {
  if (probability >= thresholds.strong) return 'strong';
  if (probability >= thresholds.probable) return 'probable';
  return probability >= thresholds.weak ? 'weak' : 'unmatched';
};
