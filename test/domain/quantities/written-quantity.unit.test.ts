import { expect, it } from 'vitest';
import { formatQuantity } from '../../../domain/quantities/format-quantity.ts';
import type { Quantity } from '../../../domain/quantities/quantity.ts';

const value = (number: number, unit: string, tolerance?: number): Quantity => ({
  kind: 'value',
  value: number,
  unit,
  tolerance,
});

const range = (from: number | undefined, to: number | undefined, unit: string): Quantity =>
  ({ kind: 'range', from, to, unit }) as Quantity;

it.each<[quantity: Quantity, text: string]>([
  [value(4_700, 'Ω'), '4.7 kΩ'],
  [value(1_000, 'Ω'), '1 kΩ'],
  [value(999, 'Ω'), '999 Ω'],
  [value(0, 'Ω'), '0 Ω'],
  [value(-4_700, 'V'), '-4.7 kV'],
  [value(1e-7, 'F', 0.1), '100 nF ±10%'],
  [value(1e-7, 'F', 0.005), '100 nF ±0.5%'],
  // Three digits behind the point could be thousands.
  [value(1.234, 'V'), '1.2340 V'],
  [value(0.1234, 'V'), '123.4 mV'],
  [value(298.15, 'K'), '25 °C'],
  [value(273.15, 'K'), '0 °C'],
  [range(218.15, 398.15, 'K'), '-55 °C to 125 °C'],
  [range(undefined, 5, 'V'), '≤ 5 V'],
  [range(3, undefined, 'V'), '≥ 3 V'],
  [range(3, 5, 'V'), '3 V to 5 V'],
])('%j is written %s', (quantity, text) => {
  expect(formatQuantity(quantity)).toBe(text);
});
