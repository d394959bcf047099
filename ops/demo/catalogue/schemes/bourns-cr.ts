import { chipResistor } from '../chip-resistor.ts';
import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, series } from '../preferred-values.ts';

const tolerances = { FX: 1, JW: 5 } as const;

/**
 * Bourns CR chip resistors: `CR` size, tolerance and temperature coefficient, resistance, E: paper
 * tape, LF: lead-free. Examples: CR0603-FX-1002ELF, CR0805-JW-103ELF. Source: Bourns "CR0402,
 * CR0603, CR0805, CR1206 chip resistors", "How to order".
 */
export const bournsCr = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206'],
    milliohms: [...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    tolerance: ['FX', 'JW'],
  },
  exists: ({ tolerance, milliohms }) => tolerance === 'FX' || isE24(milliohms),
  part: ({ size, tolerance, milliohms }) =>
    chipResistor({
      manufacturer: 'Bourns',
      mpn: `CR${size}-${tolerance}-${figuresAndPower(milliohms, tolerance === 'FX' ? 3 : 2)}ELF`,
      size,
      milliohms,
      tolerance: tolerances[tolerance],
      packaging: 'Paper tape and reel',
      packQuantity: 5_000,
    }),
});
