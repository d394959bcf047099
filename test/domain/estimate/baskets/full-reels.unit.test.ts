import { expect, it } from 'vitest';
import { packagingKindOf } from '../../../../domain/offers/packaging.ts';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const lineOf = (pieces: number) => [handLine(1, String(pieces))];
const full = { packaging: 'Tape & Reel (TR)', standardPackage: 1_000 };
const tape = handOffer('p1', 'dk', 5, { offerId: 'tape', packaging: 'Cut Tape (CT)', standardPackage: 1_000 });
const reel = handOffer('p1', 'dk', 4, { offerId: 'reel', minOrderQuantity: 1_000, orderMultiple: 1_000, ...full });
const withFee = { kind: 'ladder', breaks: [{ minQuantity: 1, unitPrice: 4, fee: 100 }] } as const;
const asked = { fullReelPercent: 10 };

const cases: readonly BasketCase[] = [
  // 750 at 0.05 are 37.50, a reel is 40.00: 6.7 % more.
  ['a full reel that costs little more is bought', lineOf(750), [reel, tape], asked, '40: 1000 reel'],
  ['no full reel where nobody asks for one', lineOf(750), [reel, tape], {}, '37.5: 750 tape'],
  // 700 at 0.05 are 35.00; 40.00 are 14.3 % more.
  ['no full reel that costs too much more', lineOf(700), [reel, tape], asked, '35: 700 tape'],
  // 800 at 0.05 are 40.00.
  ['a full reel that costs the same', lineOf(800), [tape, reel], asked, '40: 1000 reel'],
  // 1100 from the reel and the tape are 45.00; two reels are 80.00, one offer alone costs 55.00.
  ['no second reel for a few pieces', lineOf(1_100), [reel, tape], asked, '45: 100 tape + 1000 reel'],
  // 1900 at 0.05 are 95.00; two reels are 80.00.
  ['two full reels', lineOf(1_900), [reel, tape], asked, '80: 2000 reel'],
  // 950 at 0.04 are 38.00, a reel that is sold in part is 40.00 as a whole: 5.3 % more.
  [
    'what is sold in parts of a reel is rounded to whole ones',
    lineOf(950),
    [handOffer('p1', 'dk', 4, { offerId: 'part', orderMultiple: 50, ...full })],
    asked,
    '40: 1000 part',
  ],
  // 750 at 0.05; of the 1000 of a reel only 900 are there.
  [
    'no reel that is not there',
    lineOf(750),
    [{ ...reel, stock: [{ warehouseRef: 'main', quantity: 900 }] }, tape],
    asked,
    '37.5: 750 tape',
  ],
  // 750 at 0.05; nobody says how many a reel holds.
  [
    'no reel of unknown size',
    lineOf(750),
    [handOffer('p1', 'dk', 5, { offerId: 'loose', packaging: 'Reel' })],
    asked,
    '37.5: 750 loose',
  ],
  // 990 at 0.05; 1000 would be 50.00, but not on a reel.
  ['cut tape is not rounded to a reel', lineOf(990), [tape], asked, '49.5: 990 tape'],
  // A full reel is 40.00; another with a fee of 1.00 would be 41.00, within 10 % too.
  [
    'the cheapest of full reels',
    lineOf(750),
    [handOffer('p1', 'x', 4, { offerId: 'dear', orderMultiple: 1_000, ...full, price: withFee }), reel, tape],
    asked,
    '40: 1000 reel',
  ],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});

it.each([
  ['Tape & Reel (TR)', 'full_reel'],
  ['Tape and Reel', 'full_reel'],
  ['Reel', 'full_reel'],
  ['Cut Tape (CT)', 'cut_tape'],
  ['Cut tape', 'cut_tape'],
  ['Digi-Reel®', 'made_reel'],
  ['DigiReel', 'made_reel'],
  ['MouseReel', 'made_reel'],
  ['Re-Reel', 'made_reel'],
  ['Tube', undefined],
  ['Bulk', undefined],
  ['Tray', undefined],
  [undefined, undefined],
])('%s is %s', (packaging, kind) => {
  expect(packagingKindOf(packaging)).toBe(kind);
});
