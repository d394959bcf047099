import { describe, expect, it } from 'vitest';
import { readQuantity } from '../../../../domain/estimate/parse/quantity.ts';

describe('a quantity', () => {
  it.each([
    ['5', '5', undefined],
    ['10.0', '10', undefined],
    ['5 pcs', '5', 'piece'],
    ['100 шт', '100', 'piece'],
    ['100шт.', '100', 'piece'],
    ['12个', '12', 'piece'],
    ['4 Stück', '4', 'piece'],
    ['2 m', '2', 'm'],
    ['1/2 kg', '0.5', 'kg'],
    ['1 1/2 m', '1.5', 'm'],
    ['1½ m', '1.5', 'm'],
    ['3x10', '30', undefined],
    ['3 × 10 pcs', '30', 'piece'],
    ['10x', '10', undefined],
    ['x10', '10', undefined],
    ['(2)', '2', undefined],
    ['1,000.5', '1000.5', undefined],
    ['3 bags', '3', 'bags'],
  ])('%s is %s %s', (text, quantity, unit) => {
    const read = readQuantity(text, '.');
    expect(read.quantity?.toFixed()).toBe(quantity);
    expect(read.unit).toBe(unit);
    expect(read.doubts).toEqual([]);
  });

  it.each([
    ['1.000,5', '1000.5'],
    ['1.000', '1000'],
    ['4,7', '4.7'],
    ['0.5', '0.5'],
    ['1 000', '1000'],
  ])('with a decimal comma %s is %s', (text, quantity) => {
    expect(readQuantity(text, ',').quantity?.toFixed()).toBe(quantity);
  });

  it.each(['TBD', 'n', '2-3', '2+1', '-4', '1/0', 'as required', '3?'])('%s stays unknown, and is doubted', (text) => {
    const read = readQuantity(text, '.');
    expect(read.quantity).toBeUndefined();
    expect(read.doubts.map(({ code }) => code)).toEqual(['quantity_unreadable']);
  });

  it.each(['', '  ', '-', '—'])('an empty cell (%j) stays unknown without a doubt', (text) => {
    expect(readQuantity(text, '.')).toEqual({ doubts: [] });
  });

  it('tells of a number that means two things when nothing in the file decides', () => {
    expect(readQuantity('1,000', undefined).doubts.map(({ code }) => code)).toEqual(['number_ambiguous']);
    expect(readQuantity('1,000', '.').doubts).toEqual([]);
  });

  it('keeps zero and approximations, and says so', () => {
    expect(readQuantity('0', '.').doubts.map(({ code }) => code)).toEqual(['quantity_zero']);
    expect(readQuantity('~5', '.').doubts.map(({ code }) => code)).toEqual(['quantity_approximate']);
  });
});
