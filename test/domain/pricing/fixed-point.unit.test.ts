import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, amountText } from '../../../domain/money.ts';
import {
  decimalText,
  quotientText,
  rescaling,
  roundingModes,
  scaledFromText,
  timesRatio,
  toMultiple,
} from '../../../domain/pricing/fixed-point.ts';

/** Decimals with so many digits that nothing here is rounded before it should be. */
const Wide = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_EVEN });

const numRuns = 10_000;
const safe = fc.integer({ min: -1e15, max: 1e15 });
const positive = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 2 ** 40 }));
const ratio = fc.record({ numerator: positive, denominator: positive });

describe('whole units', () => {
  it('times two ratios are what decimals say, rounded half to even', () => {
    fc.assert(
      fc.property(safe, ratio, ratio, (value, a, b) => {
        const exact = new Wide(value)
          .times(a.numerator)
          .times(b.numerator)
          .div(new Wide(a.denominator).times(b.denominator));
        const rounded = exact.toDecimalPlaces(0);
        fc.pre(rounded.abs().lt(Number.MAX_SAFE_INTEGER));
        expect(timesRatio(value, a, b) + 0).toBe(rounded.toNumber() + 0);
      }),
      { numRuns },
    );
  });

  it('at exactly half go to the even side', () => {
    const half = { numerator: 1, denominator: 2 };
    expect([1, 3, 5, -1, -3].map((value) => timesRatio(value, half) + 0)).toEqual([0, 2, 2, 0, -2]);
  });

  it('are written as decimals write them, and read back', () => {
    fc.assert(
      fc.property(safe, fc.integer({ min: 0, max: 15 }), (units, places) => {
        const text = decimalText(units, places);
        expect(text).toBe(amountText(new Wide(units).div(new Wide(10).pow(places))));
        const read = scaledFromText(text);
        expect(read && timesRatio(read.units, rescaling(read.places, places))).toBe(units);
      }),
      { numRuns },
    );
  });

  it('divided are what decimals say, to the last place that is kept', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e15 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        (units, places, divisor) => {
          const exact = new Wide(units).div(new Wide(10).pow(places)).div(divisor).toDecimalPlaces(9);
          expect(quotientText({ units, places }, divisor, 9)).toBe(exact.toFixed());
        },
      ),
      { numRuns },
    );
  });

  it('become multiples as their mode says', () => {
    const decimalModes = {
      half_even: Decimal.ROUND_HALF_EVEN,
      half_up: Decimal.ROUND_HALF_UP,
      up: Decimal.ROUND_UP,
      down: Decimal.ROUND_DOWN,
    } as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(...roundingModes),
        (value, step, mode) => {
          const steps = new Wide(value).div(step).toDecimalPlaces(0, decimalModes[mode]);
          expect(toMultiple(value, step, mode)).toBe(steps.times(step).toNumber());
        },
      ),
      { numRuns },
    );
  });

  it.each(['', '.5', '1.', '1e3', '+1', '1,5', ' 1', '99999999999999999999'])('are not read from %j', (text) => {
    expect(scaledFromText(text)).toBeUndefined();
  });

  it('hold every amount of a price list', () => {
    expect(scaledFromText(amountText(amount('0.012')))).toEqual({ units: 12, places: 3 });
  });
});
