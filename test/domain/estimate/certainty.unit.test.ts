import { describe, expect, it } from 'vitest';
import type { EstimateOutcome } from '../../../domain/estimate/outcome.ts';
import { handLine, handNow, handOffer, handOutcome } from '../../support/hand-market.ts';

const hour = 3_600_000;
const ten = [handLine(1, '10')];

const told = ({ total, lines }: EstimateOutcome) => ({
  total,
  bought: lines.map(({ chosen, leftOut }) => leftOut ?? chosen.map(({ supplierId }) => supplierId).join()),
  leftOut: lines[0]?.offers?.leftOut,
});

describe('an offer that is matched too weakly', () => {
  const offers = [
    handOffer('p1', 'alpha', 10, { match: { confidence: 'probable', rule: 'mpn_only' } }),
    handOffer('p1', 'beta', 11, { match: { confidence: 'strong' } }),
  ];

  it('is bought where nothing else is asked for, and says how sure it is', () => {
    // 10 at 0.10.
    const found = handOutcome(ten, offers);
    expect(told(found)).toMatchObject({ total: '1', bought: ['alpha'] });
    expect(found.lines[0]?.chosen[0]?.match).toEqual({ confidence: 'probable', rule: 'mpn_only' });
  });

  it('is not bought where surer ones are asked for, and is counted', () => {
    // 10 at 0.11.
    const found = handOutcome(ten, offers, { minConfidence: 'strong' });
    expect(told(found)).toEqual({ total: '1.1', bought: ['beta'], leftOut: { weak_match: 1 } });
    // A match that is hidden from the caller is not known to be sure.
    const hidden = handOutcome(ten, [...offers, handOffer('p1', 'gamma', 1)], { minConfidence: 'strong' });
    expect(told(hidden)).toMatchObject({ total: '1.1', leftOut: { weak_match: 2 } });
    const exact = handOutcome(ten, offers, { minConfidence: 'exact' });
    expect(told(exact)).toEqual({ total: '0', bought: ['offers_uncertain'], leftOut: { weak_match: 2 } });
  });
});

describe('a line whose product is only probable', () => {
  const offers = [handOffer('p1', 'alpha', 10, { match: { confidence: 'exact' } })];
  const resolution = {
    kind: 'resolved',
    productId: 'p1',
    confidence: 'probable',
    rule: 'mpn_only',
    alternatives: [],
  } as const;
  const lines = [handLine(1, '10', { resolution })];

  it('is not bought where a surer one is asked for, unless a person accepts it', () => {
    expect(told(handOutcome(lines, offers))).toMatchObject({ bought: ['alpha'] });
    const minConfidence = 'strong';
    expect(told(handOutcome(lines, offers, { minConfidence }))).toMatchObject({ bought: ['match_uncertain'] });
    const lineEdits = [{ number: 1, acceptedDoubts: ['probable_match'] }];
    expect(told(handOutcome(lines, offers, { minConfidence, lineEdits }))).toMatchObject({ bought: ['alpha'] });
  });
});

describe('an offer that was looked at too long ago', () => {
  const offers = [
    handOffer('p1', 'alpha', 10, { priceAgeMs: 13 * hour }),
    handOffer('p1', 'beta', 11, { stockAgeMs: 5 * hour }),
    handOffer('p1', 'gamma', 12, { priceAgeMs: hour, stockAgeMs: hour }),
  ];
  const bounds = { maxPriceAgeMs: 12 * hour, maxStockAgeMs: 4 * hour };

  it('is not bought, by its price or by its stock, and is counted', () => {
    // 10 at 0.12.
    const leftOut = { stale_price: 1, stale_stock: 1 };
    expect(told(handOutcome(ten, offers, bounds))).toEqual({ total: '1.2', bought: ['gamma'], leftOut });
    const old = handOutcome(ten, offers.slice(0, 2), bounds);
    expect(told(old)).toEqual({ total: '0', bought: ['offers_uncertain'], leftOut });
  });

  it('is bought where that is asked for, and says how old its stock is', () => {
    // 10 at 0.11, for want of alpha.
    const found = handOutcome(ten, offers.slice(1));
    expect(told(found)).toMatchObject({ total: '1.1', bought: ['beta'] });
    expect(found.lines[0]?.doubts).toEqual([
      { code: 'stock_not_fresh', text: 'the stock of beta-p1 was looked at 5 hours ago' },
    ]);
  });

  it('is not bought beyond its objective where fresh prices are required', () => {
    const old = { status: 'STALE', observedAt: handNow, staleSince: handNow } as const;
    const stale = [
      handOffer('p1', 'alpha', 10, { freshness: old }),
      handOffer('p1', 'beta', 11, { stockAgeMs: 3 * hour }),
      handOffer('p1', 'gamma', 12, { priceAgeMs: hour, stockAgeMs: hour }),
    ];
    const leftOut = { stale_price: 1, stale_stock: 1 };
    const freshness = 'require_fresh';
    expect(told(handOutcome(ten, stale, { freshness }))).toEqual({ total: '1.2', bought: ['gamma'], leftOut });
    expect(told(handOutcome(ten, stale, { freshness: 'prefer_fresh' }))).toMatchObject({ bought: ['alpha'] });
  });

  it('is bought where it is pinned', () => {
    const lineEdits = [{ number: 1, pinnedOffer: 'alpha:p1' }];
    expect(told(handOutcome(ten, offers, { ...bounds, lineEdits }))).toMatchObject({ bought: ['alpha'] });
  });
});
