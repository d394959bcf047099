import { describe, expect, it } from 'vitest';
import { withPriceDoubts } from '../../../../domain/estimate/parse/parse-lines.ts';
import type { ParsedLine } from '../../../../domain/estimate/parse/parsed-bom.ts';
import { amount } from '../../../../domain/money.ts';
import { lineOf } from '../../../support/line-samples.ts';

/** A line of so many at a price, and what its row says that all of them cost. */
type Priced = readonly [quantity: string | undefined, price: string | undefined, linePrice: string | undefined];

/** The rows, from 1, of which the price of the line is doubted. */
const doubted = (...priced: readonly Priced[]): readonly number[] => {
  const lines = priced.map(
    ([quantity, price], at): ParsedLine =>
      lineOf({
        row: at + 1,
        ...(quantity !== undefined && { quantity: amount(quantity) }),
        ...(price !== undefined && { expectedPrice: amount(price) }),
      }),
  );
  const linePrices = new Map(
    priced.flatMap(([, , linePrice], at) => (linePrice === undefined ? [] : [[at + 1, amount(linePrice)] as const])),
  );
  return withPriceDoubts(lines, linePrices).flatMap(({ row, doubts }) =>
    doubts.some(({ code }) => code === 'line_price_differs') ? [row] : [],
  );
};

const right: Priced = ['2', '3', '6'];
const wrong: Priced = ['2', '3', '60'];
const times = (count: number, line: Priced): readonly Priced[] => Array.from({ length: count }, () => line);

describe('a line whose price is not quantity times price', () => {
  it.each<[what: string, isDoubted: boolean, others: readonly Priced[]]>([
    ['three that keep to it', true, times(3, right)],
    ['two', false, times(2, right)],
    ['seven of ten', true, [...times(7, right), ...times(2, wrong)]],
    ['seven of eleven', false, [...times(7, right), ...times(3, wrong)]],
    ['three, and many that say nothing of it', true, [...times(3, right), ...times(5, [undefined, '3', '60'])]],
    ['two, and one without a price', false, [...times(2, right), ['2', undefined, '60']]],
    ['two, and one without the price of the line', false, [...times(2, right), ['2', '3', undefined]]],
  ])('stands out beside %s: %s', (_, isDoubted, others) => {
    expect(doubted(wrong, ...others).includes(1)).toBe(isDoubted);
  });

  it.each([
    // Ten at 1.00 may be rounded by 0.006 each, 0.006 in all, and a hundredth of the line's price.
    ['9.83', true],
    ['9.84', false],
    ['10', false],
    ['10.16', false],
    ['10.17', true],
  ])('is none for rounding: %s of ten at 1.00 is doubted: %s', (linePrice, isDoubted) => {
    expect(doubted(['10', '1', linePrice], ...times(9, right))).toEqual(isDoubted ? [1] : []);
  });

  it('is told with what it says and what that makes', () => {
    const lines = [wrong, ...times(3, right)].map((_, at) =>
      lineOf({ row: at + 1, quantity: amount('2'), expectedPrice: amount('3') }),
    );
    const [first, second] = withPriceDoubts(lines, new Map([60, 6, 6, 6].map((price, at) => [at + 1, amount(price)])));
    expect(first?.doubts).toEqual([{ code: 'line_price_differs', text: '2 times 3 is not the price of the line, 60' }]);
    expect(second?.doubts).toEqual([]);
  });
});
