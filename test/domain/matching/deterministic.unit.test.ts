import { describe, expect, it } from 'vitest';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { decideDeterministic } from '../../../domain/matching/deterministic.ts';
import type { MatchCandidate, PendingOffer } from '../../../domain/matching/ports.ts';

const pending = (manufacturer: string | undefined, mpn: string | undefined, createsProducts = false): PendingOffer => ({
  offerId: 'ofr_1',
  supplierId: 'meridian',
  manufacturer,
  mpn,
  description: undefined,
  lifecycle: undefined,
  replacedByMpn: undefined,
  attributes: {},
  createsProducts,
  verdicts: 0,
});

const product = (manufacturer: string, mpn: string): MatchCandidate => ({
  productId: `prd_${manufacturer}_${mpn}`,
  profileId: defaultProfile.id,
  manufacturerKey: manufacturerKey(manufacturer),
  manufacturer,
  mpn,
  mpnKey: mpnKey(mpn),
  description: undefined,
});

const aliases = new Map([['TI', { key: manufacturerKey('Texas Instruments'), name: 'Texas Instruments' }]]);

const decide = (offer: PendingOffer, ...candidates: MatchCandidate[]) =>
  decideDeterministic(offer, { candidates, aliases, profiles: builtInProfiles });

describe('the deterministic strategy', () => {
  it('is exact for the same maker and number', () => {
    expect(decide(pending('Texas Instruments Inc.', 'lm358dr'), product('Texas Instruments', 'LM358DR'))).toMatchObject(
      {
        confidence: 'exact',
        rule: 'manufacturer_and_mpn',
      },
    );
  });

  it('knows a maker by its alias and says so', () => {
    expect(decide(pending('TI', 'LM358DR'), product('Texas Instruments', 'LM358DR'))).toMatchObject({
      confidence: 'exact',
      evidence: { manufacturer: 'alias of Texas Instruments' },
    });
  });

  it('is strong, not exact, when only separators differ', () => {
    expect(decide(pending('Molex', '22-01-2067'), product('Molex', '0022012067')).confidence).toBe('unmatched');
    expect(decide(pending('Molex', '22 01-2067'), product('Molex', '22-01-2067'))).toMatchObject({
      confidence: 'strong',
    });
  });

  it.each([
    ['1.5SMC68CA', '1.5SMC6.8CA'],
    ['5128', '15128'],
    ['BC847B', 'BC847BW'],
    ['LM317', 'LM317+'],
    ['MAX232', 'MAX323'],
  ])('keeps %s apart from %s', (wanted, other) => {
    expect(decide(pending('Maker', wanted), product('Maker', other)).productId).toBeUndefined();
  });

  it('keeps the same number of two makers apart', () => {
    expect(decide(pending('onsemi', 'BC547B'), product('Nexperia', 'BC547B'))).toMatchObject({
      confidence: 'unmatched',
      rule: 'no_product',
    });
  });

  it('without a maker is probable when one product has the number, and unmatched when two have', () => {
    expect(decide(pending(undefined, 'BC547BTA'), product('onsemi', 'BC547BTA')).confidence).toBe('probable');
    expect(
      decide(pending(undefined, 'BC547BTA'), product('onsemi', 'BC547BTA'), product('Diotec', 'BC547BTA')),
    ).toMatchObject({
      confidence: 'unmatched',
      rule: 'ambiguous',
    });
  });

  it('creates the product when the supplier may, under the identity that a later offer will find', () => {
    const created = decide(pending('TI', 'LM358DR', true));
    expect(created).toMatchObject({
      rule: 'new_canonical',
      create: { manufacturer: 'Texas Instruments', mpn: 'LM358DR' },
    });
    expect(decide(pending('Texas Instruments', 'LM358-DR', true)).productId).toBe(created.productId);
  });

  it('creates it with all that the offer says, and with nothing else', () => {
    const said = { description: 'op amp', lifecycle: 'nrnd', replacedByMpn: 'LM358B', attributes: { case: 'SO-8' } };
    const offer: PendingOffer = { ...pending('TI', ' LM358DR ', true), ...said } as PendingOffer;
    expect(decide(offer).create).toMatchObject({
      mpn: 'LM358DR',
      description: 'op amp',
      lifecycle: 'nrnd',
      replacedByMpn: 'LM358B',
      characteristics: { case: 'SO-8' },
    });
    const bare = decide(pending('TI', 'LM358DR', true)).create ?? {};
    expect(Object.keys(bare).filter((name) => ['description', 'lifecycle', 'replacedByMpn'].includes(name))).toEqual(
      [],
    );
  });

  it('says why an offer without a part number is unmatched', () => {
    expect(decide(pending('TI', undefined))).toMatchObject({ confidence: 'unmatched', rule: 'no_part_number' });
    expect(decide(pending('TI', ' - '))).toMatchObject({ confidence: 'unmatched', rule: 'no_part_number' });
  });
});
