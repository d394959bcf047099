import { describe, expect, it } from 'vitest';
import type { DraftLine } from '../../../domain/estimate/draft.ts';
import type { MarketOffer } from '../../../domain/estimate/market.ts';
import { staleLines } from '../../../domain/estimate/stale-lines.ts';
import { handLine, handNow, handOffer } from '../../support/hand-market.ts';

const product = { manufacturer: 'Yageo', mpn: 'RC0603' };
const resolution = {
  kind: 'resolved',
  productId: 'p1',
  product,
  confidence: 'exact',
  rule: 'manufacturer_and_mpn',
  alternatives: [],
} as const;
const stale = { status: 'STALE', observedAt: handNow, staleSince: handNow } as const;
const hour = 3_600_000;

/** What is asked for a line: each number, with the suppliers that are asked for it. */
const asked = (offers: readonly MarketOffer[], given: Partial<DraftLine> = {}) =>
  staleLines(
    { lines: [handLine(1, '10', { resolution, ...given })] },
    { offers: new Map(offers.length > 0 ? [['p1', offers]] : []) },
  ).flatMap(({ wants }) => wants.map((want) => (want.kind === 'number' ? [want.mpn, want.suppliers] : [])));

describe('what is asked for again of a known part', () => {
  it.each<[string, Partial<MarketOffer>]>([
    ['a stale price', { freshness: stale }],
    ['a price that was never seen', { freshness: { status: 'EMPTY' } }],
    ['an old stock', { stockAgeMs: 3 * hour }],
    ['a stock that was never seen', { stock: undefined }],
  ])('%s, of those alone who state it', (_, old) => {
    const fresh = handOffer('p1', 'alpha', 10, { stockAgeMs: hour });
    expect(asked([fresh, handOffer('p1', 'beta', 11, old), handOffer('p1', 'beta', 12, old)])).toEqual([
      ['RC0603', ['beta']],
    ]);
    expect(asked([fresh])).toEqual([]);
  });

  it('everything of all suppliers where it has no offer', () => {
    expect(asked([])).toEqual([['RC0603', undefined]]);
  });

  it('its number as the line names it, or as its offers do, where a person chose the product', () => {
    const { product: _, ...chosen } = resolution;
    expect(asked([], { resolution: chosen, partNumber: 'RC-0603' })).toEqual([['RC-0603', undefined]]);
    expect(asked([handOffer('p1', 'beta', 1, { freshness: stale, product })], { resolution: chosen })).toEqual([
      ['RC0603', ['beta']],
    ]);
    expect(asked([], { resolution: chosen })).toEqual([]);
  });

  it('nothing of lines that are not placed, or of which no product is taken', () => {
    expect(asked([], { doNotPlace: true })).toEqual([]);
    expect(asked([], { resolution: { kind: 'unresolved', reason: 'not_found' } })).toEqual([]);
  });
});
