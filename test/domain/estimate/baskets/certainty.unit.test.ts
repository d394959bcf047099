import { expect, it } from 'vitest';
import type { NoPriceReason } from '../../../../domain/estimate/market.ts';
import { figuresRule, type LineResolution, type UnresolvedReason } from '../../../../domain/estimate/resolution.ts';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const hour = 3_600_000;
const ten = [handLine(1, '10')];
const offer = handOffer('p1', 'alpha', 10, { match: { confidence: 'exact' } });
const matched = [
  handOffer('p1', 'alpha', 10, { match: { confidence: 'probable' } }),
  handOffer('p1', 'beta', 11, { match: { confidence: 'strong' } }),
  handOffer('p1', 'gamma', 12, { match: { confidence: 'exact' } }),
];
const aged = [
  handOffer('p1', 'alpha', 10, { priceAgeMs: 13 * hour }),
  handOffer('p1', 'beta', 11, { stockAgeMs: 5 * hour }),
  handOffer('p1', 'gamma', 12, { priceAgeMs: 12 * hour, stockAgeMs: 4 * hour }),
];
const gone = handOffer('p1', 'alpha', 10, { isWithdrawn: true });
const other = handOffer('p1', 'beta', 11);
const bounds = { maxPriceAgeMs: 12 * hour, maxStockAgeMs: 4 * hour };
const probable = (rule: string) => {
  const resolution = { kind: 'resolved', productId: 'p1', confidence: 'probable', rule, alternatives: [] } as const;
  return [handLine(1, '10', { resolution })];
};
const without = (reason: NoPriceReason) =>
  handOffer('p1', 'beta', 1, { price: { kind: 'none', reason, currency: 'USD' } });
const nothing = (reason: UnresolvedReason): LineResolution => ({ kind: 'unresolved', reason });

const cases: readonly BasketCase[] = [
  // 10 at 0.10.
  ['any match is bought where nothing is asked for', ten, matched, {}, '1: 10 alpha'],
  // 10 at 0.10.
  ['a probable match where that is asked for', ten, matched, { minConfidence: 'probable' }, '1: 10 alpha'],
  // 10 at 0.11.
  ['a strong match where that is asked for', ten, matched, { minConfidence: 'strong' }, '1.1: 10 beta'],
  // 10 at 0.12.
  ['an exact match where that is asked for', ten, matched, { minConfidence: 'exact' }, '1.2: 10 gamma'],
  // A line is bought only where there is a match that is sure enough.
  [
    'no match that is sure enough leaves the line',
    ten,
    matched.slice(0, 1),
    { minConfidence: 'strong' },
    '0: offers_uncertain',
  ],
  // 10 at 0.10, by a person's word.
  [
    'a weak match that is pinned',
    ten,
    matched,
    { minConfidence: 'exact', lineEdits: [{ number: 1, pinnedOffer: 'alpha:p1' }] },
    '1: 10 alpha',
  ],
  // The product is not sure to be what the line means.
  [
    'a probable product where a strong one is asked for',
    probable('mpn_only'),
    [offer],
    { minConfidence: 'strong' },
    '0: match_uncertain',
  ],
  // 10 at 0.10.
  [
    'a probable product where that is asked for',
    probable('mpn_only'),
    [offer],
    { minConfidence: 'probable' },
    '1: 10 alpha',
  ],
  // 10 at 0.10, by a person's word.
  [
    'a probable product that a person accepts',
    probable('mpn_only'),
    [offer],
    { minConfidence: 'strong', lineEdits: [{ number: 1, acceptedDoubts: ['probable_match'] }] },
    '1: 10 alpha',
  ],
  // 10 at 0.10, by a person's word.
  [
    'figures alone that a person accepts',
    probable(figuresRule),
    [offer],
    { minConfidence: 'strong', lineEdits: [{ number: 1, acceptedDoubts: ['figures_only'] }] },
    '1: 10 alpha',
  ],
  // Another doubt says nothing of the match.
  [
    'another doubt that a person accepts',
    probable('mpn_only'),
    [offer],
    { minConfidence: 'strong', lineEdits: [{ number: 1, acceptedDoubts: ['unit_not_pieces'] }] },
    '0: match_uncertain',
  ],
  // 10 at 0.11: alpha no longer has it, and a person's word does not bring it back.
  ['what is withdrawn is not bought', ten, [gone, other], {}, '1.1: 10 beta'],
  [
    'what is withdrawn is not bought where it is pinned either',
    ten,
    [gone, other],
    { lineEdits: [{ number: 1, pinnedOffer: 'alpha:p1' }] },
    '0: offers_withdrawn',
  ],
  ['nothing but what is withdrawn leaves the line', ten, [gone], {}, '0: offers_withdrawn'],
  // 10 at 0.10.
  ['any age where nothing is asked for', ten, aged, {}, '1: 10 alpha'],
  // 10 at 0.12, just young enough.
  ['prices and stocks that are too old', ten, aged, bounds, '1.2: 10 gamma'],
  // 10 at 0.11.
  ['prices that are too old', ten, aged, { maxPriceAgeMs: 12 * hour }, '1.1: 10 beta'],
  // 10 at 0.12.
  ['stocks that are too old', ten, aged.slice(1), { maxStockAgeMs: 4 * hour }, '1.2: 10 gamma'],
  // Both are too old.
  ['nothing young enough leaves the line', ten, aged.slice(0, 2), bounds, '0: offers_uncertain'],
  // 10 at 0.10, by a person's word.
  [
    'an old price that is pinned',
    ten,
    aged,
    { ...bounds, lineEdits: [{ number: 1, pinnedOffer: 'alpha:p1' }] },
    '1: 10 alpha',
  ],
  // 10 at 0.10.
  ['an offer without an exchange rate', ten, [offer, without('no_exchange_rate')], {}, '1: 10 alpha'],
  // A price without a rate is no price, and a different thing from none.
  ['only offers without an exchange rate', ten, [without('no_exchange_rate')], {}, '0: no_exchange_rate'],
  // 10 at 0.10.
  ['an offer whose price is hidden', ten, [offer, without('price_hidden')], {}, '1: 10 alpha'],
  // Nothing to buy at.
  ['only offers on request', ten, [without('price_on_request')], {}, '0: no_price'],
  // Nobody sells it.
  ['no offer at all', ten, [], {}, '0: no_offers'],
  // Lines that mean nothing known are not bought; the others are: 10 at 0.10.
  [
    'lines without a product leave the others as they are',
    [
      ...ten,
      handLine(2, '10', { resolution: nothing('not_found') }),
      handLine(3, '10', { resolution: { kind: 'doubtful', candidates: [], reason: 'ambiguous' } }),
      handLine(4, '10', { resolution: nothing('looking_up') }),
      handLine(5, '10', { resolution: nothing('not_carried') }),
    ],
    [offer],
    {},
    '1: 10 alpha; not_found; ambiguous; looking_up; not_carried',
  ],
  // What is not placed is not bought.
  ['a line that is not placed', [handLine(1, '10', { doNotPlace: true })], [offer], {}, '0: do_not_place'],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});
