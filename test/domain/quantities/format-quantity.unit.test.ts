import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatQuantity } from '../../../domain/quantities/format-quantity.ts';
import type { Quantity } from '../../../domain/quantities/quantity.ts';
import { readQuantity } from '../../../domain/quantities/read-quantity.ts';

const units = ['Ω', 'F', 'H', 'V', 'A', 'W', 'Hz', 's', 'm', 'kg', 'K', 'Pa', 'J', 'dB', '1/K', 'V/s'] as const;

/** Numbers of a few digits, as characteristics have them. */
const figure = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: -9, max: 3 }))
  .map(([digits, power]) => Number(`${digits}e${power}`));

/** Values of a temperature are kept to hundredths, because 273.15 is added to them. */
const ofUnit = (unit: string) =>
  unit === 'K' ? fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100) : figure;

const value = fc.constantFrom(...units).chain((unit) =>
  fc.record({
    kind: fc.constant('value' as const),
    unit: fc.constant(unit),
    value: ofUnit(unit),
    tolerance: fc.constantFrom(undefined, 0.01, 0.05, 0.1, 0.2),
  }),
);

const range = fc.constantFrom(...units).chain((unit) =>
  fc.tuple(ofUnit(unit), ofUnit(unit), fc.constantFrom('both', 'from', 'to')).map(
    ([a, b, ends]): Quantity => ({
      kind: 'range',
      unit,
      from: ends === 'to' ? undefined : Math.min(a, b),
      to: ends === 'from' ? undefined : Math.max(a, b),
    }),
  ),
);

/** Negative zero is zero. */
const plain = (quantity: Quantity | undefined): unknown =>
  JSON.parse(JSON.stringify(quantity ?? 'unread', (_, each) => (each === undefined ? 'absent' : each)));

describe('writing a quantity', () => {
  test('what is written is read as the same quantity', () => {
    fc.assert(
      fc.property(fc.oneof(value, range), (quantity) => {
        const text = formatQuantity(quantity);
        expect([text, plain(readQuantity(text, { unit: quantity.unit }))]).toEqual([text, plain(quantity)]);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<readonly [Quantity, string]>([
    [{ kind: 'value', unit: 'Ω', value: 4700, tolerance: undefined }, '4.7 kΩ'],
    [{ kind: 'value', unit: 'F', value: 1e-7, tolerance: 0.1 }, '100 nF ±10%'],
    [{ kind: 'value', unit: '1', value: 48, tolerance: undefined }, '48'],
    [{ kind: 'value', unit: 'V', value: 0, tolerance: undefined }, '0 V'],
    [{ kind: 'range', unit: 'K', from: 218.15, to: 398.15 }, '-55 °C to 125 °C'],
    [{ kind: 'range', unit: 'V', from: undefined, to: 5 }, '≤ 5 V'],
    [{ kind: 'range', unit: 'V', from: 5, to: undefined }, '≥ 5 V'],
  ])('%o is written as people would: %s', (quantity, text) => {
    expect(formatQuantity(quantity)).toBe(text);
  });

  test('no text is ever an error, nor a number that is not finite', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'0123456789.,-+~±/ kKmMuRVFΩ%°C"to'), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), soup), (text) => {
        const read = readQuantity(text);
        const numbers = read === undefined ? [] : read.kind === 'value' ? [read.value] : [read.from, read.to];
        expect(numbers.every((each) => each === undefined || Number.isFinite(each))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
