import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountOf, countOf, quantityOf, textOf } from '../../../../actors/connector/suppliers/tolerant.ts';

it.each<[unknown, number | undefined]>([
  [0, 0],
  ['12', 12],
  [' 12 ', 12],
  ['12.0', 12],
  [1.5, undefined],
  [-1, undefined],
  ['1,000', undefined],
  ['', undefined],
  [null, undefined],
  [true, undefined],
  [[3], undefined],
  [1e300, undefined],
])('reads the count %j as %j', (value, count) => {
  expect(countOf(value)).toBe(count);
});

it('takes 0 for no quantity at all', () => {
  expect(quantityOf(0)).toBeUndefined();
  expect(quantityOf('3')).toBe(3);
});

it.each<[unknown, string | undefined]>([
  [0.1, '0.1'],
  ['0.10', '0.1'],
  [0.1 + 0.2, '0.3'],
  [1e-7, '0.0000001'],
  ['1e-7', undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  ['$1', undefined],
  [{}, undefined],
])('reads the amount %j as %j', (value, text) => {
  expect(amountOf(value)?.toFixed()).toBe(text);
});

it('reads a decimal the same, whether it comes as a number or as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
      const text = (digits / 10 ** places).toFixed(places);
      expect(amountOf(Number(text))?.equals(amountOf(text) ?? Number.NaN)).toBe(true);
    }),
  );
});

it('never fails, whatever the value', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      textOf(value);
      countOf(value);
      amountOf(value);
    }),
  );
});
