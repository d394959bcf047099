import { expect, it } from 'vitest';
import { isAskableNumber, isAskableSku } from '../../../domain/wants/part-want.ts';

it.each([
  ['A1', false],
  ['A-1', false],
  ['A10', true],
  ['A'.repeat(128), true],
  ['A'.repeat(129), false],
  ['A10\u0007', false],
])('the number %j may be asked for: %s', (mpn, isSo) => {
  expect(isAskableNumber(mpn)).toBe(isSo);
});

it.each([
  ['', false],
  ['  ', false],
  ['1', true],
  ['1'.repeat(128), true],
  ['1'.repeat(129), false],
  ['1\u0007', false],
])('the order number %j may be asked for: %s', (sku, isSo) => {
  expect(isAskableSku(sku)).toBe(isSo);
});
