import { describe, expect, it } from 'vitest';
import { manufacturerKey, mpnCompact, mpnKey } from '../../../domain/catalog/identity.ts';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { confidenceOf, defaultThresholds, type ScoringStrategy } from '../../../domain/identity/strategy.ts';
import { blockingKeysOf, numberTokens } from '../../../domain/matching/blocking.ts';
import { decideOffer, type MatchPolicy } from '../../../domain/matching/decide-offer.ts';
import { heuristic } from '../../../domain/matching/heuristic.ts';
import type { MatchCandidate, MatchEvidence, MatchVerdict, PendingOffer } from '../../../domain/matching/ports.ts';

const policy: MatchPolicy = { strategies: [heuristic] };

const offer = (given: Partial<PendingOffer>): PendingOffer => ({
  offerId: 'ofr_1',
  supplierId: 'meridian',
  manufacturer: undefined,
  mpn: undefined,
  description: undefined,
  lifecycle: undefined,
  replacedByMpn: undefined,
  attributes: {},
  createsProducts: false,
  verdicts: 0,
  ...given,
});

const product = (manufacturer: string, mpn: string, description?: string): MatchCandidate => ({
  productId: `prd_${manufacturer}_${mpn}`,
  profileId: defaultProfile.id,
  manufacturerKey: manufacturerKey(manufacturer),
  manufacturer,
  mpn,
  mpnKey: mpnKey(mpn),
  description,
});

const evidenceOf = (products: readonly MatchCandidate[], given: Partial<MatchEvidence> = {}): MatchEvidence => ({
  aliases: new Map([['TI', { key: 'TEXASINSTRUMENTS', name: 'Texas Instruments' }]]),
  byNumber: Map.groupBy(products, (each) => each.mpnKey),
  byToken: Map.groupBy(products, (each) => mpnCompact(each.mpn)),
  verdicts: new Map(),
  profiles: builtInProfiles,
  ...given,
});

const said = (verdict: MatchVerdict['verdict'], { productId }: MatchCandidate): Pick<MatchEvidence, 'verdicts'> => ({
  verdicts: new Map([
    ['ofr_1', [{ offerId: 'ofr_1', productId, verdict, note: undefined, by: 'key_1', at: new Date(0) }]],
  ]),
});

const yageo = product('Yageo', 'RC0603FR-0710KL', 'thick film resistor 10 kohm');

describe('a decision', () => {
  it('attaches an offer to the product whose number and maker stand in its description, whatever separates them', () => {
    const decision = decideOffer(
      offer({ description: 'YAGEO RC0603FR 0710KL resistor' }),
      evidenceOf([yageo, product('Yageo', 'RC0603FR-0710K')]),
      policy,
    );
    expect(decision).toMatchObject({
      productId: yageo.productId,
      confidence: 'probable',
      strategy: 'heuristic',
      rule: 'best_score',
      evidence: { part_number: 'in the text', manufacturer: 'in the text' },
    });
    expect(Number(decision.evidence.score)).toBeGreaterThanOrEqual(0.8);
  });

  it('finds a maker in a spelling that nobody knows, and never one that is known to be another', () => {
    const lm317 = product('Texas Instruments', 'LM317KCSE3');
    const evidence = evidenceOf([lm317]);
    const decide = (manufacturer: string) => decideOffer(offer({ manufacturer, mpn: 'LM317KCSE3' }), evidence, policy);
    expect(decide('Texas Instrumenst')).toMatchObject({ productId: lm317.productId, confidence: 'probable' });
    expect(decide('Fairchild')).toMatchObject({ productId: undefined, confidence: 'unmatched' });
    const known = { aliases: new Map([['TEXASINSTRUMENST', { key: 'OTHER', name: 'Other' }]]) };
    expect(
      decideOffer(offer({ manufacturer: 'Texas Instrumenst', mpn: 'LM317KCSE3' }), evidenceOf([lm317], known), policy),
    ).toMatchObject({ productId: undefined, rule: 'no_product' });
  });

  it('creates a product by maker and number, however well another scores', () => {
    const mine = offer({ manufacturer: 'Yageo Elec', mpn: 'RC0603FR-0710KL', createsProducts: true });
    expect(decideOffer(mine, evidenceOf([yageo]), policy)).toMatchObject({
      rule: 'new_canonical',
      create: { manufacturer: 'Yageo Elec' },
    });
  });

  it('gives a number that differs in one letter no chance', () => {
    const mine = offer({ manufacturer: 'Unheard', mpn: 'RC0603FR-0710K', description: 'as RC0603FR-0710KL by Yageo' });
    expect(decideOffer(mine, evidenceOf([yageo]), policy)).toMatchObject({ confidence: 'unmatched' });
  });

  it('leaves two that score alike undecided', () => {
    const evidence = evidenceOf([yageo, product('Vishay', 'RC0603FR-0710KL')]);
    expect(decideOffer(offer({ mpn: 'RC0603FR-0710KL' }), evidence, policy)).toMatchObject({
      productId: undefined,
      rule: 'ambiguous_score',
    });
  });

  it('holds a contradiction of values against a pair', () => {
    const description = 'RC0603FR-0710KL Yageo 22 kohm';
    expect(decideOffer(offer({ description }), evidenceOf([yageo]), policy)).toMatchObject({ confidence: 'unmatched' });
  });

  it('is what a human confirmed, and makes the part known that the catalogue names all the same', () => {
    const other = product('Vishay', 'CRCW0603');
    const mine = offer({ manufacturer: 'Yageo', mpn: 'NEW1', createsProducts: true, verdicts: 1 });
    expect(decideOffer(mine, evidenceOf([other], said('confirm', other)), policy)).toMatchObject({
      productId: other.productId,
      strategy: 'human',
      confidence: 'exact',
      create: undefined,
      names: { mpn: 'NEW1' },
      decidedOn: { verdicts: 1 },
    });
  });

  it('is never what a human rejected, neither by identity nor by score, and creates no other of it', () => {
    const rejecting = evidenceOf([yageo], said('reject', yageo));
    const same = { manufacturer: 'Yageo', mpn: 'RC0603FR-0710KL' };
    expect(decideOffer(offer({ ...same, createsProducts: true }), rejecting, policy)).toMatchObject({
      productId: undefined,
      rule: 'rejected',
      create: undefined,
    });
    expect(decideOffer(offer(same), rejecting, policy)).toMatchObject({ productId: undefined });
    expect(decideOffer(offer({ description: 'Yageo RC0603FR-0710KL' }), rejecting, policy)).toMatchObject({
      productId: undefined,
    });
  });

  it('asks the next strategy when one is not sure enough, and keeps a weak match of the last', () => {
    const unsure = { name: 'heuristic', score: () => [{ probability: 0.7, evidence: {} }] } as const;
    const sure = { name: 'ml', score: () => [{ probability: 0.97, evidence: { model: 'yes' } }] } as const;
    const mine = offer({ description: 'RC0603FR-0710KL' });
    const decide = (...strategies: MatchPolicy['strategies']) => decideOffer(mine, evidenceOf([yageo]), { strategies });
    expect(decide(unsure, sure)).toMatchObject({ strategy: 'ml', confidence: 'strong', evidence: { score: '0.970' } });
    expect(decide(unsure)).toMatchObject({ strategy: 'heuristic', confidence: 'weak' });
  });

  it('that identity has made bears no keys; every other bears those that could change it', () => {
    const evidence = evidenceOf([yageo]);
    const exact = decideOffer(offer({ manufacturer: 'Yageo', mpn: 'RC0603FR-0710KL' }), evidence, policy);
    expect(exact.blockingKeys).toBeUndefined();
    expect(decideOffer(offer({ mpn: 'rc0603fr 0710kl' }), evidence, policy).blockingKeys).toEqual(['RC0603FR0710KL']);
    expect(decideOffer(offer({ description: 'a resistor' }), evidence, policy).blockingKeys).toEqual([]);
  });
});

describe('blocking', () => {
  it('takes from a text what could be a number: long enough and with a digit, alone or joined with the word after it', () => {
    expect(numberTokens('Yageo RC0603FR-0710KL, 10k 1%')).toEqual([
      'YAGEORC0603FR0710KL',
      'RC0603FR0710KL',
      'RC0603FR0710KL10K',
    ]);
    expect(numberTokens('BAV 99 LT1G dual diode')).toEqual(['BAV99', '99LT1G', 'LT1GDUAL']);
    expect(numberTokens('a resistor of 10 k')).toEqual([]);
    expect(numberTokens(Array.from({ length: 400 }, (_, at) => `AB${at}CD`).join(' ')).length).toBeLessThanOrEqual(24);
  });

  it('of an offer with a number is that number and nothing else', () => {
    expect(blockingKeysOf({ mpn: 'LM317-T', description: 'not NE5555X' }, builtInProfiles)).toEqual(['LM317T']);
  });
});

describe('thresholds', () => {
  it('never make a score exact', () => {
    expect([1, 0.95, 0.9, 0.7, 0.1].map((probability) => confidenceOf(probability, defaultThresholds))).toEqual([
      'strong',
      'strong',
      'probable',
      'weak',
      'unmatched',
    ]);
  });
});

describe('how sure a score is', () => {
  const thresholds = { strong: 0.9, probable: 0.7, weak: 0.5 };

  it.each([
    [0.9, 'strong'],
    [0.899, 'probable'],
    [0.7, 'probable'],
    [0.699, 'weak'],
    [0.5, 'weak'],
    [0.499, 'unmatched'],
  ] as const)('%s is %s, thresholds included', (probability, confidence) => {
    expect(confidenceOf(probability, thresholds)).toBe(confidence);
  });

  it.each([
    [0.95, 0.91, undefined],
    [0.95, 0.899, 'prd_Yageo_RC0603FR0710KL'],
  ])('%s beside %s decides for %s: closer than 0.05 decides nothing', (best, second, productId) => {
    const products = [product('Yageo', 'RC0603FR0710KL'), product('Yageo', 'RC0603FR0733KL')];
    const scores = new Map([
      ['prd_Yageo_RC0603FR0710KL', best],
      ['prd_Yageo_RC0603FR0733KL', second],
    ]);
    const strategy: ScoringStrategy = {
      name: 'heuristic',
      score: (_, candidates) =>
        candidates.map((candidate) => ({
          probability: scores.get((candidate as MatchCandidate).productId) ?? 0,
          evidence: {},
        })),
    };
    const decision = decideOffer(offer({ description: 'RC0603FR0710KL RC0603FR0733KL' }), evidenceOf(products), {
      strategies: [strategy],
    });
    expect(decision.productId).toBe(productId);
    if (productId === undefined) expect(decision.rule).toBe('ambiguous_score');
  });
});
