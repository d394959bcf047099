import { numberScheme } from '../number-scheme.ts';
import { decades, letterCodeOfFour, series } from '../preferred-values.ts';
import { thinFilmResistor } from '../thin-film-resistor.ts';

/** Packaging code of the full reel, and its pieces, by EIA size. */
const reels = {
  '0402': { code: 'ED', pieces: 10_000 },
  '0603': { code: 'EA', pieces: 5_000 },
  '0805': { code: 'EA', pieces: 5_000 },
  '1206': { code: 'EA', pieces: 5_000 },
} as const;

const tolerances = { B: 0.1, D: 0.5, F: 1 } as const;
const coefficients = { Y: 10, E: 25 } as const;

/**
 * Vishay Dale TNPW e3 thin-film chip resistors: `TNPW` size, resistance in four characters,
 * tolerance, temperature coefficient, packaging. Example: TNPW060310K0BEEA. Source: Vishay document
 * 28758 "TNPW e3", section "Part number and product description".
 */
export const vishayTnpw = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206'],
    milliohms: decades(series.e24AndE192, 2, 5),
    tolerance: ['B', 'D', 'F'],
    coefficient: ['Y', 'E'],
    packing: ['reel'],
  },
  part: ({ size, milliohms, tolerance, coefficient }) =>
    thinFilmResistor({
      manufacturer: 'Vishay',
      mpn: `TNPW${size}${letterCodeOfFour(milliohms)}${tolerance}${coefficient}${reels[size].code}`,
      size,
      milliohms,
      tolerance: tolerances[tolerance],
      ppm: coefficients[coefficient],
      packaging: 'Tape and reel',
      packQuantity: reels[size].pieces,
    }),
});
