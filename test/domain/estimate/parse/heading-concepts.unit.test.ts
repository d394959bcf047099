import { expect, it } from 'vitest';
import { conceptMeaning } from '../../../../domain/estimate/parse/heading-concepts.ts';

const told = (words: string): string => {
  const meaning = conceptMeaning(words);
  return meaning === undefined ? 'nothing' : `${meaning.role} ${meaning.score}`;
};

it.each([
  ['a link, whatever it is one to', 'hyperlink price', 'link 0.8'],
  ['the price of a line', 'line price', 'line_price 0.85'],
  ['a price', 'preis', 'price 0.8'],
  ['a quantity', 'menge', 'quantity 0.8'],
  ['a supplier’s number', 'vendor code', 'supplier_sku 0.85'],
  ['a supplier’s part', 'vendor component', 'supplier_sku 0.8'],
  ['a maker’s number', 'brand code', 'part_number 0.85'],
  ['a maker’s part', 'brand component', 'part_number 0.8'],
  ['a maker', 'brand', 'manufacturer 0.75'],
  ['a supplier', 'vendor', 'supplier 0.75'],
  ['the number of a part', 'component code', 'part_number 0.6'],
  ['a price in ideographs, wherever it stands', '含税价格', 'price 0.8'],
  ['nothing of any of these', 'colour', 'nothing'],
  ['nothing by one idea of two', 'component', 'nothing'],
])('the ideas of a heading tell %s: %s', (_, words, meaning) => {
  expect(told(words)).toBe(meaning);
});

it.each([
  ['of five letters has endings', 'prices', 'price 0.8'],
  ['of four has none', 'linky', 'nothing'],
  ['stands at the beginning of a word', 'subprice', 'nothing'],
])('a stem %s: %s', (_, words, meaning) => {
  expect(told(words)).toBe(meaning);
});

it('a heading of seven words has ideas, and one of eight is a sentence', () => {
  expect(told('price of one in euros of ours')).toBe('price 0.8');
  expect(told('price of each one in euros of ours')).toBe('nothing');
});
