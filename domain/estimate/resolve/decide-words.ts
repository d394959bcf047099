import type { Profiles } from '../../identity/profile.ts';
import type { ScoringStrategy } from '../../identity/strategy.ts';
import type { AskedLine } from './asked-line.ts';
import {
  ambiguousDecision,
  byScore,
  found,
  isConsistent,
  lineAsOffer,
  type NumberDecision,
  narrow,
} from './decide-number.ts';
import type { ProductCandidate } from './ports.ts';

/**
 * The product that a line's words mean, of those whose number stands at the beginning of its texts:
 * the matcher's strategies must be sure of one. A number without its maker is never more than
 * probable, however high the score; where several makers have it, the rest of the line must tell
 * which.
 */
export const decideWords = (
  asked: AskedLine,
  candidates: readonly ProductCandidate[],
  policy: { readonly strategies: readonly ScoringStrategy[]; readonly profiles: Profiles },
): NumberDecision => {
  const [first] = candidates;
  if (first === undefined) return { kind: 'none' };
  const ofOneNumber = candidates.every(({ mpnKey }) => mpnKey === first.mpnKey);
  if (ofOneNumber && candidates.length > 1) return narrow(asked, candidates);
  const scored = byScore(lineAsOffer(asked), candidates, policy);
  return scored?.kind === 'found' && isConsistent(asked, scored.product)
    ? found(scored.product, 'probable', scored.rule)
    : ambiguousDecision(candidates, 'ambiguous', 'number_in_words', 0.5);
};
