import { describe, expect, it } from 'vitest';
import {
  headingScores,
  headingStrength,
  headingWords,
  isIrrelevant,
  supplierInHeading,
} from '../../../../domain/estimate/parse/heading.ts';

/** To three places. */
const scoresOf = (heading: string) =>
  Object.fromEntries(
    Object.entries(headingScores(heading)).map(([role, score]) => [role, Math.round(1_000 * score) / 1_000]),
  );

describe('the words of a heading', () => {
  it.each([
    ['RefDes', 'ref des'],
    ['*Ref. Des.', 'ref des'],
    ['MPNCode', 'mpn code'],
    ['Größe', 'grosse'],
    ['Stück_Zahl', 'stuck zahl'],
    ['Mfr #', 'manufacturer number'],
    ['P/N', 'part number'],
    ['Qty 100', 'qty'],
    // Short words in brackets belong to it, a remark does not.
    ['Qty (per board)', 'qty per board'],
    ['Qty (ten letter)', 'qty ten letter'],
    ['Qty (eleven more)', 'qty'],
  ])('%s are %s', (heading, words) => {
    expect(headingWords(heading)).toBe(words);
  });
});

describe('what a heading says by itself', () => {
  it.each<[what: string, heading: string, scores: Readonly<Record<string, number>>]>([
    ['nothing', '', {}],
    ['nothing', 'colour', {}],
    ['a sure word', 'Qty', { quantity: 1 }],
    ['a likely word', 'Comment', { description: 0.4, value: 0.75, notes: 0.75 }],
    ['a possible word', 'each', { price: 0.4 }],
    ['a word of two letters', 'ks', { quantity: 0.4 }],
    ['a word of two signs', '数量', { quantity: 1 }],
    ['a phrase and more', 'Quantity (12 letters)', { quantity: 0.8 }],
    ['a phrase within', 'Shipping notes', { notes: 0.564 }],
    ['two meanings', 'Notes on price', { notes: 0.564, price: 0.8 }],
    [
      'a phrase at the beginning',
      'Package type of part',
      { package: 0.71, part_number: 0.6, description: 0.188, value: 0.188, reference: 0.188 },
    ],
    ['a price by two ideas, and a unit', 'Cena za ks', { price: 0.85, quantity: 0.188 }],
    ['a phrase without blanks', '总数量', { quantity: 0.75 }],
    ['two phrases without blanks', '产品数量', { quantity: 0.8, description: 0.487 }],
    ['a letter too few', 'Quantit', { quantity: 0.85 }],
    ['another letter', 'Discription', { description: 0.85 }],
    ['letters out of place', 'Remraks', { notes: 0.85 }],
    ['a likely word misspelt', 'Coment', { value: 0.638, notes: 0.638 }],
    ['a word too short to be misspelt', 'eac', {}],
    ['a supplier and its order numbers', 'Mouser Part Number', { supplier_sku: 0.95 }],
    ['a supplier and something else', 'Mouser notes', { notes: 0.6 }],
    ['sixty letters', `Quantity ${'x'.repeat(51)}`, { quantity: 0.8 }],
    ['a sentence', `Quantity ${'x'.repeat(52)}`, {}],
  ])('as %s: %s', (_, heading, scores) => {
    expect(scoresOf(heading)).toEqual(scores);
  });

  it('is as strong as the role that it says most of', () => {
    expect(['Comment', 'each', 'colour'].map(headingStrength)).toEqual([0.75, 0.4, 0]);
  });
});

describe('the supplier of a heading', () => {
  it.each([
    ['Mouser', 'mouser'],
    ['LCSC#', 'lcsc'],
    ['RS order no.', 'rs'],
    ['Digi-Key PN', 'digi key'],
    ['DigikeyPartNumber', 'digikey'],
    ['RS Components stock number', 'rs components'],
    ['立创编号', '立创'],
    ['立创商城编号', undefined],
    ['Mouser price', undefined],
    ['Parsers', undefined],
    ['Part number', undefined],
  ])('%s is %s', (heading, supplier) => {
    expect(supplierInHeading(heading)).toBe(supplier);
  });
});

it.each([
  ['Board side', true],
  ['Colour', true],
  ['Quantity', false],
])('%s is no business of who buys: %s', (heading, isSo) => {
  expect(isIrrelevant(heading)).toBe(isSo);
});
