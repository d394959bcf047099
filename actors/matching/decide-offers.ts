import { loopTurn } from '../../concurrency/turns.ts';
import { candidatesOf, decideOffer, type MatchPolicy } from '../../domain/matching/decide-offer.ts';
import type { MatchDecision, MatchStore, PendingOffer } from '../../domain/matching/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** What decisions over a batch need. */
export interface DecideOffersDependencies {
  readonly store: Pick<MatchStore, 'evidence'>;
  readonly policy: MatchPolicy;
  readonly metrics: Metrics;
}

/** After so long without a pause everything else in the process gets its turn. */
const maxSliceMs = 3;

/** So many candidates are decided upon without a pause at most, unless one offer alone has more. */
export const maxCandidatesAtOnce = 50;

/**
 * Decides a batch of offers, in the order given, and measures each strategy. Works in short time
 * slices, because prices are answered in the same process and must not wait for a batch: a slice
 * ends before the offer that would bring its candidates above `maxCandidatesAtOnce`, and after
 * `maxSliceMs` in any case.
 */
export const decideOffers = async (
  offers: readonly PendingOffer[],
  { store, policy, metrics }: DecideOffersDependencies,
): Promise<readonly MatchDecision[]> => {
  const evidence = await store.evidence(offers);
  const timed: MatchPolicy['timed'] = (strategy, work) => {
    const finished = metrics.matching.decisionDuration.startTimer({ strategy });
    const result = work();
    finished();
    return result;
  };
  const decisions: MatchDecision[] = [];
  let since = performance.now();
  let looked = 0;
  for (const offer of offers) {
    const candidates = candidatesOf(offer, evidence).length;
    if (looked + candidates > maxCandidatesAtOnce || performance.now() - since > maxSliceMs) {
      await loopTurn();
      since = performance.now();
      looked = 0;
    }
    looked += candidates;
    decisions.push(decideOffer(offer, evidence, { ...policy, timed }));
  }
  return decisions;
};
