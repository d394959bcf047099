import { expect, it } from 'vitest';
import { repairedEncoding } from '../../../../domain/estimate/parse/double-encoding.ts';
import { conceptMeaning } from '../../../../domain/estimate/parse/heading-concepts.ts';
import { tableArithmetic } from '../../../../domain/estimate/parse/table-arithmetic.ts';

const none = { countsDesignators: 0, isProduct: 0, isWholeFactor: 0, isPriceFactor: 0 };

it('sees a column that counts the designators beside it', () => {
  const rows = [
    ['R1, R2', '2', '7'],
    ['C1, C2, C3', '3', '7'],
    ['U1', '1', '7'],
    ['D1-D4', '4', '7'],
  ];
  const found = tableArithmetic(rows, 3);
  expect(found.get(0)).toBeUndefined();
  expect(found.get(1)).toEqual({ ...none, countsDesignators: 1 });
  expect(found.get(2)).toEqual(none);
});

it('sees a quantity, a price and their product, whatever their order', () => {
  const rows = [
    ['1.50', '3', '0.50'],
    ['0.40', '2', '0.20'],
    ['2.25', '5', '0.45'],
    ['9.90', '9', '1.10'],
  ];
  const found = tableArithmetic(rows, 3);
  expect(found.get(0)).toEqual({ ...none, isProduct: 1 });
  expect(found.get(1)).toEqual({ ...none, isWholeFactor: 1 });
  expect(found.get(2)).toEqual({ ...none, isPriceFactor: 1 });
});

it('says nothing of too few rows', () => {
  expect(tableArithmetic([['2', '3', '6']], 3).size).toBe(0);
});

it('repairs a text that was encoded twice, and leaves any other as it is', () => {
  expect(repairedEncoding('StÃ¼ck')).toBe('Stück');
  expect(repairedEncoding('QuantitÃ©')).toBe('Quantité');
  for (const whole of ['Stück', 'Ã', '数量', 'Â5', '']) expect(repairedEncoding(whole)).toBe(whole);
});

it('tells what the words of a heading mean together', () => {
  expect(conceptMeaning('oem article part code')).toMatchObject({ role: 'part_number' });
  expect(conceptMeaning('total price of the line')).toMatchObject({ role: 'line_price' });
  expect(conceptMeaning('distributor article number')).toMatchObject({ role: 'supplier_sku' });
  expect(conceptMeaning('colour')).toBeUndefined();
  expect(conceptMeaning('a sentence about the number of the part that goes on')).toBeUndefined();
});
