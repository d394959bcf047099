import { expect, it } from 'vitest';
import { type Seller, sellerKey } from '../../../../domain/estimate/seller.ts';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const ten = [handLine(1, '10')];
const two = [handLine(1, '10'), handLine(2, '10')];

/** An offer that an aggregator shows of a seller. */
const shown = (productId: string, name: string, cents: number, kind: Seller['kind'] = 'unknown') =>
  handOffer(productId, 'hub', cents, {
    offerId: `${name}:${productId}`,
    seller: { id: `seller ${sellerKey(name)}`, name, kind },
  });

const pair = [handOffer('p1', 'alpha', 10), handOffer('p1', 'beta', 11), handOffer('p2', 'beta', 20)];
const kinds = [shown('p1', 'grey', 5, 'broker'), shown('p1', 'plain', 8), shown('p1', 'named', 12, 'authorized')];
const direct = { id: 'dk', name: 'Digi-Key', kind: 'unknown' } as const;
const own = handOffer('p1', 'dk', 12, { seller: direct });
const twin = handOffer('p1', 'hub', 10, { seller: direct });
const reel = handOffer('p1', 'dk', 5, { offerId: 'reel', inStock: 100 });
const tape = handOffer('p1', 'dk', 8, { offerId: 'tape', inStock: 150 });

const cases: readonly BasketCase[] = [
  // 10 at 0.10 and 10 at 0.20.
  ['the least price has as many sellers as it takes', two, pair, {}, '3: 10 alpha; 10 beta'],
  // 10 at 0.11 and 10 at 0.20 at one.
  ['the fewest sellers may cost more', two, pair, { mode: 'min_suppliers' }, '3.1: 10 beta; 10 beta'],
  // 10 at 0.30 and 10 at 0.40 at the only one that has both.
  [
    'the fewest sellers are one where one has everything',
    two,
    [
      handOffer('p1', 'alpha', 10),
      handOffer('p2', 'beta', 20),
      handOffer('p1', 'gamma', 30),
      handOffer('p2', 'gamma', 40),
    ],
    { mode: 'min_suppliers' },
    '7: 10 gamma; 10 gamma',
  ],
  // alpha has both for 1.00 and 2.00, beta for 1.10 and 1.80.
  [
    'of equally few sellers the cheapest is taken',
    two,
    [...pair.slice(0, 2), handOffer('p2', 'alpha', 20), handOffer('p2', 'beta', 18)],
    { mode: 'min_suppliers' },
    '2.9: 10 beta; 10 beta',
  ],
  // 10 at 0.12 at one seller, instead of 6 at 0.10 and 4 at 0.12.
  [
    'the fewest sellers split no line that one of them has',
    ten,
    [handOffer('p1', 'alpha', 10, { inStock: 6 }), handOffer('p1', 'beta', 12)],
    { mode: 'min_suppliers' },
    '1.2: 10 beta',
  ],
  // Two sellers behind one supplier are two: 10 at 0.11 and 10 at 0.20 at the second.
  [
    'sellers that one supplier shows are sellers of their own',
    two,
    [shown('p1', 'one', 10), shown('p1', 'other', 11), shown('p2', 'other', 20)],
    { mode: 'min_suppliers' },
    '3.1: 10 other; 10 other',
  ],
  // Each order is 0.20: 1.10 + 2.00 + 0.20 instead of 1.00 + 2.00 + 0.40.
  [
    'what an order costs is paid to each seller that a supplier shows',
    two,
    [shown('p1', 'one', 10), shown('p1', 'other', 11), shown('p2', 'other', 20)],
    { orderCosts: { hub: '0.2' } },
    '3.3: 10 other; 10 other',
  ],
  // 10 at 0.12, which the seller itself says; 0.10 is somebody else's word.
  ["the seller's own word wins over the aggregator's", ten, [own, twin], {}, '1.2: 10 dk'],
  // 10 at 0.10, as the seller itself has no price.
  [
    "the aggregator's word counts where the seller has no price",
    ten,
    [{ ...own, price: { kind: 'none', reason: 'no_price' } }, twin],
    {},
    '1: 10 hub',
  ],
  // The seller has 6, and shown again they are the same 6.
  [
    'the stock of a seller that is shown twice counts once',
    ten,
    [
      { ...own, stock: [{ warehouseRef: 'main', quantity: 6 }] },
      { ...twin, stock: [{ warehouseRef: 'main', quantity: 6 }] },
    ],
    {},
    '0: not_enough_stock',
  ],
  // 10 at 0.05.
  ['any seller is bought from', ten, kinds, {}, '0.5: 10 grey'],
  // 10 at 0.12.
  ['authorised sellers only', ten, kinds, { sellerPolicy: 'authorized_only' }, '1.2: 10 named'],
  // Nobody says that the two others are authorised.
  [
    'no authorised seller leaves the line',
    ten,
    kinds.slice(0, 2),
    { sellerPolicy: 'authorized_only' },
    '0: sellers_not_wanted',
  ],
  // 10 at 0.08.
  ['sellers by name', ten, kinds, { onlySellers: ['PLAIN Ltd.', 'named'] }, '0.8: 10 plain'],
  // 10 at 0.08.
  ['all sellers but one', ten, kinds, { exclude: { sellers: ['grey'] } }, '0.8: 10 plain'],
  // 10 at 0.11.
  ['all offers but one', ten, pair.slice(0, 2), { exclude: { offers: ['alpha:p1'] } }, '1.1: 10 beta'],
  // 10 at 0.11.
  ['all suppliers but one', ten, pair.slice(0, 2), { exclude: { suppliers: ['alpha'] } }, '1.1: 10 beta'],
  // Nobody is left.
  ['all excluded leaves the line', ten, pair.slice(0, 1), { exclude: { suppliers: ['alpha'] } }, '0: offers_excluded'],
  // 10 at 0.11 for line 1, 10 at 0.10 for line 2.
  [
    'a supplier that is excluded of one line',
    two,
    [...pair.slice(0, 2), handOffer('p2', 'alpha', 10)],
    { lineEdits: [{ number: 1, exclude: { suppliers: ['alpha'] } }] },
    '2.1: 10 beta; 10 alpha',
  ],
  // 10 at 0.11.
  [
    'a pinned offer, though another costs less',
    ten,
    pair.slice(0, 2),
    { lineEdits: [{ number: 1, pinnedOffer: 'beta:p1' }] },
    '1.1: 10 beta',
  ],
  // 6 of 10, and nothing else in silence.
  [
    'a pinned offer that has too few',
    ten,
    [handOffer('p1', 'alpha', 10), handOffer('p1', 'beta', 11, { inStock: 6 })],
    { lineEdits: [{ number: 1, pinnedOffer: 'beta:p1' }] },
    '0: not_enough_stock',
  ],
  // 100 at 0.05 and 40 at 0.08, of 150 in all.
  ['packagings of a part share one stock', [handLine(1, '140')], [reel, tape], {}, '8.2: 100 reel + 40 tape'],
  // The pool has 150 and not 250.
  ['the shared stock counts once', [handLine(1, '151')], [reel, tape], {}, '0: not_enough_stock'],
  // 100 at 0.05 and 60 at 0.08.
  [
    'stocks of two sellers are two',
    [handLine(1, '160')],
    [reel, handOffer('p1', 'alpha', 8, { inStock: 150 })],
    {},
    '9.8: 100 reel + 60 alpha',
  ],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});
