import { expect, it } from 'vitest';
import type { EstimateOutcome } from '../../../domain/estimate/outcome.ts';
import { handLine, handOffer, handOutcome } from '../../support/hand-market.ts';

const offers = [handOffer('p1', 'alpha', 10), handOffer('p1', 'beta', 11), handOffer('p1', 'gamma', 12)];
const ten = [handLine(1, '10')];

const told = ({ total, lines }: EstimateOutcome) => ({
  total,
  bought: lines.map(({ chosen, leftOut }) => leftOut ?? chosen.map(({ supplierId }) => supplierId).join()),
  leftOut: lines[0]?.offers?.leftOut,
});

it('an excluded offer of a line is not bought, and is counted as left out', () => {
  const lineEdits = [{ number: 1, exclude: { offers: ['alpha:p1'] } }];
  // 10 at 0.11 instead of 0.10.
  const found = handOutcome(ten, offers, { lineEdits });
  expect(told(found)).toEqual({ total: '1.1', bought: ['beta'], leftOut: { excluded_by_request: 1 } });
  expect(found.lines[0]?.alternatives.map(({ supplierId }) => supplierId)).toEqual(['gamma']);
});

it('an offer that is withdrawn is not proposed instead', () => {
  const withdrawn = handOffer('p1', 'delta', 9, { isWithdrawn: true });
  const [line] = handOutcome(ten, [...offers, withdrawn]).lines;
  expect(line?.alternatives.map(({ supplierId }) => supplierId)).toEqual(['beta', 'gamma']);
});

it('a seller is excluded from one line or from all', () => {
  const lines = [handLine(1, '10'), handLine(2, '10')];
  const both = [...offers, handOffer('p2', 'alpha', 10), handOffer('p2', 'beta', 11)];
  const ofLine = [{ number: 1, exclude: { suppliers: ['alpha'] } }];
  // 1.10 at beta and 1.00 at alpha.
  expect(told(handOutcome(lines, both, { lineEdits: ofLine }))).toMatchObject({
    total: '2.1',
    bought: ['beta', 'alpha'],
  });
  // 1.10 twice at beta.
  const ofAll = handOutcome(lines, both, { exclude: { suppliers: ['alpha'] } });
  expect(told(ofAll)).toMatchObject({ total: '2.2', bought: ['beta', 'beta'] });
});

it('a seller that may not be named cannot be excluded by guessing its name', () => {
  const hidden = handOffer('p1', 'alpha', 10, { shownSupplierId: '' });
  expect(told(handOutcome(ten, [hidden], { exclude: { suppliers: ['alpha'] } }))).toMatchObject({ total: '1' });
});

it('a pinned offer is bought though others cost less', () => {
  // 10 at 0.12.
  const found = handOutcome(ten, offers, { lineEdits: [{ number: 1, pinnedOffer: 'gamma:p1' }] });
  expect(told(found)).toEqual({ total: '1.2', bought: ['gamma'], leftOut: { other_offer_pinned: 2 } });
  expect(found.lines[0]?.alternatives).toHaveLength(2);
});

it('a line whose offers are all excluded says so', () => {
  const suppliers = ['alpha', 'beta', 'gamma'];
  expect(told(handOutcome(ten, offers, { exclude: { suppliers } }))).toMatchObject({ bought: ['offers_excluded'] });
});

it('lines of one product, which are bought together, share what is excluded and what is pinned', () => {
  const lines = [handLine(1, '10'), handLine(2, '5', { productId: 'p1' })];
  // 15 at 0.11.
  const without = handOutcome(lines, offers, { lineEdits: [{ number: 2, exclude: { offers: ['alpha:p1'] } }] });
  expect(told(without)).toMatchObject({ total: '1.65', bought: ['beta', 'beta'] });
  // 15 at 0.12.
  const pinned = handOutcome(lines, offers, { lineEdits: [{ number: 2, pinnedOffer: 'gamma:p1' }] });
  expect(told(pinned)).toMatchObject({ total: '1.8', bought: ['gamma', 'gamma'] });
});
