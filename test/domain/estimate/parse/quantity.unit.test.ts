import { describe, expect, it } from 'vitest';
import { quantityOfNumber, readQuantity } from '../../../../domain/estimate/parse/quantity.ts';
import { amount } from '../../../../domain/money.ts';

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

  it.each([
    '99999999999999999999/3 x',
    '1/99999999999999999999',
    '9999999999999 pcs',
    '999999999999x999999999999',
    '0.000000000001x0.000000000001',
  ])('beyond every order stays unknown and says so: %s', (text) => {
    const { quantity, doubts } = readQuantity(text, '.');
    expect(quantity).toBeUndefined();
    expect(doubts).toEqual([{ code: 'quantity_unreadable', text: expect.stringContaining('too') }]);
  });

  it('of a cell that is a number beyond every order stays unknown', () => {
    expect(quantityOfNumber(1e15)).toEqual(readQuantity('1000000000000000', '.'));
    expect(quantityOfNumber(1e300).quantity).toBeUndefined();
  });

  it.each(['0.001x0.000000001 m', '1 1/3', '999999x999999', '1/7x3'])('can be kept and read again: %s', (text) => {
    const { quantity } = readQuantity(text, '.');
    expect(amount(quantity?.toFixed() ?? 'none')).toEqual(quantity);
  });
});
