import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, amountText } from '../../../domain/money.ts';
import { calculatePrice, type PriceAnswer } from '../../../domain/pricing/calculate.ts';
import { caller, hoursBefore, ladder, noon, offer, view } from '../../support/offers.ts';

const priced = (views: Parameters<typeof offer>[0], quantity: number) =>
  calculatePrice({ offer: offer(views), caller, quantity, at: noon });

const withLadder = (given: ReturnType<typeof ladder>, rest: Partial<Parameters<typeof view>[0]> = {}) =>
  view({ price: { value: { kind: 'ladder', ladder: given }, observedAt: hoursBefore(1) }, ...rest });

const fixed = (answer: PriceAnswer) => {
  if (answer.mode !== 'fixed') throw new Error(`expected a price, got ${answer.mode}`);
  return answer;
};

describe('a price', () => {
  it.each([
    // wanted, MOQ, multiple, breaks, base, priced pieces, final
    { wanted: 1, breaks: [[1, '0.10']], pieces: 1, final: '0.1' }, // 1 x 0.10
    {
      wanted: 9,
      breaks: [
        [1, '0.10'],
        [10, '0.08'],
      ],
      pieces: 9,
      final: '0.9',
    }, // below the second break
    {
      wanted: 10,
      breaks: [
        [1, '0.10'],
        [10, '0.08'],
      ],
      pieces: 10,
      final: '0.8',
    }, // 10 x 0.08
    // rounded up to the first break: 4 x 0.25
    { wanted: 2, breaks: [[4, '0.25']], pieces: 4, final: '1' },
    { wanted: 7, moq: 20, breaks: [[1, '0.5']], pieces: 20, final: '10' }, // 20 x 0.5
    // 40 x 0.5
    { wanted: 21, moq: 20, multiple: 20, breaks: [[1, '0.5']], pieces: 40, final: '20' },
    {
      wanted: 101,
      multiple: 100,
      breaks: [
        [1, '3'],
        [200, '2'],
      ],
      pieces: 200,
      final: '400',
    }, // the multiple reaches a break
    // 250 x 4.40 / 100
    { wanted: 250, base: 100, breaks: [[100, '4.40']], pieces: 250, final: '11' },
    // 0.003 EUR rounds to nothing
    { wanted: 3, base: 1000, breaks: [[1, '1.00']], pieces: 3, final: '0' },
    { wanted: 5, base: 1000, breaks: [[1, '1.00']], pieces: 5, final: '0' }, // 0.005: half to even
    // 0.015: half to even
    { wanted: 15, base: 1000, breaks: [[1, '1.00']], pieces: 15, final: '0.02' },
  ])('of $wanted with MOQ $moq, multiple $multiple, base $base is $final for $pieces pieces', (row) => {
    const answer = fixed(
      priced(
        [
          withLadder(ladder(row.breaks as [number, string][], { priceBase: row.base }), {
            minimumOrderQuantity: row.moq,
            orderMultiple: row.multiple,
          }),
        ],
        row.wanted,
      ),
    );
    expect(answer.pricedQuantity).toBe(row.pieces);
    expect(answer.finalPrice).toBe(row.final);
  });

  it('adds up exactly from its lines, in decimal and as the doubles that are sent', () => {
    const decimalText = fc
      .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99_999 }))
      .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(5, '0')}`);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_147_483_647 }),
        decimalText,
        fc.constantFrom(undefined, 1, 10, 100, 1000, 3),
        fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (quantity, price, priceBase, multiple, currency) => {
          const given = withLadder(ladder([[1, price]], { priceBase, currency }), { orderMultiple: multiple });
          const answer = fixed(priced([given], quantity));
          const exact = answer.lines.reduce((sum, line) => sum.plus(amount(line.amount)), amount('0'));
          expect(amountText(exact)).toBe(answer.finalPrice);
          const sent = answer.lines.reduce((sum, line) => sum.plus(amount(Number(line.amount))), amount('0'));
          expect(amountText(sent)).toBe(amountText(amount(Number(answer.finalPrice))));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is on request when the supplier says so, with its source', () => {
    const answer = priced([view({ price: { value: { kind: 'on_request' }, observedAt: hoursBefore(1) } })], 1);
    expect(answer).toMatchObject({ mode: 'on_request', source: { fallbackReason: undefined } });
  });

  it('is unknown and EMPTY when nothing was observed', () => {
    expect(priced([], 1)).toMatchObject({ mode: 'unknown', reason: 'no_observation', freshness: { status: 'EMPTY' } });
  });

  it('is INCOMPLETE while nothing was said about stock', () => {
    expect(priced([view({ stock: undefined })], 1).freshness.status).toBe('INCOMPLETE');
  });
});
