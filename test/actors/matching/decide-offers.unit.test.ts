import { describe, expect, it } from 'vitest';
import { decideOffers, maxCandidatesAtOnce } from '../../../actors/matching/decide-offers.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import type { ScoringStrategy } from '../../../domain/identity/strategy.ts';
import type { MatchCandidate, MatchEvidence, PendingOffer } from '../../../domain/matching/ports.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';

const candidatesAnOffer = 20;

const products: readonly MatchCandidate[] = Array.from({ length: candidatesAnOffer }, (_, at) => ({
  productId: `prd_${at}`,
  profileId: defaultProfile.id,
  manufacturerKey: `MAKER${at}`,
  manufacturer: `Maker ${at}`,
  mpn: 'RX12345',
  mpnKey: 'RX12345',
  description: undefined,
}));

const evidence: MatchEvidence = {
  aliases: new Map(),
  byNumber: new Map([['RX12345', products]]),
  byToken: new Map(),
  verdicts: new Map(),
  profiles: new Map([[defaultProfile.id, defaultProfile]]),
};

const offers: readonly PendingOffer[] = Array.from({ length: 12 }, (_, at) => ({
  offerId: `ofr_${at}`,
  supplierId: 'meridian',
  manufacturer: 'Somebody Else',
  mpn: 'RX12345',
  description: undefined,
  lifecycle: undefined,
  replacedByMpn: undefined,
  attributes: {},
  createsProducts: false,
  verdicts: 0,
}));

describe('decisions over a batch', () => {
  it('lets others have their turn before more candidates than a stretch may hold are scored', async () => {
    const stretches: number[] = [];
    let [scored, isOver] = [0, false];
    const strategy: ScoringStrategy = {
      name: 'heuristic',
      score: (_, products) => {
        scored += products.length;
        return products.map(() => ({ probability: 0, evidence: {} }));
      },
    };
    const watch = (): void => {
      stretches.push(scored);
      scored = 0;
      if (!isOver) setImmediate(watch);
    };
    setImmediate(watch);
    const decisions = await decideOffers(offers, {
      store: { evidence: () => Promise.resolve(evidence) },
      policy: { strategies: [strategy] },
      metrics: createMetrics('test'),
    });
    isOver = true;
    stretches.push(scored);
    expect(decisions.map(({ offerId }) => offerId)).toEqual(offers.map(({ offerId }) => offerId));
    expect(stretches.reduce((sum, each) => sum + each, 0)).toBe(offers.length * candidatesAnOffer);
    expect(Math.max(...stretches)).toBeLessThanOrEqual(maxCandidatesAtOnce);
  });
});
